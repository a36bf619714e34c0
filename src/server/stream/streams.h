// Streams: what happens in rooms, told to browsers as server-sent events (P-70).
//
// One stream a browser, for all rooms that it looks at. It subscribes, reads what it missed and
// follows, each room from its own cursor; the id of an event holds the cursors of all, so that
// `Last-Event-ID` goes on without gap or repetition. Events are sent as they are stored. Who is
// slow is not waited for: the watches of its rooms pause until it has taken what it was sent, and
// it is cut off when it takes nothing. Loop thread; the service outlives it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "app/service.h"
#include "base/result.h"
#include "loop/loop.h"
#include "server/http/http_connection.h"

namespace fm::server {

// Which rooms' events are wanted, and after which.
using Cursors = std::map<std::string, std::int64_t>;

// "EPOCH;tea-x1y2=17;..." and back; nothing where the id is another store's or none of ours.
std::string stream_id(std::string_view epoch, const Cursors& cursors);
std::optional<Cursors> read_stream_id(std::string_view epoch, std::string_view id);

struct StreamWanted {
  Cursors rooms;
  bool all = false;          // tell of news in every room
  std::string last_id = {};  // the newest that the browser has
  std::string session = {};  // whose it is
};

class Streams {
 public:
  Streams(Service& service, Loop& loop, std::string epoch);
  ~Streams();
  Streams(const Streams&) = delete;

  void open(const StreamWanted& wanted, HttpReply& reply);
  std::size_t count() const { return streams_.size(); }

  // Tells all that the server ends, and ends them.
  void leave();
  // It is signed out: its streams end.
  void end_session(std::string_view session);

 private:
  class Stream;
  void look_for_news();
  void schedule_news();
  void schedule_beat();

  Service& service_;
  Loop& loop_;
  const std::string epoch_;
  std::map<std::uint64_t, std::shared_ptr<Stream>> streams_;
  std::uint64_t next_ = 0;
  std::map<std::string, std::int64_t> newest_;  // of each room, as it was last seen
  bool has_seen_ = false;
  std::unique_ptr<Timer> news_;
  std::unique_ptr<Timer> beat_;
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace fm::server
