// The stream as a browser has it: nothing missed, nothing twice, whatever is cut (P-70, P-75).
#include "server/stream/streams.h"

#include <doctest/doctest.h>

#include <random>
#include <set>

#include "base/test_seed.h"
#include "test/support/served_store.h"

namespace fm::server {
namespace {

using fm::testing::http_request;
using fm::testing::HttpTalk;
using fm::testing::ServedStore;

struct Frame {
  std::string id;
  std::string kind;
  Json data;
};

// The whole frames of what came.
std::vector<Frame> frames_in(const std::string& text) {
  std::vector<Frame> frames;
  std::size_t at = text.find("\r\n\r\n");
  at = at == text.npos ? text.size() : at + 4;
  for (std::size_t end; (end = text.find("\n\n", at)) != text.npos; at = end + 2) {
    Frame frame;
    std::size_t line = at;
    while (line < end) {
      const std::size_t stop = std::min(text.find('\n', line), end);
      const std::string one = text.substr(line, stop - line);
      if (one.starts_with("id: ")) frame.id = one.substr(4);
      if (one.starts_with("event: ")) frame.kind = one.substr(7);
      if (one.starts_with("data: ")) {
        auto json = parse_json(one.substr(6));
        REQUIRE(json);
        frame.data = std::move(*json);
      }
      line = stop + 1;
    }
    if (!frame.kind.empty()) frames.push_back(std::move(frame));
  }
  return frames;
}

std::string open_stream(const ServedStore& store, const std::string& query,
                        const std::string& last = {}) {
  std::map<std::string, std::string> headers{{"cookie", store.cookie}};
  if (!last.empty()) headers["last-event-id"] = last;
  return http_request("GET", "/api/stream?" + query, store.host(), headers);
}

// Until it has told the newest event that there is now.
void follow(ServedStore& store, HttpTalk& talk, const std::string& room) {
  const auto head = int_at(store.get("/api/rooms/" + room).json(), "head");
  const std::string id = room + "=" + std::to_string(head) + "\n";
  (void)talk.until([&](const std::string& all) { return all.find(id) != all.npos; });
}

std::int64_t seq_of(const Frame& frame) { return int_at(frame.data, "room_seq"); }

TEST_CASE("P-70 the id of an event holds the cursors of all rooms, and only of this store") {
  const Cursors cursors{{"tea-x1y2", 17}, {"books-aaaa", 3}};
  const std::string id = stream_id("e1", cursors);
  CHECK(read_stream_id("e1", id) == cursors);
  CHECK_FALSE(read_stream_id("e2", id));
  CHECK(read_stream_id("e1", "e1") == Cursors{});
  for (const char* bad : {"", "17", "e1;", "e1;a", "e1;a=", "e1;a=x", "e1;a=-1", "e1x;a=1",
                          "e1;a=99999999999999999999"})
    CHECK_FALSE(read_stream_id("e1", bad));
}

TEST_CASE("P-70 C-3 a stream tells the past, then what happens, then what is being said") {
  ServedStore store;
  store.sign_in();
  const std::string room = store.conversation("Stream");
  HttpTalk talk(*store.loop, store.port());
  talk.send(open_stream(store, "room=" + room + ":0"));
  follow(store, talk, room);
  CHECK(store.post("/api/rooms/" + room + "/messages", {{"text", "hello"}}).status == 201);
  const std::string& text = talk.until([&](const std::string& all) {
    return all.find("\"kind\":\"user\"") != all.npos &&
           all.rfind("event: rest") > all.find("\"kind\":\"user\"");
  });
  const auto frames = frames_in(text);
  REQUIRE(frames.size() > 3);
  CHECK(text.find("content-type: text/event-stream") != std::string::npos);
  CHECK(frames[0].kind == "hello");
  const std::string epoch(text_at(frames[0].data, "epoch"));
  CHECK(epoch.size() == 12);
  std::int64_t next = 1;
  for (const Frame& frame : frames)
    if (frame.kind == "event") {
      CHECK(seq_of(frame) == next++);
      CHECK(frame.id == epoch + ";" + room + "=" + std::to_string(seq_of(frame)));
    }
}

TEST_CASE("P-70 whatever is cut, and when: no gap, no repeat, also across a restart") {
  ServedStore store;
  store.sign_in();
  const std::string secret = store.cookie.substr(store.cookie.find('='));
  std::vector<std::string> rooms = {store.conversation("One"), store.conversation("Two")};
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  std::map<std::string, std::int64_t> seen;
  std::string last;
  for (int cut = 0; cut < 60; ++cut) {
    if (cut == 30) {
      store.end();
      store.begin();
      store.cookie = "folkmoot-" + std::to_string(store.port()) + secret;
    }
    HttpTalk talk(*store.loop, store.port());
    talk.send(open_stream(store, "room=" + rooms[0] + ":0&room=" + rooms[1] + ":0", last));
    const std::string& chosen = rooms[random() % 2];
    const auto said = store.post("/api/rooms/" + chosen + "/messages",
                                 {{"text", "hello number " + std::to_string(cut)}});
    REQUIRE(said.status == 201);
    const std::size_t bytes = 200 + (random() % 20'000);
    const std::string& text = talk.until([&](const std::string& all) {
      return all.size() >= bytes || all.find("event: rest") != all.npos;
    });
    // A browser takes whole frames, in the middle of whatever came.
    for (const Frame& frame : frames_in(text.substr(0, bytes))) {
      if (frame.kind != "event") continue;
      const std::string room(text_at(frame.data, "room"));
      CHECK(seq_of(frame) == seen[room] + 1);
      seen[room] = seq_of(frame);
      last = frame.id;
    }
    talk.close();
  }
  // And the rest of it.
  for (const std::string& room : rooms) {
    const auto head = int_at(store.get("/api/rooms/" + room).json(), "head");
    HttpTalk talk(*store.loop, store.port());
    talk.send(open_stream(store, "room=" + room + ":0", last));
    const std::string end = ";" + room + "=" + std::to_string(head) + "\n";
    const std::string& text = talk.until(
        [&](const std::string& all) { return all.find(end) != all.npos || seen[room] == head; });
    for (const Frame& frame : frames_in(text))
      if (frame.kind == "event") CHECK(seq_of(frame) == ++seen[room]);
    CHECK(seen[room] >= head);
  }
}

TEST_CASE("P-75 who takes nothing holds nobody up, and little is kept for them") {
  ServedStore store;
  store.sign_in();
  const std::string room = store.conversation("Slow");
  for (int i = 0; i < 12; ++i) store.say(room, "hello " + std::string(200'000, 'x'));
  HttpTalk slow(*store.loop, store.port());
  HttpTalk quick(*store.loop, store.port());
  slow.send(open_stream(store, "room=" + room + ":0"));
  slow.stop_reading();
  quick.send(open_stream(store, "room=" + room + ":0"));
  const auto head = int_at(store.get("/api/rooms/" + room).json(), "head");
  const std::string end = "=" + std::to_string(head) + "\nevent: event";
  (void)quick.until([&](const std::string& all) { return all.find(end) != all.npos; });
  std::int64_t next = 1;
  for (const Frame& frame : frames_in(quick.until([](const std::string&) { return true; })))
    if (frame.kind == "event") CHECK(seq_of(frame) == next++);
  CHECK(next == head + 1);
}

TEST_CASE("P-70 a page hears that something happened in rooms that it does not follow") {
  ServedStore store;
  store.sign_in();
  const std::string room = store.conversation("Elsewhere");
  HttpTalk talk(*store.loop, store.port());
  talk.send(open_stream(store, "all=true"));
  (void)talk.until([](const std::string& all) { return all.find("event: hello") != all.npos; });
  const auto soon = store.loop->after(Millis(100), [&] { store.loop->stop(); });
  store.loop->run();
  store.say(room, "hello");
  const std::string& text =
      talk.until([](const std::string& all) { return all.find("event: news") != all.npos; });
  const auto frames = frames_in(text);
  CHECK(text_at(frames.back().data, "room") == room);
}

TEST_CASE("P-70 when the server ends, streams are told") {
  ServedStore store;
  store.sign_in();
  const std::string room = store.conversation("End");
  HttpTalk talk(*store.loop, store.port());
  talk.send(open_stream(store, "room=" + room + ":0"));
  follow(store, talk, room);
  store.server->leave();
  const std::string& text = talk.until([&](const std::string&) { return talk.is_closed(); });
  CHECK(frames_in(text).back().kind == "leaving");
}

}  // namespace
}  // namespace fm::server
