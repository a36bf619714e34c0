#include "reading/json/find.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "reading/json/fault.h"

namespace fm {
namespace {

std::string values(std::string_view text) {
  std::string out;
  for (const Candidate& candidate : find_json(text).candidates) {
    if (!out.empty()) out += ' ';
    out += canonical(candidate.parsed.value);
  }
  return out;
}

TEST_CASE("values are found in prose and fences") {
  CHECK(values("Sure: {\"a\":1} fine") == R"({"a":1})");
  CHECK(values("x\n```json\n{\"a\":1}\n```\ny {\"b\":2}") == R"({"a":1} {"b":2})");
  CHECK(values("~~~\n[1]\n~~~") == "[1]");
  CHECK(values("````md\n```\n{\"a\":1}\n```\n````") == R"({"a":1})");
  CHECK(values("`{\"a\":1}` inline") == R"({"a":1})");
  CHECK(values("{\"a\":1}\n{\"b\":2}\n") == R"({"a":1} {"b":2})");
  const Found found = find_json("x\n```json\n{\"a\":1}\n```");
  REQUIRE(found.candidates.size() == 1);
  CHECK(found.candidates[0].container == Container::kFence);
  CHECK(found.candidates[0].info == "json");
  CHECK(found.candidates[0].begin == 10);
}

TEST_CASE("braces in prose are no values") {
  CHECK(values("use {segment} and [link](x) then {\"a\":1}") == R"({"a":1})");
  CHECK(values("a set {x | x > 1} of numbers") == "");
  CHECK(values("stray { and then {\"a\":1}") == R"({"a":1})");
  CHECK(values("as [1] says, and so does\n[2] too") == "");
  CHECK(values("see below\n[3]\n") == "[3]");
  CHECK(values("scores: [3, 4]") == "[3,4]");
}

TEST_CASE("reasoning is never searched, however it is marked") {
  CHECK(values("<think>\n{\"a\":1}\n</think>\n{\"b\":2}") == R"({"b":2})");
  CHECK(values("{\"a\":1}\n</think>\n{\"b\":2}") == R"({"b":2})");
  CHECK(values("<thinking>{\"a\":1}</thinking><think>{\"c\":1}</think>{\"b\":2}") == R"({"b":2})");
  CHECK(values("[THINK]{\"a\":1}[/THINK]{\"b\":2}") == R"({"b":2})");
  CHECK(values("analysis{\"a\":1}assistantfinal{\"b\":2}") == R"({"b":2})");
  CHECK(values("<|channel|>analysis<|message|>{\"a\":1}<|end|><|start|>assistant<|channel|>final"
               "<|message|>{\"b\":2}") == R"({"b":2})");
  CHECK(values("{\"b\":2}<think>{\"a\":1}</think>") == R"({"b":2})");
  CHECK(values("{\"b\":\"{x}<think> and </think> are tags\"}") ==
        R"({"b":"{x}<think> and </think> are tags"})");
  const Found open = find_json("<think>\n{\"a\":1}");
  CHECK(open.candidates.empty());
  CHECK(open.open_reasoning);
}

TEST_CASE("a tag inside a value is text") {
  CHECK(values("{\"title\":\"strip </think> tags\"}") == R"({"title":"strip </think> tags"})");
  CHECK(values("{\"title\":\"the <think> tag\"}") == R"({"title":"the <think> tag"})");
}

TEST_CASE("quotations are somebody else's words") {
  CHECK(values("They said:\n> {\"a\":1}\n\nI say {\"b\":2}") == R"({"b":2})");
}

TEST_CASE("a value that was escaped once more is undone") {
  CHECK(values(R"({\"a\": \"x\"})") == R"({"a":"x"})");
  CHECK(values(R"("{\"a\": [1, 2], \"b\": \"say \\\"hi\\\"\"}")") ==
        R"({"a":[1,2],"b":"say \"hi\""})");
  CHECK(values(R"({\n  \"a\": 1\n})") == R"({"a":1})");
  CHECK(values("{&quot;a&quot;: &quot;x &amp; y&quot;}") == R"({"a":"x & y"})");
  const std::string text = R"(so: {\"a\": 1} {\"b\": 2})";
  const Found found = find_json(text);
  REQUIRE(found.candidates.size() == 2);
  CHECK(text.substr(found.candidates[0].begin,
                    found.candidates[0].end - found.candidates[0].begin) == R"({\"a\": 1})");
}

TEST_CASE("what follows a broken value is marked") {
  const Found found = find_json(R"([{"a":1}, {"b" oops}, {"c":3}])");
  REQUIRE(found.failure.has_value());
  CHECK(found.failure->had_content);
  REQUIRE(found.candidates.size() == 2);
  CHECK(found.candidates[1].after_broken);
}

TEST_CASE("the search says why there is nothing") {
  const auto code = [](std::string_view text) {
    return fault_name(fault_of_search(find_json(text), text).code);
  };
  CHECK(code("") == "empty");
  CHECK(code("```json\n\n```") == "empty");
  CHECK(code("no data") == "no_json");
  CHECK(code("<think>hm</think>") == "no_json");
  CHECK(code("{\"a\": \"cut he") == "truncated");
}

TEST_CASE("hostile texts end in bounded time") {
  // Each of these makes a careless search quadratic or deep. Twice the text may take only about
  // twice the steps; the budget makes that sure, so it is enough that they end.
  const auto repeat = [](std::string_view part, std::size_t bytes) {
    std::string out;
    while (out.size() < bytes) out += part;
    return out;
  };
  constexpr std::size_t kBytes = 100'000;
  for (const std::string_view part : {"[",       "{\"a\":",    "{\"",           "{\\\"",
                                      "\"a\" ",  "[\"a\" \"b", "<think>",       "<think></think>",
                                      "`a",      "{&quot;",    "{'a':'b''",     "{\"a\":\"b\" ",
                                      "```\n",   "> {\n",      "{//",           "{/*",
                                      "[1,",     "{a:1} ",     "{\"a\":\"\"\"", "[ ",
                                      "\\",      "{\"a\":1 2", "{\"a\":\"b\",", "\xEF\xBD\x9B",
                                      "\xF0\x9F"}) {
    INFO(part);
    const Found found = find_json(repeat(part, kBytes));
    CHECK(found.candidates.size() <= 2000);
  }
}

TEST_CASE("reasoning can be taken out") {
  CHECK(without_reasoning("<think>a</think>\n b ") == "b");
  CHECK(without_reasoning("b") == "b");
}

TEST_CASE("reasoning inside a fence does not close the fence (P-22)") {
  const std::string_view text = "See:\n```\n<think>\na\n</think>\nb\n```\nc\n";
  std::vector<std::pair<Container, std::string>> got;
  for (const Region& region : find_regions(text)) {
    got.emplace_back(region.container, trim(text.substr(region.begin, region.end - region.begin)));
  }
  const std::vector<std::pair<Container, std::string>> wanted = {
      {Container::kProse, "See:"},
      {Container::kFence, ""},
      {Container::kReasoning, "<think>\na\n</think>"},
      {Container::kFence, "b"},
      {Container::kProse, "c"}};
  CHECK(got == wanted);
}

TEST_CASE("reasoning inside reasoning of the same tag is one (P-22)") {
  CHECK(without_reasoning("<think>a <think>b</think> c</think>d") == "d");
  CHECK(without_reasoning("<think>the tag <think> begins it</think>d") == "d");
  CHECK(without_reasoning("<think>a</think>\n<think>b</think>d") == "d");
}

}  // namespace
}  // namespace fm
