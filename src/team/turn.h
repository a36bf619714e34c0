// TurnPerformer: one agent speaks once (P-53).
//
// It renders the prompt from the pinned cast and the room up to the effect's cursor, calls the
// model with the retries of P-33, reads what the answer should hold, and gives back the message and
// the record of the turn (P-23), which are committed together with its result. Its growing text
// goes to the bus as a preview. A model call is repeatable: after a crash in the middle it is made
// again, and the attempts are counted. On the loop; owned by the app, outlives the engine.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/sha256.h"
#include "engine/bus.h"
#include "engine/effect.h"
#include "engine/journal.h"
#include "loop/loop.h"
#include "model/model.h"
#include "model/retry.h"
#include "team/cast.h"

namespace fm {

// What a million tokens cost, for models whose price is known.
struct ModelPrice {
  MicroUsd input;
  MicroUsd cached;
  MicroUsd output;
};

inline constexpr std::size_t kTurnTextLimit = 2 * 1024 * 1024;  // bytes of one message

struct TurnOptions {
  RetryPolicy retries;
  std::map<std::string, ModelPrice, std::less<>> prices;            // by full name
  std::map<std::string, std::int64_t, std::less<>> context_tokens;  // by full name; wins
  int rehearsal_words_per_second = 0;
};

class TurnPerformer final : public Performer {
 public:
  TurnPerformer(Loop& loop, Journal& journal, ModelCatalog& models, TurnOptions options);
  ~TurnPerformer() override;

  void tell(Bus& bus) { bus_ = &bus; }  // who hears previews; the engine's, made after this

  // What a flow is about to be pinned to has just been loaded: it need not be loaded once more.
  void know(const CastFiles& files, Cast cast);

  EffectClass effect_class() const override { return EffectClass::kRepeatable; }
  std::vector<NewEvent> announce(const EffectCall& call) override;
  Task<Performed> begin(EffectCall call, const Fold& view) override;

 private:
  struct PinnedCast;
  struct Prepared;

  std::shared_ptr<const PinnedCast> keep(const Sha256& pins, Cast cast);
  Result<std::shared_ptr<const PinnedCast>> cast_of(const FlowStart& flow);
  Result<std::shared_ptr<Model>> model_of(const PinnedCast& cast, const std::string& name);
  Task<Performed> speak(Prepared prepared);
  std::optional<MicroUsd> cost_of(const std::string& model, const Usage& usage) const;

  Loop& loop_;
  Journal& journal_;
  ModelCatalog& models_;
  TurnOptions options_;
  Bus* bus_ = nullptr;
  std::map<Sha256, std::weak_ptr<const PinnedCast>> casts_;  // by the pins: rooms share them
  std::shared_ptr<const PinnedCast> newest_;                 // kept between its turns
};

std::string turn_id(const EffectCall& call);

}  // namespace fm
