// Journal: the append-only log of one store, and the rows that tell what is open (P-1 to P-3).
//
// One append is one atomic commit: events, fold rows, blobs and marks together or not at all.
// append() is called on the loop and returns at once; `done` is posted to the loop after the
// commit is durable, in the order of the appends. Nobody sees an event earlier. A lazy append may
// wait a few milliseconds for company, since nobody waits for it; the order of appends is kept, so
// whatever is durable has everything before it durable too. A journal that can no longer be
// trusted (a failed sync) calls the fatal handler and takes nothing more; a full disk refuses
// appends with store_full and keeps what is there readable.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/log/event.h"

namespace fm {

// What waits in a room: read at start instead of the log.
enum class OpenKind { kFlow, kGate, kTimer };

struct OpenRow {
  OpenKind kind = OpenKind::kFlow;
  RoomId room;
  std::string id;  // a flow's, a gate's, or "flow place" of a timer
  UtcMs due;       // of a timer
  JsonObject data;
};

struct RoomRow {
  RoomId id;
  std::string title;
  std::string folder;
  std::string team;
  std::string state;  // working, waiting, paused, finished, failed, empty
  RoomSeq head;
  UtcMs created_at;
  UtcMs updated_at;
  int open_gates = 0;
  int activations = 0;  // that ended without progress; 3 and the room is quarantined (R29)
};

enum class Urgency { kLazy, kNow };
enum class ActivationMark { kNone, kBegin, kProgress };

// A room's fold as it was at one of its events, so that opening the room need not read what came
// before (docs/engine.md, "Kept folds"). What is in it is the engine's business
// (runtime/kept_room.h); the store only knows that it belongs to this very log.
struct KeptFold {
  RoomSeq at;
  int version = 0;    // of what `bytes` hold
  std::string bytes;  // compressed
};

struct Appended {
  std::vector<EventPtr> events;
  bool duplicate = false;  // the client id was known: `events` holds the former event
};

struct Append {
  RoomId room;  // made by its first event, which is room.created
  std::vector<NewEvent> events;
  std::vector<OpenRow> opened;
  std::vector<std::pair<OpenKind, std::string>> closed;
  std::string state;               // the room's new state; empty: as before
  std::vector<std::string> blobs;  // texts to keep by hash, e.g. pins
  Urgency urgency = Urgency::kNow;
  ActivationMark activation = ActivationMark::kNone;
  // Kept after the commit, in a transaction of its own; not kept where the disk is full.
  std::optional<KeptFold> fold = {};
  // Errors: store_full, store_failed, effect_finished (a second result at one place),
  // room_exists, room_unknown. May be empty.
  std::move_only_function<void(Result<Appended>)> done;
};

class Journal {
 public:
  virtual ~Journal() = default;

  virtual void append(Append append) = 0;

  // Committed events after `after`, oldest first, at most `limit` (500 is the house's page).
  // Checks the chain. Errors: store_damaged (room and number), event_too_new, room_unknown.
  // From any thread.
  virtual Result<std::vector<EventPtr>> read(const RoomId& room, RoomSeq after,
                                             std::size_t limit) = 0;

  virtual Result<std::vector<RoomRow>> rooms() = 0;            // newest first
  virtual Result<std::vector<OpenRow>> open_rows() = 0;        // of all rooms
  virtual Result<std::string> blob(std::string_view hex) = 0;  // errors: blob_missing

  // The room's kept folds that belong to its log as it is, newest first. A journal need not keep
  // any. From any thread.
  virtual Result<std::vector<KeptFold>> folds(const RoomId& /*room*/) {
    return std::vector<KeptFold>();
  }
};

// The whole of a room, page by page.
Result<std::vector<EventPtr>> read_all(Journal& journal, const RoomId& room);

}  // namespace fm
