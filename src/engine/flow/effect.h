// Effects: what a flow asks of the outside, as data with an identity (design ideas 3 and 5).
//
// A request says what is wanted, never how it will look on the wire: its kind and request object
// are digested and journaled, and a replay must ask for the same at the same place. Performers do
// the work; one is registered per kind and declares what a crash in the middle means.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/json.h"
#include "engine/flow/fold.h"
#include "engine/flow/task.h"
#include "engine/log/event.h"

namespace fm {

// What a crash between "started" and "finished" means (P-12).
enum class EffectClass {
  kPure,        // no outside: done again
  kRepeatable,  // done again; costs something, so every attempt is counted (model calls)
  kCheckable,   // a probe tells whether it happened (merges)
  kOnce         // nobody can tell: the person is asked, it is never done again unseen
};
std::string_view to_string(EffectClass effect_class);

struct EffectRequest {
  std::string kind;    // of the performer: "turn", "tool", ...
  JsonObject request;  // the identity: no double, no rendered prompt, no key

  std::string digest() const;  // of kind and request
};

// What came of an effect, as the flow sees it: one of a value, an error, an interruption. An
// interrupted effect may carry what there was so far in `value`.
struct Outcome {
  Json value;
  std::optional<Error> error;
  bool interrupted = false;

  bool ok() const { return !error && !interrupted; }
};

// Of a run that takes the place of one that could not go on (engine/flow/carried.h).
struct Anew {
  int run = 1;          // which it replaces
  RoomSeq from;         // where that one began: this one reads the room from there again
  bool afresh = false;  // it begins where the room is now, since following has failed once
};

// How a flow was started: fixed for its life, from flow.started.
struct FlowStart {
  FlowId id;
  std::string name;
  int version = 1;
  int run = 1;  // rises with flow.continue_as
  JsonObject args;
  std::string manifest;                          // digest of what it is pinned to (flow/pins.h)
  std::map<std::string, std::string> pins;       // the same, in logs from before manifests
  std::map<std::string, std::string> endpoints;  // model -> host
  FlowId parent;                                 // of a child; else empty
  StepPath parent_path;
  RoomSeq started;  // where this run begins in the room
  UtcMs at;
  std::optional<Anew> anew;
};

// One attempt at one effect.
struct EffectCall {
  RoomId room;
  std::shared_ptr<const FlowStart> flow;
  StepPath place;
  JsonObject request;
  RoomSeq cursor;   // how far into the room the flow had read
  int attempt = 1;  // from 1; a late result of an earlier attempt is refused
  std::string key;  // idempotency key: the same for every attempt (R23)
  FoldPtr view;     // the room up to the cursor; may be kept for as long as it is needed
  // What earlier attempts, or this one before a crash, left behind by record(): a process, a
  // session, a worktree, a provider's id. Empty: nothing. probe() and begin() look here first.
  JsonObject progress = {};
  // Leaves something behind, durable when it returns, and tells that the work is alive. False: this
  // attempt does not count any more, and should end.
  std::function<Task<bool>(JsonObject)> record = {};
  std::function<void()> beat = {};  // tells that the work is alive, and nothing else
  CancelToken cancel;
};

// What a performer gives back. `events` are committed together with the result, before it.
struct Performed {
  Outcome outcome;
  std::vector<NewEvent> events;
  std::string prompt_hash;  // for diagnosis only; empty: none
};

// How long an attempt may take, and how long without record() or beat(). Zero: for ever. When it is
// over, its token is cancelled and the outcome is the error effect_timeout.
struct EffectDeadline {
  Millis in_all{0};
  Millis silence{0};
};

enum class Probe { kHappened, kDidNotHappen, kUnknown };

class Performer {
 public:
  virtual ~Performer() = default;
  virtual EffectClass effect_class() const = 0;

  // Events that belong to the start of the first attempt, e.g. turn.started.
  virtual std::vector<NewEvent> announce(const EffectCall& call) = 0;

  // Not a coroutine itself: it takes what it needs from `view` (the room folded up to
  // call.cursor, valid during this call only) and returns the work.
  virtual Task<Performed> begin(EffectCall call, const Fold& view) = 0;

  virtual EffectDeadline deadline(const EffectCall& call) const;

  // Of a checkable effect found in flight. kHappened must come with the result in `performed`.
  virtual Task<Probe> probe(EffectCall call, Performed& performed);
};

// The performers by kind. They are owned by the caller and outlive the engine.
using Performers = std::map<std::string, Performer*, std::less<>>;

}  // namespace fm
