// Journal: the append-only log of one store, and the rows that tell what is open (P-1 to P-3).
//
// One append is one atomic commit: events, rows, blobs and marks together or not at all. Who writes
// is one of two:
//
//   the owner   of a room, a node that holds its claim: append(). The store refuses it when another
//               node has claimed the room since (room_fenced), and when others have written behind
//               what it knows (head_moved).
//   anybody     post_input(): what a person does in a room, at whatever head there is, once.
//
// All functions are called on the loop and return at once, but for those that say that they block.
// What is given as `done` is called on the loop, for what is written after the commit is durable
// and in the order of the calls. Nobody sees an event earlier. A lazy append may wait a few
// milliseconds for company; order is kept, so whatever is durable has everything before it durable
// too. A journal that can no longer be trusted (a failed sync) calls the fatal handler and takes
// nothing more; a full disk refuses with store_full and keeps what is there readable.
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

// The claim of a room: it rises each time the room is claimed, also by the same node. The newest
// alone may append.
using Epoch = StrongInt<struct EpochTag>;

struct Appended {
  std::vector<EventPtr> events;
  bool duplicate = false;  // the client id was known: `events` holds the former event
  Epoch epoch = {};        // of an append: the claim that it was committed under
};

// The owner's. It decides what goes on in the room, from all that is in its log up to `expected`.
struct Append {
  RoomId room;                 // made by its first event, which is room.created
  std::optional<Epoch> epoch;  // of the claim; none: this node's, and where it has none, this very
                               // commit claims the room as claim() does
  // What the owner knows of the room. Beyond it there may be only what was appended under this
  // claim: the owner need not wait for one append before the next. None: whatever is there.
  std::optional<RoomSeq> expected;
  std::vector<NewEvent> events;
  std::vector<OpenRow> opened;
  std::vector<std::pair<OpenKind, std::string>> closed;
  std::string state;               // the room's new state; empty: as before
  std::vector<std::string> blobs;  // texts to keep by hash, e.g. pins
  Urgency urgency = Urgency::kNow;
  ActivationMark activation = ActivationMark::kNone;
  // Errors: store_full, store_failed, effect_finished (a second result at one place),
  // room_exists, room_unknown, room_owned (see claim()), and those of `returned`. May be empty.
  std::move_only_function<void(Result<Appended>)> done;
  // If it is set, an append that may be made again comes back whole, in the place of `done`:
  //   head_moved      others have written: take that in, then append again
  //   room_fenced     the room has been claimed anew since
  //   commit_unknown  nobody knows whether it is in the log. All of the room that was appended
  //                   behind it comes back as well, until the room is claimed anew; after that it
  //                   is there or never will be, and a look into the log tells.
  std::function<void(const Error& why, Append&& append)> returned;
};

// What a person does, from a node that need not own the room (post.h): it is durable, and the owner
// takes it in. What the client id, or the gate, has had before is not written again: `duplicate`.
struct Post {
  RoomId room;
  NewEvent event;
  // Errors: input_kind, room_unknown, gate_unknown, gate_changed, gate_option, store_full,
  // store_failed, commit_unknown (post it again). May be empty.
  std::move_only_function<void(Result<Appended>)> done;
};

// No page is longer, however much is asked for (bounded replay): R18.
inline constexpr std::size_t kPageEvents = 500;
inline constexpr std::size_t kPageBytes = 8u << 20;  // of texts; one event there is in any case

struct LogPage {
  std::vector<EventPtr> events;
  bool is_last = false;  // they reach to the head that the room had then
};

template <class T>
using OnDone = std::move_only_function<void(Result<T>)>;

class Journal {
 public:
  virtual ~Journal() = default;

  virtual void append(Append append) = 0;
  virtual void post_input(Post post) = 0;

  // Makes this node the room's owner and fences whoever was. Errors: room_unknown; room_owned, when
  // a node owns it that is alive.
  virtual void claim(RoomId room, OnDone<Epoch> done) = 0;
  // Gives the room up, behind all that was appended: who wants it claims it. Nobody waits for it.
  virtual void release(const RoomId& room, Epoch epoch) = 0;
  // Whether other nodes may own rooms of this store and write into it.
  virtual bool is_shared() const { return false; }
  // Called with a room that somebody else has written to. While a node owns the room it is a hint,
  // which may be late or not come; while none does, it comes until one has claimed it.
  virtual void on_written(std::function<void(const RoomId&)> /*heard*/) {}

  // Committed events after `after`, oldest first, at most `limit`. Checks the chain.
  // Errors: store_damaged (room and number), event_too_new, room_unknown.
  virtual void read_page(RoomId room, RoomSeq after, std::size_t limit, OnDone<LogPage> done) = 0;
  // The room's kept folds that belong to its log as it is, newest first.
  virtual void read_folds(RoomId room, OnDone<std::vector<KeptFold>> done) = 0;
  virtual void read_open(RoomId room, OnDone<std::vector<OpenRow>> done) = 0;

  // Soon, behind all that was appended, in a transaction of its own. Anybody's, since it is only a
  // cache: nobody waits for it, and it is not kept where the disk is full.
  virtual void keep_fold(RoomId room, KeptFold fold) = 0;

  // These block: for starting, and for work in the pool. Errors as above.
  virtual Result<std::vector<EventPtr>> read(const RoomId& room, RoomSeq after,
                                             std::size_t limit) = 0;
  virtual Result<std::vector<RoomRow>> rooms() = 0;            // newest first
  virtual Result<std::vector<OpenRow>> open_rows() = 0;        // of all rooms
  virtual Result<std::string> blob(std::string_view hex) = 0;  // errors: blob_missing
};

// The whole of a room, page by page; blocks.
Result<std::vector<EventPtr>> read_all(Journal& journal, const RoomId& room);

}  // namespace fm
