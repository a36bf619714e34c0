#include "test/support/served_store.h"

#include <doctest/doctest.h>

#include <utility>

namespace fm::testing {
namespace {

// Stops the loop when nothing of the room can go on by itself.
struct Rest final : Watcher {
  explicit Rest(Loop& of) : loop(of) {}
  void event(const EventPtr&) override {}
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {
    rests = true;
    loop.stop();
  }
  Loop& loop;
  bool rests = false;
};

}  // namespace

ServedStore::ServedStore() { begin(); }

void ServedStore::begin() {
  ConfigSources sources;
  sources.variable = [](const char*) -> const char* { return nullptr; };
  auto config = Config::load(sources);
  REQUIRE(config);
  ServiceOptions options;
  options.store = (scratch.path() / "store").string();
  options.command = "test";
  options.packs = embedded_files();
  auto opened = open_service(std::move(options), {.config = std::move(*config)}, *loop);
  REQUIRE(opened);
  service = std::move(*opened);
  auto served = server::HttpServer::open(
      *loop, *service,
      {.port = 0,
       .me = "ada",
       .sessions = (scratch.path() / "web.json").string(),
       .refuse = refuse,
       .facts = {.version = "test",
                 .folder = folder(),
                 .team = {},
                 .preset = {},
                 .model = "rehearsal",
                 .agents =
                     [](const std::string&, const std::string&) {
                       return std::vector<AgentLine>{{"leader", "Leader", "Frames the question."}};
                     },
                 .teams =
                     [](const std::string&) {
                       return std::vector<TeamLine>{
                           {"council", "Council", "Talks it over.", "conversation"}};
                     }}});
  REQUIRE(served);
  server = std::move(*served);
}

void ServedStore::end() {
  server.reset();
  service.reset();
}

std::string ServedStore::host() const { return server->url().substr(7); }

int ServedStore::port() const { return std::stoi(host().substr(host().find(':') + 1)); }

std::string ServedStore::sign_in(const std::string& name) {
  server::WebSessions sessions((scratch.path() / "web.json").string(), clock);
  const auto link = sessions.new_link(name);
  REQUIRE(link);
  const std::string target = link->url.substr(server->url().size());
  const HttpSaid entered = ask_as_stranger("GET", target);
  REQUIRE(entered.status == 303);
  const std::string& set = entered.headers.at("set-cookie");
  cookie = set.substr(0, set.find(';'));
  return cookie;
}

HttpSaid ServedStore::ask_as_stranger(std::string_view method, std::string_view target,
                                      std::map<std::string, std::string> headers,
                                      std::string_view body) {
  HttpTalk talk(*loop, port());
  talk.send(http_request(method, target, host(), headers, body));
  return talk.answer(method != "HEAD");
}

HttpSaid ServedStore::ask(std::string_view method, std::string_view target,
                          std::map<std::string, std::string> headers, std::string_view body) {
  headers["cookie"] = cookie;
  return ask_as_stranger(method, target, std::move(headers), body);
}

HttpSaid ServedStore::get(std::string_view target) { return ask("GET", target); }

HttpSaid ServedStore::post(std::string_view target, const JsonObject& body,
                           const std::map<std::string, std::string>& headers) {
  std::map<std::string, std::string> all = headers;
  all["content-type"] = "application/json";
  return ask("POST", target, all, canonical(body));
}

std::string ServedStore::conversation(const std::string& title) {
  const HttpSaid opened = post("/api/rooms", {{"title", title}, {"demo", true}});
  REQUIRE_MESSAGE(opened.status == 201, opened.body);
  std::string room(text_at(opened.json(), "room"));
  rest(room);
  return room;
}

void ServedStore::say(const std::string& room, const std::string& text) {
  const HttpSaid said = post("/api/rooms/" + room + "/messages", {{"text", text}});
  REQUIRE_MESSAGE(said.status == 201, said.body);
  rest(room);
}

Json ServedStore::room_when(const std::string& room,
                            const std::function<bool(const Json&)>& is_so) {
  constexpr int kTries = 200;  // of 20 ms
  for (int i = 0; i < kTries; ++i) {
    Json seen = get("/api/rooms/" + room).json();
    if (is_so(seen)) return seen;
    const auto soon = loop->after(Millis(20), [&] { loop->stop(); });
    loop->run();
  }
  FAIL("the room never came there: " << get("/api/rooms/" + room).body);
  return {};
}

void ServedStore::rest(const std::string& room) {
  Rest watcher(*loop);
  const auto watch = service->watch(RoomId{room}, {}, watcher);
  while (!watcher.rests) loop->run();
}

}  // namespace fm::testing
