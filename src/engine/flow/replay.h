// History: what the journal holds of one run of a flow, as the replay needs it (P-11, R7 to R11).
//
// Built from the room's events before the flow runs again. The run asks find() at each place and
// is then handed the completions in the order of the log. Everything that does not fit is a
// divergence, told with what was expected, what was asked, and the steps that still matched.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/flow/effect.h"

namespace fm {

struct JournaledEffect {
  StepPath place;
  std::string kind;
  std::string digest;
  JsonObject request;
  RoomSeq cursor;
  RoomSeq scheduled;            // where it stands in the room
  UtcMs due;                    // of a sleep
  std::optional<Json> instant;  // a result that was there at once: look and version
  int attempts = 0;             // started so far
  bool late = false;            // scheduled when a replay had ended, not when it was asked
  bool expired = false;         // of a gate: its time has passed
  bool unknown = false;         // a gate about it is open
  EventPtr answered;            // a person's answer to it that its owner had not seen to
  bool finished = false;        // its completion is in the log
  bool withdrawn = false;       // the log says that its flow did not wait for it any more
  bool asked = false;           // by this replay
  JsonObject progress;          // what its attempts have left behind, newest last (effect.progress)
  bool outside = false;         // once or checkable: it may have changed the world
  StepPath carried;             // it was begun by a run before this one, there
  std::vector<std::string> posted;  // of a post: the kinds of its events
};

// Something that the run is told, in the order of the log.
struct Completion {
  enum class What { kFinished, kCancelled };  // kCancelled: the whole flow, by a person or parent
  What what = What::kFinished;
  RoomSeq at;
  StepPath place;
  Outcome outcome;
};

class History {
 public:
  // Takes the events of `flow`, newest run only; the rest of the room is passed over. The run's
  // own start is in `start()`. Where the events begin with a later run, `before` is the start of
  // the one before it. Errors: flow_unknown when there is no flow.started.
  static Result<History> of(const std::vector<EventPtr>& room, const FlowId& flow,
                            const FlowStart* before = nullptr);

  const FlowStart& start() const { return start_; }
  const std::vector<Completion>& completions() const { return completions_; }
  bool finished() const { return finished_; }  // flow.finished is there
  bool cancelled() const { return cancelled_; }
  std::string_view paused() const { return paused_; }  // why, when the last word is a pause

  JournaledEffect* find(const StepPath& place);
  const std::map<StepPath, JournaledEffect>& effects() const { return effects_; }

  // Every cursor that this run moves to, and where it began.
  void add_cursors(std::set<RoomSeq>& cursors) const;

  // True while an effect below `prefix` is journaled and was not asked for yet.
  const JournaledEffect* unasked_below(std::string_view prefix) const;

  // The error flow_diverged. `expected` or `asked` may be null (nothing there); `version` is that
  // of the flow in this program.
  Error diverged(const RoomId& room, const StepPath& place, const JournaledEffect* expected,
                 const EffectRequest* asked, int version) const;

  void matched(const StepPath& place);

 private:
  FlowStart start_;
  std::map<StepPath, JournaledEffect> effects_;
  std::vector<Completion> completions_;
  std::vector<StepPath> matched_;  // the last five
  bool finished_ = false;
  bool cancelled_ = false;
  std::string paused_;
};

// What to type where a run cannot go on.
std::string begin_anew_cure(const RoomId& room);

// Of flow.started and back. A run that continues another one tells only what changed; `before` is
// that one's start, null for a first run.
JsonObject to_body(const FlowStart& start, const FlowStart* before = nullptr);
FlowStart flow_start(const Event& started, const FlowStart* before = nullptr);

// Of what rides in the row of another effect: an effect that was over when it was asked for, and
// has no row of its own (docs/engine.md, "Looking costs no commit").
JsonObject noted_effect(const JournaledEffect& effect);

// Of effect.finished and back. `withdrawn` says that the flow went on at once when the effect was
// cancelled, without waiting for this row: a replay does the same.
JsonObject to_body(const Outcome& outcome, int attempt);
Outcome outcome_of(const Event& finished);

// What a row of the log tells the run of its flow; nothing for most rows.
std::optional<Completion> completion_of(const Event& event);

}  // namespace fm
