// Which models there are, which answer, and what they have cost.
#include <doctest/doctest.h>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

const std::string kKey = "sk-of-the-models-test";

void settings(const Place& place, const std::string& yaml) {
  fs::create_directories(place.home / ".config/folkmoot");
  place.write("../home/.config/folkmoot/config.yaml", yaml);
}

std::map<std::string, Json> by_provider(const Ran& ran) {
  std::map<std::string, Json> found;
  for (const std::string& line : ran.lines()) {
    const auto value = parse_json(line);
    REQUIRE(value);
    found[std::string(text_at(*value, "provider"))] = *value;
  }
  return found;
}

// The sum of a field over the lines of one grouping.
std::int64_t sum_of(const Ran& ran, std::string_view by, std::string_view field) {
  std::int64_t sum = 0;
  for (const std::string& line : ran.lines())
    if (const auto value = parse_json(line); value && text_at(*value, "by") == by)
      sum += int_at(*value, field);
  return sum;
}

TEST_CASE("P-20 models lists providers, keys by presence, and what is known") {
  Place place;
  place.environment.erase("FOLKMOOT_MODEL");
  place.environment["ANTHROPIC_API_KEY"] = kKey;
  settings(place,
           "providers:\n"
           "  work: {base_url: https://models.example/v1, key_env: WORK_KEY}\n"
           "prices:\n  work:big-1: {input: 1.25, output: 10}\n"
           "context_tokens:\n  work:big-1: 32000\n");
  const Ran ran = run(place, {"models"});
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  CHECK(ran.out.contains("ANTHROPIC_API_KEY is set"));
  CHECK(ran.out.contains("OPENAI_API_KEY is not set"));
  CHECK(ran.out.contains("  anthropic:claude"));
  CHECK(!ran.out.contains("  openai:gpt"));  // cannot be used, was not asked for
  CHECK(ran.out.contains("--check tells which"));
  const Ran work = run(place, {"models", "work"});
  CHECK(work.out.contains("WORK_KEY is not set"));
  CHECK(work.out.contains("work:big-1"));
  CHECK(work.out.contains("32k  $1.25 in, $1.25 cached, $10 out"));
  CHECK(run(place, {"models", "openai:gpt-5-mini-2025-08-07"}).out.contains("400k"));
  const auto all = by_provider(run(place, {"models", "--json"}));
  CHECK(bool_at(all.at("anthropic"), "key_set"));
  CHECK(!bool_at(all.at("openai"), "key_set"));
  CHECK(!find_at(all.at("openai"), "known")->get_array().empty());
  check_told(run(place, {"models", "antropic"}), 2, "Did you mean anthropic?");
  check_told(run(place, {"models", "a b"}), 2, "no model's name");
}

TEST_CASE("P-20 --check asks who may be asked, all at once, and says who answers") {
  Place place;
  place.environment.erase("FOLKMOOT_MODEL");
  const FakeProvider server({{everything()}});
  settings(place,
           "providers:\n"
           "  good: {base_url: " +
               server.base_url() +
               ", key_env: GOOD_KEY}\n"
               "  gone: {base_url: http://127.0.0.1:1/v1}\n");
  place.environment["GOOD_KEY"] = kKey;
  const Ran ran = run(place, {"models", "--check", "--json"});
  CHECK(ran.status == 1);  // one that is set up does not answer
  const auto all = by_provider(ran);
  CHECK(bool_at(all.at("good"), "works"));
  CHECK(text_at(all.at("good"), "answer").starts_with("answers in "));
  CHECK(!find_at(all.at("good"), "offers")->get_array().empty());
  CHECK(!bool_at(all.at("gone"), "works"));
  CHECK(text_at(all.at("gone"), "failure") == "network");
  CHECK(find_at(all.at("openai"), "works") == nullptr);  // without a key nobody is asked
  const Ran told = run(place, {"models", "--check"});
  CHECK(told.out.contains("does not answer"));
  CHECK(told.out.contains("you named no model"));
  CHECK(run(place, {"models", "good", "--check"}).status == 0);
  for (const std::string& out : {ran.out, ran.err, told.out, told.err}) CHECK(!out.contains(kKey));
}

TEST_CASE("P-23 costs adds up what turns have cost, by whatever is asked for") {
  Place place;
  const FakeProvider server({{everything()}});
  point_at(place, server);
  CHECK(run(place, {"costs"}).out == "Nothing was asked of a model yet.\n");
  CHECK(run(place, {"costs", "--json"}).out.empty());
  CHECK(!fs::exists(place.store()));  // looking makes nothing
  settings(place, "prices:\n  openai:any: {input: 1, output: 10}\n");
  const Ran ran = run(place, ideate("a quiz"));
  check_success(ran);
  std::int64_t spent = 0;
  const Events turns = of_kind(events_of(ran.lines()), "turn.finished");
  for (const Json& turn : turns) spent += int_at(body(turn), "cost_microusd");
  REQUIRE(spent > 0);
  for (const char* by : {"day", "room", "agent", "model", "task"}) {
    const Ran costs = run(place, {"costs", "--by", by, "--json"});
    CHECK(costs.status == 0);
    CHECK(sum_of(costs, by, "cost_microusd") == spent);
    CHECK(sum_of(costs, by, "turns") == static_cast<std::int64_t>(turns.size()));
  }
  const Ran both = run(place, {"costs"});
  CHECK(both.out.contains("\nopenai:any"));
  CHECK(run(place, {"costs", "--by", "agent"}).out.contains("\nall "));
  const std::string room = room_of(events_of(ran.lines()));
  CHECK(run(place, {"costs", "--room", "a-qu", "--by", "room"}).out.contains(room));
  check_told(run(place, {"costs", "--room", "nowhere"}), 2, "no room");
  check_told(run(place, {"costs", "--by", "weather"}), 2, "--by takes");

  settings(place, "");
  check_success(run(place, ideate("a second quiz")));
  const Ran later = run(place, {"costs", "--days", "1", "--room", "a-second", "--json"});
  CHECK(sum_of(later, "model", "cost_microusd") == 0);
  CHECK(sum_of(later, "model", "unpriced") > 0);  // what it costs is not known, which is not free
  CHECK(sum_of(run(place, {"costs", "--json"}), "model", "cost_microusd") == spent);
}

}  // namespace
}  // namespace fm::e2e
