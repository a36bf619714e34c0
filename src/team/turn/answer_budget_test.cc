// Every reader of model output stays within its bound of steps, whatever it is given (budget.h).
#include <doctest/doctest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/blocks/discuss_result.h"
#include "reading/blocks/routing.h"
#include "reading/blocks/task_complete.h"
#include "reading/brief/brief.h"
#include "reading/brief/brief_patch.h"
#include "reading/ideas/ideas.h"
#include "reading/ideas/scores.h"
#include "reading/json/budget_testing.h"
#include "reading/json/find.h"
#include "reading/plan/plan.h"
#include "reading/tools/tool_call.h"
#include "team/vote/vote.h"

namespace fm {
namespace {

struct Nasty {
  std::string_view first;  // once
  std::string_view part;   // as often as it takes
};

// Shapes on which readers are slow: what opens and never closes, what looks like a mark at each
// place, what breaks off again and again.
constexpr Nasty kNasty[] = {
    {"", "["},
    {"", "{"},
    {"", "[{"},
    {"", "{\"a\":"},
    {"", "{\"a\":{\"b\":["},
    {"", "\""},
    {"", "{\"a\": \"b\\"},
    {"", "`"},
    {"", "```json\n{\n"},
    {"", "~~~\n"},
    {"", ","},
    {"[", ","},
    {"[", "1,"},
    {"", "<think>"},
    {"", "</think>"},
    {"", "<think>\n"},
    {"", "> {\"a\": 1}\n"},
    {"", "TASK_COMPLETE:\n"},
    {"TASK_COMPLETE:\n", "status: success\n"},
    {"", "DISCUSS_RESULT:\n- a: b\n"},
    {"", "0123456789"},
    {"{\"scores\": {", "\"idea-1\": 7, "},
    {"", "- **Bold** text\n"},
    {"", "1. **A**: b\n"},
    {"", "| a | b |\n"},
    {"| a | b |\n|---|---|\n", "| 1 | 2 |\n"},
    {"", "[TOOL_CALLS]"},
    {"", "<tool_call>{\"name\": "},
    {"", "<function=read_file><parameter=path>"},
    {"", "<|python_tag|>"},
    {"", "[read_file(path="},
    {"", "to=functions.read_file {"},
    {"", "<｜tool▁calls▁begin｜>"},
    {"", "<arg_key>a</arg_key>"},
    {"{\"ideas\": [", "{\"title\": \"x\", "},
    {"{\"ideas\": [", "{\"title\": \"x\"}, "},
    {"{\"tasks\": [", "{\"id\": \"1\", \"dependencies\": [\"1\"]}, "},
    {"{\"goal\": \"x\", \"next_steps\": {", "\"architect\": \"a\", "},
    {"{\"goal\": \"x\", \"scope\": [", "\"a\", "},
    {"# Goal\nx\n## In Scope\n", "- a\n"},
    {"{\"changes\": [", "{\"at\": \"in1\", \"text\": \"x\"}, "},
    {"", "{\"at\": \"in1\", \"text\": \"x\"}"},
    {"", "in1: x\n"},
    {"# Goal\nx\n## Objections\n", "- **@architect**: a. Taken up: b\n"},
    {"", "/*"},
    {"[", "// x\n"},
    {"", "&quot;"},
    {"", "\\\""},
    {"", "{'a': '"},
    {"", "“"},
    {"", "\xEF\xBC\x9B\xEF\xBD\x9B"},
    {"", "\xFF"},
    {"", "WAIT_FOR_USER\n"},
    {"", "architect "},
    {"title: a\n", "  - b: c\n"},
};

std::string grown(const Nasty& nasty, std::size_t bytes) {
  std::string text(nasty.first);
  text.reserve(bytes + nasty.part.size());
  while (text.size() < bytes) text += nasty.part;
  return text;
}

struct NamedReader {
  std::string_view name;
  std::function<void(std::string_view, Steps&)> read;
};

std::vector<NamedReader> readers() {
  static const Roster roster({{"architect", "System Architect", {"software architect"}},
                              {"builder", "Builder", {}, true}});
  static const std::vector<KnownIdea> known = {{"idea-1", "Tool library"}, {"idea-2", "Rain kit"}};
  static const ToolTable tools = {{"read_file", {{"path", "string"}}}};
  return {
      {"json", [](std::string_view text, Steps& steps) { (void)find_json(text, &steps); }},
      {"ideas", [](std::string_view text, Steps& steps) { (void)read_ideas(text, {}, &steps); }},
      {"scores",
       [](std::string_view text, Steps& steps) { (void)read_scores(text, known, {}, &steps); }},
      {"routing",
       [](std::string_view text, Steps& steps) { (void)read_routing(text, roster, &steps); }},
      {"brief",
       [](std::string_view text, Steps& steps) { (void)read_brief(text, roster, {}, &steps); }},
      {"patch",
       [](std::string_view text, Steps& steps) {
         static const Brief brief{
             .title = "x", .goal = "y", .included = {"a", "b"}, .next_steps = {{"architect", "z"}}};
         (void)read_brief_patch(text, brief, roster, {}, &steps);
       }},
      {"plan", [](std::string_view text, Steps& steps) { (void)read_plan(text, roster, &steps); }},
      {"vote", [](std::string_view text, Steps& steps) { (void)read_vote(text, &steps); }},
      {"task", [](std::string_view text,
                  Steps& steps) { (void)read_task_complete(text, "IMPL-1", &steps); }},
      {"result",
       [](std::string_view text, Steps& steps) { (void)read_discuss_result(text, &steps); }},
      {"tools",
       [](std::string_view text, Steps& steps) { (void)read_tool_text(text, tools, &steps); }},
  };
}

TEST_CASE("work is within the bound for every reader and every nasty shape") {
  constexpr std::size_t kBytes = 16 << 10;
  for (const Nasty& nasty : kNasty) {
    const std::string text = grown(nasty, kBytes);
    for (const NamedReader& reader : readers()) {
      Steps steps;
      reader.read(text, steps);
      CAPTURE(reader.name);
      CAPTURE(nasty.part);
      CHECK(steps.taken() <= step_bound(text.size()));
      CHECK(steps.taken() > 0);
    }
  }
}

TEST_CASE("nesting of 100,000 is a fault and no deep call") {
  constexpr int kNesting = 100'000;
  for (const std::string_view open : {"[", "{\"a\":", "[{\"a\":"}) {
    std::string text;
    for (int i = 0; i < kNesting; ++i) text += open;
    for (const NamedReader& reader : readers()) {
      Steps steps;
      reader.read(text, steps);
      CAPTURE(reader.name);
      CHECK(steps.taken() <= step_bound(text.size()));
    }
  }
}

TEST_CASE("16 MB stay within the bound, the slow shapes with FM_EXHAUSTIVE") {
  constexpr std::size_t kBytes = 16 << 20;
  const bool exhaustive = std::getenv("FM_EXHAUSTIVE") != nullptr;
  for (const Nasty& nasty : kNasty) {
    const bool quick = nasty.first.empty() && nasty.part == ",";
    if (!quick && !exhaustive) continue;
    const std::string text = grown(nasty, kBytes);
    for (const NamedReader& reader : readers()) {
      Steps steps;
      reader.read(text, steps);
      CAPTURE(reader.name);
      CAPTURE(nasty.part);
      CHECK(steps.taken() <= step_bound(text.size()));
    }
  }
}

}  // namespace
}  // namespace fm
