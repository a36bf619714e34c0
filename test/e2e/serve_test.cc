// `folkmoot serve`, as a process beside other terminals (P-70, G-44).
#include <doctest/doctest.h>
#include <signal.h>

#include <memory>

#include "test/e2e/program.h"
#include "test/e2e/told.h"
#include "test/support/http_talk.h"

namespace fm::e2e {
namespace {

using fm::testing::http_request;
using fm::testing::HttpSaid;
using fm::testing::HttpTalk;

// A server of the place's store, and a browser that is signed in by its link.
class Served {
 public:
  explicit Served(const Place& place, const std::string& port = "0")
      : program_(std::make_unique<Program>(
            place, Words{"serve", "--port", port, "--json", "--as", "ada"})) {
    const auto line = program_->line();
    REQUIRE(line.has_value());
    const auto told = parse_json(*line);
    REQUIRE_MESSAGE(told, *line);
    url = text_at(*told, "url");
    link = text_at(*told, "link");
  }

  std::string host() const { return url.substr(7); }
  int port() const { return std::stoi(url.substr(url.rfind(':') + 1)); }
  HttpSaid ask(const std::string& method, const std::string& target, const std::string& body = {}) {
    std::map<std::string, std::string> headers;
    if (!cookie.empty()) headers["cookie"] = cookie;
    if (!body.empty()) headers["content-type"] = "application/json";
    HttpTalk talk(*loop, port());
    talk.send(http_request(method, target, host(), headers, body));
    return talk.answer();
  }
  // The room as soon as that list of it holds something.
  Json when(const std::string& room, std::string_view list) {
    for (int tries = 0; tries < 500; ++tries) {
      Json seen = ask("GET", "/api/rooms/" + room).json();
      if (!find_at(seen, list)->as_array().empty()) return seen;
      const auto soon = loop->after(Millis(20), [&] { loop->stop(); });
      loop->run();
    }
    FAIL("the room never came there");
    return {};
  }
  void enter(const std::string& by) {
    const HttpSaid entered = ask("GET", by.substr(url.size()));
    REQUIRE(entered.status == 303);
    const std::string& set = entered.headers.at("set-cookie");
    cookie = set.substr(0, set.find(';'));
  }
  Program& program() { return *program_; }

  std::string url;
  std::string link;
  std::string cookie;
  const SystemClock clock;
  const std::unique_ptr<Loop> loop = make_loop(clock);

 private:
  std::unique_ptr<Program> program_;
};

TEST_CASE("P-70 G-44 a browser and a terminal in one room, and the server is killed between") {
  Place place;
  place.environment["FOLKMOOT_REHEARSAL_WORDS_PER_SECOND"] = "10000";
  std::string cookie;
  int port = 0;
  std::string room;
  {
    Served served(place);
    served.enter(served.link);
    cookie = served.cookie;
    port = served.port();
    const HttpSaid opened = served.ask("POST", "/api/rooms", R"({"demo": true})");
    REQUIRE_MESSAGE(opened.status == 201, opened.body);
    room = text_at(opened.json(), "room");
    CHECK(served.ask("POST", "/api/rooms/" + room + "/messages", R"({"text": "Plan a tea shop."})")
              .status == 201);
    served.when(room, "questions");
    const Ran said = run(place, {"say", "--room", room, "you decide", "--as", "ben"});
    CHECK(said.status == 3);  // whether to start
    served.when(room, "gates");
    CHECK(served.ask("GET", served.link.substr(served.url.size())).status == 401);  // once
    served.program().send(SIGKILL);
    served.program().wait();
  }
  Served again(place, std::to_string(port));
  again.cookie = cookie;  // a session outlives its server
  const Json seen = again.when(room, "gates");
  const Json gate = find_at(seen, "gates")->as_array()[0];
  const JsonObject answer{{"option", text_at(find_at(gate, "options")->as_array()[0], "id")},
                          {"digest", text_at(gate, "digest")}};
  CHECK(again
            .ask("POST", "/api/rooms/" + room + "/gates/" + std::string(text_at(gate, "gate")),
                 canonical(answer))
            .status == 200);
  const auto goes_on = [&] {  // what was decided after the restart is done
    const Json now = again.ask("GET", "/api/rooms/" + room).json();
    return text_at(*find_at(now, "project"), "phase") == "review";
  };
  for (int tries = 0; tries < 500 && !goes_on(); ++tries) {
    const auto soon = again.loop->after(Millis(20), [&] { again.loop->stop(); });
    again.loop->run();
  }
  CHECK(goes_on());
  again.program().send(SIGINT);
  const Ran ended = again.program().wait();
  CHECK(ended.status == 0);
  CHECK(ended.err == "");
  CHECK(run(place, {"store", "check"}).status == 0);
}

TEST_CASE("P-70 a further link signs in somebody else, and without a server there is none") {
  Place place;
  const Ran absent = run(place, {"serve", "link"});
  CHECK(absent.status == 1);
  CHECK(absent.err.contains("folkmoot serve"));
  Served served(place);
  const Ran link = run(place, {"serve", "link", "--as", "ben"});
  REQUIRE(link.status == 0);
  served.enter(link.lines().front());
  CHECK(text_at(served.ask("GET", "/api/session").json(), "name") == "ben");
  CHECK(run(place, {"serve", "link", "--as", "[ben]"}).status == 2);
}

TEST_CASE("P-70 what cannot be listened at is refused with its cure") {
  Place place;
  const Ran open = run(place, {"serve", "--host", "0.0.0.0"});
  CHECK(open.status == 2);
  CHECK(open.err.contains("FOLKMOOT_SERVE_TOKEN"));
  CHECK(run(place, {"serve", "--port", "70000"}).status == 2);
  CHECK(run(place, {"serve", "--public-url", "moot.example.org"}).status == 2);
  CHECK(run(place, {"serve", "extra"}).status == 2);
  Served served(place);
  const Ran taken = run(place, {"serve", "--port", std::to_string(served.port())});
  CHECK(taken.status == 1);
  CHECK(taken.err.contains("--port"));
  place.environment["FOLKMOOT_SERVE_TOKEN"] = "a long secret";
  Program everywhere(place, {"serve", "--host", "0.0.0.0", "--port", "0", "--json"});
  CHECK(everywhere.line().has_value());
}

}  // namespace
}  // namespace fm::e2e
