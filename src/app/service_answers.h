// What the service answers, as values (app/service.h).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/service_requests.h"
#include "base/result.h"
#include "engine/log/event.h"
#include "engine/runtime/bus.h"
#include "model/model.h"
#include "team/documents/documents.h"
#include "team/room/channel.h"
#include "team/room/project_status.h"
#include "team/room/room.h"

namespace fm {

// Called once, on the loop; perhaps before the call that it was given to returns. It must not
// destroy the service.
template <class T>
using Done = std::function<void(Result<T>)>;

template <class T>
struct Page {
  std::vector<T> items;
  std::string next = {};  // the cursor of the page after it; empty: this is the last
};

// How a request to begin or to go on was met.
struct Started {
  RoomId room;
  FlowId flow;
  bool continued = false;            // the same discussion was unfinished and goes on
  int rounds_added = 0;              // to a finished discussion, which goes on in its room
  RoomSeq earlier;                   // what the room held before; 0: it is new
  std::optional<RoomId> unfinished;  // another unfinished discussion of this folder
  std::vector<Error> notices;        // e.g. control characters removed from the topic
};

// How a result was taken along.
struct HandedOver {
  ProjectId project;
  std::string title;
  std::string branch;      // of the project
  std::string into;        // the person's, by its short name; empty: their checkout is of none
  std::string commit;      // that is in it now
  bool was_there = false;  // nothing had to be done
  bool merged = false;     // their branch had gone on: the two were merged
  std::string push, pull_request;  // lines to type; empty: there is no remote for them
  // The review that waits, and which this is the answer to; empty: none does.
  std::string gate, digest;
};

struct LaneSnapshot {
  int number = 0;  // 0: as the task began
  std::string commit;
  std::string what;                // what was done in that round
  std::vector<std::string> files;  // that it changed
  bool is_now = false;             // the worktree holds just this
};

struct LaneHistory {
  ProjectId project;
  std::string task;
  std::string folder;
  std::vector<LaneSnapshot> steps;  // the oldest first
  std::string rescued;              // ref of what would have been lost; empty: nothing was
};

struct RoomSummary {
  RoomId id;
  std::string title;
  std::string folder;
  std::string team;
  std::string state;  // working, waiting, paused, finished, failed, quarantined, empty
  UtcMs created_at;
  UtcMs updated_at;
  std::int64_t events = 0;
  int open_gates = 0;
};

// A room that a folder's files name, and that is of another folder.
struct RoomElsewhere {
  RoomSummary room;
  bool moved = false;  // the folder that it is of has them no longer
};

// A room as it stood at one of its events. Whoever looks at the same shares it; it never changes.
using RoomViewPtr = std::shared_ptr<const RoomView>;

// What became of a channel that was to be bound.
struct Bound {
  Channel channel;
  RoomId before;  // it was bound to this room, perhaps the very one; empty: to none
};

struct ChannelBinding {
  Channel channel;
  RoomId room;
};

struct ProjectEntry {
  RoomId room;
  ProjectStatus status;
};

// A question that only a person can answer, and that can be answered now.
struct WaitingGate {
  RoomViewPtr room;
  OpenGate gate;
};

struct CostSum {
  std::int64_t turns = 0;  // that asked a model
  std::int64_t failed = 0;
  std::int64_t unpriced = 0;  // turns whose cost nobody knows
  Usage usage;
  MicroUsd cost;
  Millis took{0};

  CostSum& operator+=(const CostSum& more);
};

struct CostLine {
  std::string name;
  CostSum sum;
};

// One list for each grouping that was asked for: days by date, the others dearest first.
using CostTables = std::vector<std::vector<CostLine>>;

// A finished project that later teams are told of (C-52).
struct MemoryEntry {
  RoomId room;
  ProjectId project;
  std::string title;                   // of the brief, else the goal's first line
  std::string goal;                    // of the brief, else in the person's words
  std::shared_ptr<const Brief> brief;  // null: it needed none
  BriefOrigin origin{};                // of the brief
  std::vector<DecidedPoint> decisions;
  std::string one_liner;  // what it came to; may be empty
  std::string summary;    // Markdown: the review, else the work or the options; may be empty
  UtcMs finished_at;
};

// An interruption came while nobody was speaking.
inline Error nothing_runs() { return {"nothing_runs", "Nobody is speaking just now.", "", ""}; }

// Hears a room (engine/runtime/bus.h): committed events in room order with nothing missed, previews
// of growing text, why a turn waits, and that no flow of the room can go on by itself.
using Watcher = Listener;

// A watch of a room; it ends with this. A follower that cannot take more just now pauses it:
// nothing is queued for it then but where it stands, and when it resumes it hears what it missed,
// from the newest lines in memory or from the store, page by page; and then once more that the room
// rests, where it does.
class Watching {
 public:
  virtual ~Watching() = default;
  virtual void pause() = 0;   // at once: also inside of a call of the watcher
  virtual void resume() = 0;  // nothing is heard inside this call
  // The watcher is told in its place that the room rests, since for it the room does.
  virtual void tell_rest() = 0;
};

}  // namespace fm
