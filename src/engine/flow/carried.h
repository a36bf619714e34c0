// Carried: what a run that could not go on had got done, for the run that takes its place.
//
// A run that diverged, or failed inside, is ended and begun anew from what was heard. The new run
// asks as the program asks today. Where the old one had asked for the same at the same place, its
// result is handed over, in the order of the log, and nothing is done a second time; where it had
// begun and not ended, the effect is recovered as after a crash: probed, or asked about. What it
// did outside once is found by what it is, wherever it stood. Built from the room's events; pure.
//
//   of the old run       same place and digest       asked for elsewhere
//   finished             its result                  once, checkable: its result; else done
//   begun, not ended     recovered                   once, checkable: recovered; else done
//   post                 not posted again            posted
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/flow/flow.h"
#include "engine/flow/replay.h"

namespace fm {

struct CarriedEffect {
  StepPath place;     // where it stood in its run, the run's prefix left out
  StepPath asked_at;  // its whole place there
  StepPath
      origin;  // the whole place of its first asking; its key and a child's id are made of this
  std::string kind;
  std::string digest;
  JsonObject request;
  bool outside = false;             // once or checkable: it may have changed the world
  std::vector<std::string> posted;  // kinds of the events that a post said
  RoomSeq cursor;
  std::optional<Json> instant;  // see JournaledEffect
  int attempts = 0;
  JsonObject progress;
  std::optional<Outcome> outcome;
  RoomSeq finished;   // where its result stands; the order of results
  bool used = false;  // the new run has asked for it
};

class Carried {
 public:
  Carried() = default;

  // What the flow's run `run` had, and what that one itself had been begun anew from.
  static Carried of(const std::vector<EventPtr>& room, const FlowId& flow, int run);

  // What the old run had of this, not used by another place yet; null: nothing. A run that is
  // begun afresh is given only what was done outside.
  CarriedEffect* match(std::string_view place, const EffectRequest& request, bool afresh);
  CarriedEffect* by_origin(const StepPath& origin);

  const std::vector<CarriedEffect>& effects() const { return effects_; }

  // Where its run stood in the room when it asked.
  void add_cursors(std::set<RoomSeq>& cursors) const;

  // Whether something of the old run that is not asked for yet was asked at `cursor` or later.
  bool is_ahead(RoomSeq cursor) const;

  // Begun outside, not ended, and not asked for by the new run: nobody knows about these.
  std::vector<const CarriedEffect*> in_doubt() const;

 private:
  void add(const History& history);

  std::vector<CarriedEffect> effects_;
};

// The place within a run: what stands after "/run-3" in the third one.
std::string_view path_in_run(std::string_view place, int run);
bool is_of_run(std::string_view place, int run);

// Kinds of the events in a "post".
std::vector<std::string> posted_kinds(const EffectRequest& post);

}  // namespace fm
