// Servers that are slow, overloaded, broken, or not there.
#include <doctest/doctest.h>

#include <algorithm>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

FakeRule failing(FakeFault fault) {
  FakeRule rule = everything();
  rule.times = 1;
  rule.fault = fault;
  rule.fault_after = 3;
  return rule;
}

// One discussion after another against a server that first fails; all run at once, since most of
// their time is waiting.
struct Case {
  explicit Case(FakeScript script) : server(std::move(script)) {
    point_at(place, server);
    program.emplace(place, ideate("a troubled topic"));
  }
  Place place;
  FakeProvider server;
  std::optional<Program> program;
};

TEST_CASE("P-33 what may work later is tried again, and the discussion comes to its end") {
  Case busy({{refusal(429, 1), refusal(529, 1), refusal(500, 1, "<html>oops</html>"),
              refusal(503, 1, ""), everything()}});
  Case cut({{failing(FakeFault::kCut), failing(FakeFault::kReset), failing(FakeFault::kNoEnd),
             everything()}});
  Case broken({{failing(FakeFault::kBrokenJson), everything()}});
  Case overloaded({{failing(FakeFault::kErrorFrame), failing(FakeFault::kErrorEvent),
                    failing(FakeFault::kErrorField), everything()}});
  FakeRule slow = everything();
  slow.chunk_bytes = 400;
  slow.chunk_delay = Millis(4);
  Case dripping({{slow}});
  FakeRule whole = everything();
  whole.stream = false;
  Case unstreamed({{whole}});

  const auto attempts = [](Case& one) {
    const Ran ran = one.program->wait();
    check_success(ran);
    const Events turns = of_kind(events_of(ran.lines()), "turn.finished");
    CHECK(turns.size() == 9);
    return int_at(body(turns.front()), "attempts");
  };
  CHECK(attempts(busy) == 5);
  CHECK(busy.server.bodies().size() == 13);
  CHECK(attempts(cut) == 4);
  CHECK(attempts(broken) == 2);
  CHECK(attempts(overloaded) == 4);
  CHECK(attempts(dripping) == 1);
  CHECK(attempts(unstreamed) == 1);
}

TEST_CASE(
    "E-8 P-15 a server that will never work ends the discussion with its reason, and all is kept") {
  Case page({{{.body = "<html><body>Please log in</body></html>",
               .headers = {{"content-type", "text/html"}}}}});
  const Ran ran = page.program->wait();
  check_told_json(ran, 1, "model_bad_response");  // the address is no model server
  const Events events = events_of(ran.lines());
  CHECK(text(events.back(), "completion") == "error");
  CHECK(of_kind(events, "turn.failed").size() == 1);
  CHECK(page.server.bodies().size() == 1);
  const Ran list = run(page.place, {"room", "list"});
  CHECK(list.out.contains("failed"));
  check_told(run(page.place, {"resume"}), 2, "unfinished");
}

TEST_CASE(
    "I-11 P-33 what only the person can mend is never tried again unasked, and waits for them") {
  Case denied({{refusal(401, 2, R"({"error":{"message":"no such key"}})"), everything()}});
  Case quota({{refusal(429, 2, R"({"error":{"message":"pay first","code":"insufficient_quota"}})"),
               everything()}});
  const auto waits = [](Case& one, std::string_view code) {
    check_told_json(one.program->wait(), 3, code);
    CHECK(one.server.bodies().size() == 1);
    CHECK(run(one.place, {"room", "list"}).out.contains("waiting"));
    check_told_json(run(one.place, {"resume", "--json"}), 3, code);  // nothing was mended
    CHECK(one.server.bodies().size() == 2);
    check_success(run(one.place, {"resume", "--json"}));
    CHECK(one.server.bodies().size() == 11);
  };
  waits(denied, "model_auth");
  waits(quota, "model_quota");
}

TEST_CASE("P-33 a server that does not work just now parks the turn, and resume goes on with it") {
  Case boom({{refusal(500, 5, R"({"error":{"message":"boom"}})"), everything()}});
  const Ran ran = boom.program->wait();
  check_told_json(ran, 3, "model_server");
  CHECK(boom.server.bodies().size() == 5);
  const Events events = events_of(ran.lines());
  const Events gates = of_kind(events, "gate.opened");
  REQUIRE(gates.size() == 1);
  CHECK(text(gates.front(), "type") == "parked");
  CHECK(text(gates.front(), "question").starts_with("leader's model is not responding"));
  check_success(run(boom.place, {"resume", "--json"}));
  CHECK(boom.server.bodies().size() == 14);  // nothing that was said is asked for again
}

TEST_CASE("C-12 P-82 nobody is told of a small reading that failed: the rules go on without it") {
  FakeRule broken{.any_has = {std::string(kReadsMessage)}};
  broken.status = 500;
  broken.body = R"({"error":{"message":"boom"}})";
  const FakeProvider server({{broken, {.text = "About 330 metres."}}});
  Place place;
  point_at(place, server);
  place.environment["FOLKMOOT_MODEL"] = "openai:any";
  const Ran ran = run(place, {"say", "how high is the Eiffel Tower, roughly?"});
  CAPTURE(ran.out);
  CAPTURE(ran.err);
  CHECK(ran.status == 0);
  CHECK(ran.out.contains("About 330 metres."));
  for (const char* alarm : {"boom", "server had an error", "folkmoot resume", "could not be"})
    CHECK_MESSAGE(!(ran.out + ran.err).contains(alarm), alarm);
}

TEST_CASE("P-82 a server that is not there is named in plain words") {
  Place place;
  {
    const FakeProvider gone({});
    point_at(place, gone);
  }
  const Ran ran = run(place, {"ideate", "a topic", "--model", "openai:any"});
  check_told(ran, 3, "could not be reached");
  CHECK(ran.err.contains("127.0.0.1"));
  CHECK(ran.err.contains("folkmoot models"));
}

TEST_CASE("I-4 answers that hold no ideas end in an error that says so") {
  Place place;
  const FakeProvider server({{{.text = R"({"ideas": [ {"title": )"}}});
  point_at(place, server);
  const Ran ran = run(place, ideate("no ideas"));
  check_told_json(ran, 1, "no_ideas");
  const Events events = events_of(ran.lines());
  CHECK(of_kind(events, "message.posted").size() >= 4);  // what was said is kept
}

TEST_CASE("I-11 an agent that fails costs its turn, not the discussion") {
  Place place;
  FakeRule refused = refusal(400, -1, R"({"error":{"message":"I will not"}})");
  refused.last_has = {"Attack the ideas"};
  const FakeProvider server({{refused, everything()}});
  point_at(place, server);
  const Ran ran = run(place, ideate("a failing critic"));
  check_success(ran);
  const Events events = events_of(ran.lines());
  CHECK(of_kind(events, "turn.failed").size() == 1);
  CHECK(of_kind(events, "warning").size() == 1);
}

TEST_CASE("P-33 a server that asks for more time than there is ends the waiting at once") {
  Place place;
  const FakeProvider server(
      {{{.status = 429, .body = "{}", .headers = {{"retry-after", "3600"}}}}});
  point_at(place, server);
  check_told_json(run(place, ideate("much later")), 3, "model_rate_limit");
  CHECK(server.bodies().size() == 1);
}

}  // namespace
}  // namespace fm::e2e
