// Models as a person uses them: every protocol, the default one, several, costs, budgets,
// recordings. The servers are fakes on this machine.
#include <doctest/doctest.h>

#include <csignal>
#include <fstream>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

constexpr std::string_view kSettings = "../home/.config/folkmoot/config.yaml";

struct Family {
  const char* provider;
  ApiFamily api;
  const char* url_variable;
  const char* key_variable;
};
constexpr Family kFamilies[] = {
    {"openai", ApiFamily::kOpenAiChat, "OPENAI_BASE_URL", "OPENAI_API_KEY"},
    {"anthropic", ApiFamily::kAnthropic, "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"},
    {"gemini", ApiFamily::kGemini, "GOOGLE_GEMINI_BASE_URL", "GEMINI_API_KEY"},
    {"ollama", ApiFamily::kOllama, "OLLAMA_HOST", ""}};

void point_at(Place& place, const FakeProvider& server, const Family& family) {
  place.environment[family.url_variable] = server.base_url(family.api);
  if (*family.key_variable != '\0') place.environment[family.key_variable] = "key-0123456789";
}

TEST_CASE("P-20 a whole discussion is held through each protocol") {
  for (const Family& family : kFamilies) {
    CAPTURE(family.provider);
    const FakeProvider server({{everything()}});
    Place place;
    point_at(place, server, family);
    const Ran ran = run(place, {"ideate", "a topic", "--json", "--model",
                                std::string(family.provider) + ":fake-1"});
    check_success(ran);
    const Events turns = of_kind(events_of(ran.lines()), "turn.finished");
    CHECK(turns.size() == 9);
    for (const Json& turn : turns) CHECK(int_at(body(turn).at("usage"), "input") > 0);
  }
}

TEST_CASE("P-20 OpenAI's Responses and a server with settings of its own") {
  const FakeProvider server({{everything()}});
  Place place;
  place.write(kSettings, "providers:\n  work:\n    api: openai_responses\n    base_url: " +
                             server.base_url(ApiFamily::kOpenAiResponses) +
                             "\n    key_env: WORK_KEY\n    headers: {X-Team: moot}\n"
                             "    options: {service_tier: flex}\n");
  place.environment["WORK_KEY"] = "work-0123456789";
  check_success(run(place, {"ideate", "a topic", "--json", "--model", "work:any"}));
  CHECK(server.authorizations().front() == "Bearer work-0123456789");
  const Json sent = *parse_json(server.bodies().front());
  CHECK(text_at(sent, "service_tier") == "flex");
  CHECK(bool_at(sent, "store", true) == false);
}

TEST_CASE("P-34 where no model is named the first that answers speaks, and why is said") {
  FakeScript script{{everything()}};
  script.models = {"text-embedding-3", "big-1"};
  const FakeProvider server(std::move(script));
  Place place;
  place.environment.erase("FOLKMOOT_MODEL");
  point_at(place, server);
  place.environment["ANTHROPIC_API_KEY"] = "key-0123456789";
  place.environment["ANTHROPIC_BASE_URL"] = "http://127.0.0.1:9";  // nobody is there
  const Ran ran = run(place, {"ideate", "a topic"});
  CHECK(ran.status == 0);
  const std::string said = in_one_line(ran.out);
  CHECK(said.contains("Using openai:big-1, since you named no model."));
  CHECK(said.contains("anthropic could not be reached"));
  const Ran check = run(place, {"models", "--check"});
  CHECK(check.out.contains("does not answer"));
  CHECK(in_one_line(check.out).contains("Using openai:big-1"));
  place.environment["OPENAI_BASE_URL"] = "http://127.0.0.1:9";
  const Ran silent = run(place, {"ideate", "another topic"});
  CHECK(silent.status == 1);
  CHECK(in_one_line(silent.err).contains("None of the models that you set up answers."));
  CHECK(!in_one_line(silent.out).contains("Demo mode"));
  CHECK(run(place, {"models", "--check"}).status == 1);
  CHECK(run(place, {"say", "hello", "--json"}).status == 1);
  CHECK(run(place, {"ideate", "another topic", "--model", "rehearsal"}).status == 0);
}

