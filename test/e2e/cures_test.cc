// What is printed as a cure is typed, exactly as it stands, and it cures.
#include <doctest/doctest.h>

#include <algorithm>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

constexpr const char* kAnswer = "Here I am again.";

// The commands in a text, from "folkmoot" to the end of the sentence, of the code or of the line.
Words commands_in(std::string_view text) {
  Words commands;
  for (auto at = text.find("folkmoot "); at != text.npos; at = text.find("folkmoot ", at + 1)) {
    auto end = text.find_first_of("`,;\n", at);
    for (const char* stop : {". ", " (", ": folkmoot"})
      if (const auto found = text.find(stop, at); found != text.npos) end = std::min(end, found);
    std::string command(text.substr(at, std::min(end, text.size()) - at));
    while (command.ends_with('.') && !command.ends_with("...")) command.pop_back();
    commands.push_back(std::move(command));
  }
  return commands;
}

std::string cure_in(const Ran& ran) {
  for (const std::string& line : lines_of(ran.err)) {
    const auto value = parse_json(line);
    if (!value || !value->is_object()) continue;
    for (const char* word : {"error", "notice"})
      if (const Json* told = find_at(*value, word))
        if (std::string cure(text_at(*told, "cure")); cure.contains("folkmoot ")) return cure;
  }
  return {};
}

Ran type(const Place& place, const std::string& command) {
  return run(place, {},
             {.before = {"sh", "-c", "p=$0; folkmoot() { \"$p\" \"$@\"; }; " + command}});
}

struct Trouble {
  const char* name;
  FakeRule rule;
};

// Each way in which a model fails for now, and works once the person or the provider has seen to
// it.
std::vector<Trouble> troubles(int times) {
  FakeRule cut{.times = 5 * times, .text = "I would", .fault = FakeFault::kCut, .fault_after = 1};
  FakeRule silent_end{
      .times = 5 * times, .text = "I", .fault = FakeFault::kNoEnd, .fault_after = 1};
  FakeRule later = refusal(429, times);
  later.headers = {{"retry-after", "7200"}};
  return {
      {"key", refusal(401, times, R"({"error":{"message":"no such key"}})")},
      {"permission", refusal(403, times, R"({"error":{"message":"not for you"}})")},
      {"billing", refusal(402, times, R"({"error":{"message":"pay"}})")},
      {"quota", refusal(429, times, R"({"error":{"message":"q","code":"insufficient_quota"}})")},
      {"model", refusal(404, times, R"({"error":{"message":"no such model"}})")},
      {"server", refusal(500, 5 * times, R"({"error":{"message":"boom"}})")},
      {"overloaded", refusal(529, 5 * times, "{}")},
      {"rate", later},
      {"cut", cut},
      {"no end", silent_end}};
}

TEST_CASE("P-82 after a failure the command that is printed tries again and is heard") {
  for (const Trouble& one : troubles(1)) {
    CAPTURE(one.name);
    Place place;
    const FakeProvider server({{reading(), one.rule, {.text = kAnswer}}});
    point_at(place, server);
    place.environment["FOLKMOOT_MODEL"] = "openai:any";
    const Ran failed = run(place, {"say", "hello", "--json"});
    CAPTURE(failed.err);
    CHECK((failed.status == 1 || failed.status == 3));
    const Words commands = commands_in(cure_in(failed));
    REQUIRE(!commands.empty());
    const Ran typed = type(place, commands.back());
    CAPTURE(commands.back());
    CAPTURE(typed.err);
    CHECK(typed.status == 0);
    CHECK(typed.out.contains(kAnswer));
  }
}

TEST_CASE("P-82 what fails once more says so once more, and the next try is heard") {
  std::vector<Trouble> lasting = troubles(2);
  lasting.resize(5);  // what is tried once a time, so that the second failure is the second try
  for (const Trouble& one : lasting) {
    CAPTURE(one.name);
    Place place;
    const FakeProvider server({{reading(), one.rule, {.text = kAnswer}}});
    point_at(place, server);
    place.environment["FOLKMOOT_MODEL"] = "openai:any";
    const Ran failed = run(place, {"say", "hello", "--json"});
    const Words commands = commands_in(cure_in(failed));
    REQUIRE(!commands.empty());
    const Ran again = type(place, commands.back() + " --json");
    CAPTURE(again.err);
    CHECK((again.status == 1 || again.status == 3));
    const Words next = commands_in(cure_in(again));
    REQUIRE(!next.empty());
    const Ran heard = type(place, next.back());
    CAPTURE(heard.err);
    CHECK(heard.status == 0);
    CHECK(heard.out.contains(kAnswer));
  }
}

TEST_CASE("I-15 a discussion that failed goes on by the command that is printed") {
  for (const Trouble& one : troubles(1)) {
    CAPTURE(one.name);
    Place place;
    FakeRule rule = one.rule;
    rule.last_has = {"Attack the ideas"};
    const FakeProvider server({{rule, everything()}});
    point_at(place, server);
    place.environment["FOLKMOOT_MODEL"] = "openai:any";
    const Ran failed = run(place, {"ideate", "moving house", "--json"});
    CAPTURE(failed.err);
    if (failed.status == 0) continue;  // one critic less ends no discussion
    const Words commands = commands_in(cure_in(failed));
    REQUIRE(!commands.empty());
    const Ran typed = type(place, commands.back());
    CAPTURE(commands.back());
    CAPTURE(typed.err);
    CHECK(typed.status == 0);
    CHECK(typed.out.contains("Chosen"));
  }
}

TEST_CASE("P-82 nobody is promised a retry by a program that ends") {
  for (const Trouble& one : troubles(100)) {
    CAPTURE(one.name);
    Place place;
    const FakeProvider server({{one.rule}});
    point_at(place, server);
    place.environment["FOLKMOOT_MODEL"] = "openai:any";
    const Ran failed = run(place, {"say", "hello"});
    const std::string told = in_one_line(failed.out + failed.err);
    CAPTURE(told);
    for (const char* promise : {"tries again in", "is tried again at", "will be tried again",
                                "goes on by itself", "by itself"})
      CHECK_MESSAGE(!told.contains(promise), promise);
    CHECK(told.contains("folkmoot "));
  }
}

}  // namespace
}  // namespace fm::e2e
