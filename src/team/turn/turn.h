// TurnPerformer: one agent speaks once (P-53).
//
// It renders the prompt from the pinned cast and the room up to the effect's cursor, holds what it
// will cost against the budgets (P-31), calls the models that are named for it (P-32, P-33), reads
// what the answer should hold, and gives back the message and the record of the turn (P-23), which
// are committed together with its result. When nothing can be said just now its outcome tells why
// (team/turn/turn_request.h). Its growing text goes to the bus as a preview. A model call is
// repeatable: after a crash in the middle it is made again, and the attempts are counted. Where the
// room has a folder, a turn of a conversation may look into it by tools
// (team/looks/folder_looks.h): it is asked again with what it saw, at most six times, and all of
// that is this one effect. On the loop; owned by the app, outlives the engine.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/sha256.h"
#include "engine/flow/effect.h"
#include "engine/log/journal.h"
#include "engine/runtime/bus.h"
#include "loop/loop.h"
#include "loop/pool_scope.h"
#include "model/catalog/call_models.h"
#include "model/learned/learned_models.h"
#include "model/model.h"
#include "model/provider/model_table.h"
#include "model/queue/retry.h"
#include "team/looks/folder_looks.h"
#include "team/pack/team_snapshot.h"
#include "team/spending/spend_ledger.h"
#include "team/spending/token_scale.h"
#include "team/turn/turn_record.h"
#include "team/turn/turn_request.h"

namespace fm {

struct RoomView;

inline constexpr std::size_t kTurnTextLimit = 2 * 1024 * 1024;  // bytes of one message

struct TurnOptions {
  RetryPolicy retries;
  Budget project;  // of each flow; a team's own budget is held too
  Budget room;
  Budget day;
  bool day_is_usual = false;  // nobody set it: that a cost cannot be counted is no news then
  // What a day (team/spending/spend_ledger.h) has cost so far, from the log; asked once a day.
  std::function<Task<Spent>(std::string day)> spent_on = {};
  // What is spent in the store, by whoever speaks; null: this performer counts alone.
  std::shared_ptr<SpendLedger> ledger = {};
  // What is known of a model, by full name; what its provider says of its size wins over nothing.
  std::function<ModelFacts(const std::string& name)> facts = {};
  // How much models hold and how our guess of it is off; null: each performer learns for itself.
  std::shared_ptr<LearnedModels> learned = {};
  int rehearsal_words_per_second = 0;
  std::shared_ptr<ParsedFiles> parsed = std::make_shared<ParsedFiles>();  // never null
  // What agents of a conversation look at in their room's folder; null: they have no tools.
  std::shared_ptr<FolderLooks> looks = {};
};

class TurnPerformer final : public Performer {
 public:
  TurnPerformer(Loop& loop, Journal& journal, ModelCatalog& models, TurnOptions options);
  ~TurnPerformer() override;

  void tell(Bus& bus) { bus_ = &bus; }  // who hears previews; the engine's, made after this

  // What a flow is about to be pinned to has just been loaded: it need not be loaded once more.
  void know(const TeamFiles& files, TeamSnapshot snapshot);

  // What a flow is pinned to. Errors: those of load_team_snapshot() and of the journal's blobs.
  Result<std::shared_ptr<const TeamSnapshot>> snapshot(const FlowStart& flow);

  EffectClass effect_class() const override { return EffectClass::kRepeatable; }
  std::vector<NewEvent> announce(const EffectCall& call) override;
  Task<Performed> begin(EffectCall call, const Fold& view) override;

 private:
  struct PinnedTeam;
  struct Chain;
  struct Prepared;
  struct Said;

  std::shared_ptr<const PinnedTeam> keep(const Sha256& pins, TeamSnapshot snapshot);
  Result<std::shared_ptr<const PinnedTeam>> team_snapshot_of(const FlowStart& flow);
  Result<std::shared_ptr<Model>> model_of(const PinnedTeam& snapshot, const std::string& name);
  Result<Chain> chain_of(const PinnedTeam& snapshot, const TurnRequest& turn);
  ModelFacts facts_of(const std::string& name) const;
  std::int64_t context_of(const CallTarget& target) const;
  LearnedModel learned_of(const CallTarget& target) const;
  void learn(const CallTarget& target, const std::function<void(LearnedModel&)>& change);
  // Of the project, then of the room.
  std::vector<BudgetState> budgets_of(const EffectCall& call, const TurnRequest& turn,
                                      const Budget& of_team, const RoomView& view);
  std::vector<Error> notices_of(const Chain& chain, const std::vector<BudgetState>& budgets,
                                const RoomView& view) const;
  static Performed told(const Prepared& prepared, const CallReport& report = {});
  Spent expected(const Prepared& prepared) const;
  TurnUse use_of(const Prepared& prepared, const CallReport& report, Millis took) const;

  Task<Performed> speak(Prepared prepared);
  Task<Said> call(Prepared& prepared);
  Task<CallReport> ask(std::vector<CallTarget> targets, ModelRequest request, AttemptSink& sink,
                       CancelToken cancel, RetryPolicy retries, std::uint64_t seed);
  void count_exchange(const ToolExchange& exchange, Prepared& prepared);
  void rest_those_who_refused(const CallReport& report);
  Task<std::optional<BudgetMark>> check_budgets(Prepared& prepared, Spent call);
  static Performed asks_budget(const Prepared& prepared, const Said& said);
  static void add_session_step(const Prepared& prepared, const CallReport& report,
                               const std::string& text, Performed& performed, JsonObject& result);
  Task<Performed> answered(Prepared prepared, CallReport report, TurnUse use);
  Performed not_answered(const Prepared& prepared, const CallReport& report, const TurnUse& use);

  Loop& loop_;
  Journal& journal_;
  ModelCatalog& models_;
  TurnOptions options_;
  Bus* bus_ = nullptr;
  SpendLedger& ledger_;
  std::map<std::string, Millis, std::less<>> resting_;           // by model: refused us, until then
  std::map<Sha256, std::weak_ptr<const PinnedTeam>> snapshots_;  // by the pins: rooms share them
  std::shared_ptr<const PinnedTeam> newest_;                     // kept between its turns
  PoolScope pool_;                                               // long answers that are read
};

std::string turn_id(const EffectCall& call);

// turn.started, whoever speaks.
std::vector<NewEvent> announced(const EffectCall& call);
// The key for it left with its terminal: the turn waits for one, unless it may be missing.
Performed left_without_key(const EffectCall& call, const Error& why);

}  // namespace fm