TEST_CASE("P-25 what one process learned of a model the next one knows") {
  FakeRule picky = refusal(
      400, -1,
      R"({"error":{"message":"Unsupported parameter: 'stream_options' is not supported"}})");
  picky.any_has = {"stream_options"};
  const FakeProvider server({{picky, everything()}});
  Place place;
  point_at(place, server);
  check_success(run(place, ideate("one topic")));
  const std::size_t first = server.bodies().size();
  check_success(run(place, ideate("another topic")));
  CHECK(server.bodies().size() - first == first - 1);  // the refusal was not bought again
  CHECK(run(place, {"store", "rebuild"}).status == 0);
  check_success(run(place, ideate("a third topic")));
  CHECK(server.bodies().size() == 3 * first - 1);
}

TEST_CASE("P-20 a check makes a real call: a list of models is no answer") {
  FakeRule wrong;
  wrong.status = 200;
  wrong.body = R"x({"error":"Unexpected endpoint or method. (POST /chat/completions)"})x";
  const FakeProvider server({{wrong}});
  Place place;
  point_at(place, server);
  place.environment["FOLKMOOT_MODEL"] = "openai:fake-1";
  const Ran check = run(place, {"models", "--check"});
  CHECK(check.status == 1);
  const std::string said = in_one_line(check.out + check.err);
  CHECK(said.contains("/chat/completions"));  // what was asked is named
  CHECK(server.bodies().size() == 1);         // once, not five times
  const FakeProvider good({{everything()}});
  point_at(place, good);
  CHECK(run(place, {"models", "--check"}).status == 0);
}

TEST_CASE("P-20 a check fails where the model that would speak gives no word") {
  FakeRule thinks{.reasoning = "Hm, and on", .finish = "length"};
  for (const FakeRule& wordless :
       {FakeRule{.refusal = "I will not."}, FakeRule{.text = " \n"}, FakeRule{.text = "\u200B"},
        thinks, FakeRule{.finish = "content_filter"}}) {
    const FakeProvider server({{wordless}});
    Place place;
    point_at(place, server);
    place.environment["FOLKMOOT_MODEL"] = "openai:fake-1";
    const Ran check = run(place, {"models", "--check"});
    CAPTURE(check.err);
    CHECK(check.status == 1);
    CHECK(in_one_line(check.err).contains("openai:fake-1"));
  }
  // A server that lists its models without a key does not answer without it.
  const FakeProvider good({{everything()}});
  Place place;
  place.environment["FOLKMOOT_MODEL"] = "work:fake-1";
  place.write(kSettings,
              "providers:\n  work:\n    api: openai_chat\n"
              "    base_url: " +
                  good.base_url() + "\n    key_env: WORK_KEY\n");
  check_told(run(place, {"models", "--check"}), 1, "WORK_KEY");
  CHECK(good.bodies().empty());
  place.environment["WORK_KEY"] = "sk-work-0123456789";
  CHECK(run(place, {"models", "--check"}).status == 0);
}

TEST_CASE("P-32 the next model speaks when the first fails, and it is said") {
  FakeRule bad = refusal(401, -1, R"({"error":{"message":"no such key"}})");
  bad.model = "first";
  const FakeProvider server({{bad, everything()}});
  Place place;
  point_at(place, server);
  const Ran ran =
      run(place, {"ideate", "a topic", "--json", "--model", "openai:first,openai:next"});
  check_success(ran);
  const Events warnings = of_kind(events_of(ran.lines()), "warning");
  REQUIRE(!warnings.empty());
  CHECK(text(warnings.front(), "code") == "model_fallback");
  for (const Json& turn : of_kind(events_of(ran.lines()), "turn.finished"))
    CHECK(text(turn, "model") == "openai:next");
  CHECK(server.bodies().size() == 10);  // whoever refused once is not asked at every turn
}

