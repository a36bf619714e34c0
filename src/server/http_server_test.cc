// `folkmoot serve` as a browser meets it: a real store with the rehearsal, over real sockets.
#include "server/http_server.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "test/support/served_store.h"

namespace fm::server {
namespace {

using fm::testing::HttpSaid;
using fm::testing::HttpTalk;
using fm::testing::ServedStore;

JsonArray items_of(const HttpSaid& said) {
  const Json json = said.json();
  const Json* items = find_at(json, "items");
  REQUIRE(items != nullptr);
  return items->as_array();
}

TEST_CASE("P-70 a local program without a session gets nothing but the page and the pulse") {
  ServedStore store;
  CHECK(store.ask_as_stranger("GET", "/healthz").body == "ok\n");
  CHECK(store.ask_as_stranger("GET", "/readyz").status == 200);
  for (const Api::Route& route : Api::routes()) {
    CAPTURE(route.pattern);
    const auto said = store.ask_as_stranger(route.method, route.pattern,
                                            {{"content-type", "application/json"}}, "{}");
    CHECK(said.status == 401);
    CHECK(said.code() == "http_session");
    CHECK(said.headers.at("cache-control") == "no-store");
  }
  CHECK(store.ask_as_stranger("GET", "/metrics").status == 401);
  CHECK(store.ask_as_stranger("GET", "/api/nothing").status == 401);
  CHECK(store.ask_as_stranger("GET", "/enter?key=guessed").status == 401);
  store.sign_in();
  CHECK(store.get("/api/session").status == 200);
  CHECK(store.get("/metrics").body.find("folkmoot_http_requests_total") != std::string::npos);
}

TEST_CASE("P-70 each answer has the headers that keep other pages and scripts away") {
  ServedStore store;
  for (const char* target : {"/", "/healthz", "/api/rooms", "/nothing"}) {
    const auto said = store.ask_as_stranger("GET", target);
    CHECK(said.headers.at("x-content-type-options") == "nosniff");
    CHECK(said.headers.at("content-security-policy").find("script-src 'self'") !=
          std::string::npos);
    CHECK(said.headers.at("content-security-policy").find("unsafe") == std::string::npos);
    CHECK(said.headers.count("access-control-allow-origin") == 0);
  }
  const auto cookie = store.sign_in();
  CHECK(cookie.starts_with("folkmoot-" + std::to_string(store.port()) + "="));
}

TEST_CASE("P-70 a whole conversation: a room, words, questions, a gate, the answer") {
  ServedStore store;
  store.sign_in();
  const std::string room = store.conversation("Tool library");
  store.say(room, "I want to build a page where neighbours lend each other tools");
  const auto rooms = items_of(store.get("/api/rooms"));
  REQUIRE(rooms.size() == 1);
  CHECK(text_at(rooms[0], "title") == "Tool library");

  auto seen = store.get("/api/rooms/" + room).json();
  CHECK(bool_at(seen, "demo"));
  CHECK(text_at(*find_at(seen, "project"), "phase") == "discovery");
  const JsonArray questions = find_at(seen, "questions")->as_array();
  REQUIRE_FALSE(questions.empty());
  CHECK(int_at(questions[0], "number") == 1);
  store.say(room, "you decide");

  seen = store.room_when(
      room, [](const Json& now) { return !find_at(now, "gates")->as_array().empty(); });
  const JsonArray gates = find_at(seen, "gates")->as_array();
  REQUIRE(gates.size() == 1);
  CHECK(items_of(store.get("/api/gates")).size() == 1);
  const std::string path =
      "/api/rooms/" + room + "/gates/" + std::string(text_at(gates[0], "gate"));
  const JsonArray options = find_at(gates[0], "options")->as_array();
  const JsonObject answer{{"option", text_at(options[0], "id")},
                          {"digest", text_at(gates[0], "digest")}};
  CHECK(store.post(path, {{"option", text_at(options[0], "id")}, {"digest", "another"}}).code() ==
        "gate_changed");
  CHECK(store.post(path, {{"option", text_at(options[0], "id")}}).code() == "request_invalid");
  CHECK(store.post(path, answer).status == 200);
  const auto late = store.post(path, answer);
  CHECK(late.status == 409);
  CHECK(late.code() == "gate_answered");
  store.rest(room);

  const std::string project(
      text_at(*find_at(store.get("/api/rooms/" + room).json(), "project"), "id"));
  const auto whole = store.get("/api/rooms/" + room + "/projects/" + project).json();
  CHECK_FALSE(find_at(whole, "briefs")->as_array().empty());
  CHECK(find_at(whole, "questions")->as_array().size() >= questions.size());
  CHECK(store.get("/api/rooms/" + room + "/projects/p-none").code() == "project_unknown");
}

TEST_CASE("P-73 two people in one room: each speaks in their own name, and both see both") {
  ServedStore store;
  const std::string ada = store.sign_in("ada");
  const std::string room = store.conversation("Two");
  store.say(room, "hello");
  store.sign_in("ben");
  store.say(room, "hello from me too");
  store.cookie = ada;
  std::vector<std::string> names;
  for (const Json& message : items_of(store.get("/api/rooms/" + room + "/messages")))
    if (text_at(message, "by") == "person") names.emplace_back(text_at(message, "from"));
  CHECK(names == std::vector<std::string>{"ada", "ben"});
  const auto sessions = items_of(store.get("/api/sessions"));
  REQUIRE(sessions.size() == 2);
  const auto bens =
      std::ranges::find_if(sessions, [](const Json& one) { return text_at(one, "name") == "ben"; });
  REQUIRE(bens != sessions.end());
  CHECK_FALSE(bool_at(*bens, "here"));
  CHECK(store.ask("DELETE", "/api/sessions/" + std::string(text_at(*bens, "id"))).status == 204);
  CHECK(items_of(store.get("/api/sessions")).size() == 1);
  CHECK(store.ask("DELETE", "/api/session").status == 204);
  CHECK(store.get("/api/sessions").status == 401);
}

TEST_CASE("P-70 the same request with the same key is done once") {
  ServedStore store;
  store.sign_in();
  const JsonObject opening{{"title", "Once"}, {"demo", true}};
  const auto first = store.post("/api/rooms", opening, {{"idempotency-key", "k1"}});
  const auto second = store.post("/api/rooms", opening, {{"idempotency-key", "k1"}});
  CHECK(first.status == 201);
  CHECK(second.body == first.body);
  CHECK(items_of(store.get("/api/rooms")).size() == 1);
  CHECK(store.post("/api/rooms", {{"title", "Other"}, {"demo", true}}, {{"idempotency-key", "k1"}})
            .code() == "key_reused");
  const std::string room(text_at(first.json(), "room"));
  const std::string path = "/api/rooms/" + room + "/messages";
  const auto said = store.post(path, {{"text", "hello"}}, {{"idempotency-key", "m1"}});
  CHECK(store.post(path, {{"text", "hello"}}, {{"idempotency-key", "m1"}}).body == said.body);
  store.end();
  store.begin();  // also after a restart: it is in the log
  store.sign_in();
  CHECK(items_of(store.get(path)).size() >= 1);
}

TEST_CASE("P-70 sessions survive a restart of the server") {
  ServedStore store;
  store.sign_in();
  const std::string secret = store.cookie.substr(store.cookie.find('='));
  store.end();
  store.begin();
  store.cookie = "folkmoot-" + std::to_string(store.port()) + secret;
  CHECK(store.get("/api/session").status == 200);
}

TEST_CASE("P-70 what is asked wrongly is told, with its code") {
  ServedStore store;
  store.sign_in();
  const std::string room = store.conversation("Wrong");
  const std::string at = "/api/rooms/" + room;
  struct Case {
    const char* method;
    std::string target;
    std::string body;
    int status;
    const char* code;
  };
  const std::vector<Case> cases = {
      {"GET", "/api/nothing", "", 404, "path_unknown"},
      {"GET", "/api/rooms/nobody-x1y2", "", 404, "room_unknown"},
      {"GET", "/api/rooms/..%2f..%2fetc", "", 404, "path_unknown"},
      {"GET", "/api/rooms?limit=0", "", 422, "request_invalid"},
      {"GET", "/api/rooms?limit=51", "", 422, "request_invalid"},
      {"GET", "/api/rooms?limit=x", "", 422, "request_invalid"},
      {"GET", at + "/messages?before=1&after=2", "", 422, "request_invalid"},
      {"GET", at + "/messages?before=-1", "", 422, "request_invalid"},
      {"GET", at + "/messages/m-none", "", 404, "message_unknown"},
      {"GET", at + "/report", "", 404, "report_unknown"},
      {"GET", at + "/report?format=exe", "", 422, "request_invalid"},
      {"GET", "/api/stream?room=a:x", "", 422, "request_invalid"},
      {"POST", at + "/messages", "{}", 422, "request_invalid"},
      {"POST", at + "/messages", "[]", 422, "request_invalid"},
      {"POST", at + "/messages", "{", 422, "request_invalid"},
      {"POST", at + "/messages", R"({"text": 5})", 422, "request_invalid"},
      {"POST", at + "/messages", R"({"text": " \n "})", 422, "message_empty"},
      {"POST", at + "/gates/g-none", R"({"option": "a", "digest": "b"})", 404, "gate_unknown"},
      {"POST", at + "/interrupt", "", 409, "nothing_runs"},
      {"POST", "/api/rooms", R"({"folder": "relative", "demo": true})", 422, "request_invalid"},
      {"POST", "/api/rooms", R"({"ideate": {"topic": ""}, "demo": true})", 422, "topic_empty"},
      {"PUT", at + "/channels/nonsense", "", 422, "channel_invalid"},
      {"DELETE", "/api/sessions/s-none", "", 404, "session_unknown"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.method);
    CAPTURE(one.target);
    CAPTURE(one.body);
    std::map<std::string, std::string> headers;
    if (!one.body.empty()) headers["content-type"] = "application/json";
    const auto said = store.ask(one.method, one.target, headers, one.body);
    CHECK(said.status == one.status);
    CHECK(said.code() == one.code);
  }
  const auto patched = store.ask("PATCH", at);
  CHECK(patched.status == 405);
  CHECK(patched.headers.at("allow") == "GET");
}

TEST_CASE("P-70 a long room is read from its end, page by page, and long texts are cut there") {
  ServedStore store;
  store.sign_in();
  const std::string room = store.conversation("Long");
  const std::string path = "/api/rooms/" + room + "/messages";
  const std::string big(100'000, 'x');
  store.say(room, "hello " + big);
  for (int i = 0; i < 5; ++i) store.say(room, "hello number " + std::to_string(i));
  std::vector<std::int64_t> seen;
  std::string before;
  for (;;) {
    const auto page = store.get(path + "?limit=3" + before).json();
    std::vector<std::int64_t> seqs;
    for (const Json& message : find_at(page, "items")->as_array())
      seqs.push_back(int_at(message, "room_seq"));
    CHECK(std::ranges::is_sorted(seqs));
    seen.insert(seen.begin(), seqs.begin(), seqs.end());
    if (find_at(page, "next") == nullptr) break;
    before = "&before=" + std::to_string(int_at(page, "next"));
  }
  CHECK(std::ranges::is_sorted(seen));
  CHECK(seen.size() == items_of(store.get(path)).size());
  const auto first = items_of(store.get(path + "?after=0&limit=3"));
  CHECK(int_at(first[0], "room_seq") == seen[0]);
  const auto long_one =
      std::ranges::find_if(first, [](const Json& one) { return bool_at(one, "more"); });
  REQUIRE(long_one != first.end());
  CHECK(text_at(*long_one, "text").size() <= kMostText);
  const auto whole = store.get(path + "/" + std::string(text_at(*long_one, "id"))).json();
  CHECK(text_at(whole, "text") == "hello " + big);
}

TEST_CASE("P-70 a room that did not change is not sent again") {
  ServedStore store;
  store.sign_in();
  const std::string room = store.conversation("Same");
  const auto first = store.get("/api/rooms/" + room);
  const auto again =
      store.ask("GET", "/api/rooms/" + room, {{"if-none-match", first.headers.at("etag")}});
  CHECK(again.status == 304);
  CHECK(again.body.empty());
  store.say(room, "hello");
  CHECK(store.ask("GET", "/api/rooms/" + room, {{"if-none-match", first.headers.at("etag")}})
            .status == 200);
}

TEST_CASE("P-75 who asks too often waits, and the others do not") {
  ServedStore store;
  store.sign_in();
  int refused = 0;
  for (int i = 0; i < 400 && refused == 0; ++i) refused += store.get("/api/sessions").status == 429;
  CHECK(refused == 1);
  store.sign_in("ben");
  CHECK(store.get("/api/sessions").status == 200);
}

TEST_CASE("P-70 other addresses want a token, and the token is a session") {
  ServedStore store;
  const auto open = [&](const std::string& host, const std::string& token) {
    return HttpServer::open(*store.loop, *store.service,
                            {.host = host,
                             .port = 0,
                             .token = token,
                             .me = "ada",
                             .sessions = (store.scratch.path() / "other.json").string(),
                             .facts = {}});
  };
  CHECK(open("0.0.0.0", "").error().code == "serve_open");
  auto opened = open("0.0.0.0", "a long secret");
  REQUIRE(opened);
  const int port = std::stoi((*opened)->url().substr((*opened)->url().rfind(':') + 1));
  HttpTalk talk(*store.loop, port);
  const std::string host = "127.0.0.1:" + std::to_string(port);
  talk.send(fm::testing::http_request("GET", "/api/rooms", host,
                                      {{"authorization", "Bearer a long secret"}}));
  CHECK(talk.answer().status == 200);
  talk.send(fm::testing::http_request("GET", "/api/rooms", host,
                                      {{"authorization", "Bearer a long secre"}}));
  CHECK(talk.answer().status == 401);
}

TEST_CASE(
    "P-63 whoever is an agent's may look with a session that was stolen, and decide nothing") {
  ServedStore store;
  store.sign_in();
  const std::string room = store.conversation("Tea");
  store.end();
  std::vector<WebPeer> asked;
  bool is_agent = false;
  store.refuse = [&](const WebPeer& peer) -> std::optional<Error> {
    if (!is_agent) return std::nullopt;
    asked.push_back(peer);
    return Error{"agent_cannot_decide", "It was refused.", "Whoever asked is an agent's.", ""};
  };
  store.begin();
  store.sign_in();  // the person
  is_agent = true;
  CHECK(store.get("/api/rooms/" + room).status == 200);
  CHECK(asked.empty());
  for (const std::string& target :
       {"/api/rooms/" + room + "/messages", "/api/rooms/" + room + "/gates/g-1",
        std::string("/api/rooms"), std::string("/api/links")}) {
    const HttpSaid said = store.post(target, {{"text", "yes"}});
    CHECK(said.status == 403);
    CHECK(said.code() == "agent_cannot_decide");
  }
  CHECK(store.ask("DELETE", "/api/session").status == 403);
  CHECK(store.get("/enter?key=x").status == 403);
  REQUIRE(asked.size() == 6);
  CHECK(asked.front().address == "127.0.0.1");
  CHECK(asked.front().port != 0);
  CHECK(asked.front().our_port == store.port());
  // The person sees it in the room, once.
  const auto warnings = [&] {
    const std::string events = store.get("/api/rooms/" + room + "/events?limit=50").body;
    std::size_t count = 0;
    for (std::size_t at = 0; (at = events.find("agent_cannot_decide", at)) != events.npos; ++at)
      ++count;
    return count;
  };
  while (warnings() == 0) {
  }
  CHECK(warnings() == 1);
}

}  // namespace
}  // namespace fm::server
