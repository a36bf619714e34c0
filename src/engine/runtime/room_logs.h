// RoomLogs: writes into rooms for an engine, beside other nodes that may do so too (docs/engine.md,
// "More than one node").
//
//   what comes back   what is done
//   committed         its events are given on, in the order of the log
//   head_moved        what others have written is read and given on; then it is appended again
//   commit_unknown    the room is claimed anew and its log read: what is there counts as committed,
//                     the rest is appended again
//   room_fenced       the room is lost: its owner is told, and nothing more is written
//
// While a room is being caught up with, what is appended to it waits, in its order. Nothing is said
// of a room that is not kept beyond its claim, which is given back. All on the loop thread.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/log/journal.h"

namespace fm {

// An append that comes back is made again, but for these.
struct OnReturn {
  // What must be put together anew where others have written, or the room is lost: it gets the
  // append in place of that.
  std::function<void(Append&&)> back = {};
  // What was done since rests on it: where others have written, or its outcome is not known, the
  // room is lost with head_moved, and begun from its log.
  bool starts_over = false;
};

class RoomLogs {
 public:
  // Who goes on with the rooms: the engine.
  class Reader {
   public:
    virtual ~Reader() = default;
    // Of an append of this node: its rows, then its events.
    virtual void committed(const Append& rows, const std::vector<EventPtr>& events) = 0;
    // What somebody else has written, or this node has posted.
    virtual void came(const RoomId& room, const std::vector<EventPtr>& events) = 0;
    // The room is not this node's any more, or (head_moved) what goes on in it rests on another log
    // than there is; its appends fail after this.
    virtual void lost(const RoomId& room, const Error& why) = 0;
  };
  using Then = std::move_only_function<void(Result<Appended>)>;

  RoomLogs(Journal& journal, Reader& reader);  // which outlive it

  void append(Append append, Then then, OnReturn when = {});
  void post(const RoomId& room, NewEvent event, Then then);

  // The room is kept from here on, and its log is known up to `head`; what comes is given on.
  void keep(const RoomId& room);
  void knows(const RoomId& room, RoomSeq head);
  bool is_kept(const RoomId& room) const;
  // Whether the log may hold, before what is appended now, what was not given on yet.
  bool is_busy(const RoomId& room) const;
  void let_go(const RoomId& room);  // its claim is given back behind what is under way

  void leave();  // all claims are given back behind what is under way; nothing is done after it

  void look(const RoomId& room);  // somebody may have written
  void look_at_all();

 private:
  struct Held {
    Append append;
    OnReturn when;
    bool is_unknown = false;
  };
  struct Log {
    std::optional<Epoch> epoch;    // of this node's claim
    std::optional<RoomSeq> known;  // all events up to there were given on
    int in_flight = 0;             // appends
    std::deque<Held> returned;     // appends that came back
    std::deque<Held> waiting;      // those that were made after them
    std::vector<EventPtr> read;    // while it is being caught up with
    int rounds = 0;                // of catching up, without any append getting through
    bool is_kept = false;
    bool is_lost = false;      // what is in flight fails
    bool is_unknown = false;   // some of what is held may be in the log
    bool is_catching = false;  // being caught up with
    bool must_look = false;
  };

  void send(const RoomId& room, Held held);
  void settle(const Append& rows, const Result<Appended>& done);
  void came_back(const Error& why, Append append, OnReturn when);
  void posted(const RoomId& room, const std::vector<EventPtr>& events);
  void post_again(const RoomId& room, NewEvent event, Then then, int tries);
  void move_on(const RoomId& room);
  void catch_up(const RoomId& room);
  void read_on(const RoomId& room);
  void caught_up(const RoomId& room);
  void give_on(const RoomId& room, std::vector<EventPtr> events);
  void lose(const RoomId& room, const Error& why);
  void refuse(Held held, const Error& why);

  Journal& journal_;
  Reader& reader_;
  std::unordered_map<RoomId, Log> logs_;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace fm