TEST_CASE("P-20 a field that a model refuses is left out from then on") {
  FakeRule picky = refusal(
      400, -1,
      R"({"error":{"message":"Unsupported parameter: 'stream_options' is not supported"}})");
  picky.any_has = {"stream_options"};
  const FakeProvider server({{picky, everything()}});
  Place place;
  point_at(place, server);
  place.write(kSettings, "prices: {'openai:any': {input: 10, output: 10}}\n");
  const Ran ran = run(place, ideate("a topic"));
  check_success(ran);
  // It tells no usage then; that is no reason to count the turns as free.
  for (const Json& turn : of_kind(events_of(ran.lines()), "turn.finished")) {
    CHECK(bool_at(body(turn).at("usage"), "guessed"));
    CHECK(int_at(body(turn), "cost_microusd") > 1'000);
  }
  CHECK(server.bodies().size() == 10);  // nine turns, and one that was learned from
}

TEST_CASE("P-31 P-23 a budget asks in time, and costs add up to what was spent") {
  FakeRule priced = everything();
  priced.usage = Usage{.input = 9'000, .cached = 4'500, .output = 1'000};
  const FakeProvider server({{priced}});
  Place place;
  point_at(place, server);
  place.write(kSettings,
              "prices:\n  openai:any: {input: 1, cached: 0.5, output: 3}\n"
              "budgets:\n  room: {usd: 0.05}\n");
  const Ran ran = run(place, ideate("a topic"));
  CHECK(ran.status == 3);
  const Events events = events_of(ran.lines());
  REQUIRE(of_kind(events, "gate.opened").size() == 1);
  CHECK(text(of_kind(events, "gate.opened").front(), "type") == "budget");
  const std::size_t spoke = of_kind(events, "turn.finished").size();
  CHECK(server.bodies().size() == spoke);  // nothing was asked beyond the question
  std::int64_t sum = 0;
  for (const Json& turn : of_kind(events, "turn.finished"))
    sum += int_at(body(turn), "cost_microusd");
  CHECK(sum == static_cast<std::int64_t>(spoke) * 9'750);
  CHECK(sum <= 40'000);
  const Ran costs = run(place, {"costs", "--by", "model", "--json"});
  REQUIRE(costs.lines().size() == 1);
  const Json line = *parse_json(costs.lines().front());
  CHECK(text_at(line, "name") == "openai:any");
  CHECK(int_at(line, "cost_microusd") == sum);
  CHECK(run(place, {"costs"}).out.contains("50 %"));
  // Another try asks again, and still spends nothing.
  CHECK(run(place, {"resume", "--json"}).status == 3);
  CHECK(server.bodies().size() == spoke);
}

TEST_CASE("P-31 a day's budget holds over all rooms") {
  FakeRule priced = everything();
  priced.usage = Usage{.input = 9'000, .output = 1'000};
  const FakeProvider server({{priced}});
  Place place;
  point_at(place, server);
  place.write(kSettings,
              "prices:\n  openai:any: {input: 1, output: 1}\nbudgets:\n  day: {usd: 0.14}\n");
  CHECK(run(place, ideate("one topic")).status == 0);  // $0.09
  const Ran second = run(place, ideate("another topic"));
  CHECK(second.status == 3);
  CHECK(text(of_kind(events_of(second.lines()), "budget.warned").front(), "scope")
            .starts_with("day "));
  CHECK(server.bodies().size() <= 11);  // four fifths are 11.2 calls
}

TEST_CASE("P-31 what costs nothing goes on when a day's money is spent") {
  const FakeProvider server({{everything()}});
  Place place;
  point_at(place, server);
  place.write(kSettings,
              "prices:\n  openai:any: {input: 10, output: 10}\nbudgets:\n  day: {usd: 0}\n");
  CHECK(run(place, ideate("a topic")).status == 3);
  CHECK(server.bodies().empty());
  check_success(run(place, {"ideate", "a topic", "--new", "--json", "--model", "rehearsal"}));
}

TEST_CASE("P-35 a recording plays without a network, and stops at the first difference") {
  Place place;
  std::optional<FakeProvider> server(std::in_place, FakeScript{{everything()}});
  point_at(place, *server);
  place.write(kSettings, "prices: {'openai:any': {input: 10, output: 10}}\n");
  const fs::path cassette = place.root / "talk.jsonl";
  const auto conversation = [&](std::string topic, const char* way) {
    return run(place, ideate(std::move(topic), {"--new", way, cassette.string()}));
  };
  CHECK(conversation("", "--record").status ==
        2);  // refused before it begins, and may be said again
  const Ran recorded = conversation("a topic", "--record");
  check_success(recorded);
  check_told_json(conversation("a topic", "--record"), 1, "cassette_exists");
  server.reset();
  place.write(kSettings,  // sizes count as they were, whatever is set now
              "prices: {'openai:any': {input: 10, output: 10}}\n"
              "context_tokens: {'openai:any': 6000}\n");
  const Ran replayed = conversation("a topic", "--replay");
  check_success(replayed);
  CHECK(outcome(events_of(replayed.lines())) == outcome(events_of(recorded.lines())));
  for (const Json& turn : of_kind(events_of(replayed.lines()), "turn.finished"))
    CHECK(int_at(body(turn), "cost_microusd", -1) == 0);  // it was paid for once
  const Ran other = conversation("another topic", "--replay");
  check_told_json(other, 1, "replay_differs");
  CHECK(other.err.contains("-a topic\\n+another topic"));
  CHECK(of_kind(events_of(other.lines()), "message.posted").size() == 1);  // the topic alone
}

TEST_CASE("P-35 what was recorded before a kill can be played") {
  FakeRule slow = everything();
  slow.chunk_delay = Millis(1);
  const FakeProvider server({{slow}});
  Place place;
  point_at(place, server);
  const fs::path cassette = place.root / "talk.jsonl";
  {
    Program program(place, ideate("a topic", {"--record", cassette.string()}));
    int finished = 0;
    while (finished < 2)
      if (const auto line = program.line(); line && line->contains("\"turn.finished\"")) ++finished;
    program.send(SIGKILL);
    program.wait();
  }
  std::ofstream(cassette, std::ios::app) << R"({"n":9,"request":{"mess)";  // as a kill leaves it
  const Ran ran = run(place, ideate("a topic", {"--new", "--replay", cassette.string()}));
  check_told_json(ran, 1, "replay_ended");
  CHECK(of_kind(events_of(ran.lines()), "turn.finished").size() >= 2);
}

TEST_CASE("a settings file with a mistake is told with its line, and a key in it is refused") {
  Place place;
  place.write(kSettings, "providers:\n  x:\n    base_url: https://x\n    key: sk-1\n");
  check_told(run(place, {"models"}), 1, "Keys do not belong in this file.");
  place.write(kSettings, "providers:\n  x:\n    api: telepathy\n    base_url: https://x\n");
  check_told(run(place, {"models"}), 1, "config.yaml:3:");
  for (const char* wrong :
       {"providers: {\"we ird\": {base_url: 'https://x'}}", "providers: {x: {base_url: 'ftp://x'}}",
        "context_tokens: {\"a:b\": -5}", "budgets: {day: {usd: -1}}", "budgets: {week: {usd: 1}}",
        "providers: {x: {base_url: 'https://x', limits: {concurrent: 0}}}"}) {
    place.write(kSettings, wrong);
    check_told(run(place, {"models"}), 1, "config.yaml:1:");
  }
  place.write(kSettings, "me: ana\n");
  for (const char* model : {",,", " ", "openai:", "nobody:x", ":x"})
    CHECK_MESSAGE(run(place, {"ideate", "x", "--model", model}).status == 2, model);
  place.write("../home/x.key", "sk-from-file-1\n");
  place.write(kSettings, "providers:\n  x:\n    base_url: https://x\n    key_file: ~/x.key\n");
  fs::permissions(place.home / "x.key", fs::perms::owner_read | fs::perms::others_read);
  check_told(run(place, {"models"}), 1, "chmod 600");
  fs::permissions(place.home / "x.key", fs::perms::owner_read);
  const Ran ran = run(place, {"models", "x"});
  CHECK(ran.status == 0);
  CHECK(ran.out.contains("~/x.key is set"));
  CHECK(!ran.out.contains("sk-from"));
}

}  // namespace
}  // namespace fm::e2e
