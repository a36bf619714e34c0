// Feeds any bytes to all readers of model output.
//
// Held to, besides not crashing: what the tolerant parser gives is sound JSON that reads back as
// itself without repairs; where the input escapes nothing, every text in a value stands in the
// input, in order; ideas in our own form read back as the same ideas; scores are on their scale;
// every reader stays within its bound of steps.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>

#include "reading/choice.h"
#include "reading/discuss_result.h"
#include "reading/find.h"
#include "reading/ideas.h"
#include "reading/plan.h"
#include "reading/routing.h"
#include "reading/scores.h"
#include "reading/task_complete.h"
#include "reading/tool_call.h"

namespace fm {
namespace {

void hold(bool condition, const char* what, std::string_view detail = {}) {
  if (condition) return;
  std::cerr << "broken: " << what << "\n" << detail << "\n";
  std::abort();
}

bool in_order(std::string_view part, std::string_view whole) {
  std::size_t at = 0;
  for (const char byte : part) {
    at = whole.find(byte, at);
    if (at == std::string_view::npos) return false;
    ++at;
  }
  return true;
}

void check_texts(const Json& value, std::string_view input) {
  const auto check = [&](std::string_view text) {
    if (text.find("\xEF\xBF\xBD") != std::string_view::npos) return;  // stands for a bad byte
    hold(in_order(text, input), "a text that is not in the input", text);
  };
  if (value.is_string()) check({value.get_string().data(), value.get_string().size()});
  if (value.is_array()) {
    for (const Json& item : value.get_array()) check_texts(item, input);
  }
  if (value.is_object()) {
    for (const auto& member : value.get_object()) {
      check({member.key().data(), member.key().size()});
      check_texts(member.value(), input);
    }
  }
}

void check_values(std::string_view text) {
  const bool plain = text.find_first_of("\\&") == std::string_view::npos;
  for (const Candidate& candidate : find_json(text).candidates) {
    hold(candidate.begin < candidate.end && candidate.end <= text.size(), "a place outside");
    const std::string once = canonical(candidate.parsed.value);
    Steps steps;
    const auto again = parse_tolerant(once, 0, steps);
    hold(again.has_value(), "our own form does not read back", once);
    hold(again->repair_count == 0 && again->end == once.size(), "our own form is repaired", once);
    hold(canonical(again->value) == once, "our own form reads back as something else", once);
    if (plain) check_texts(candidate.parsed.value, text);
  }
}

void check_ideas(std::string_view text) {
  const auto read = read_ideas(text);
  if (!read) {
    hold(!repair_prompt(read.error(), "ideas").empty(), "a fault without words");
    return;
  }
  hold(!read->ideas.empty(), "no ideas and no fault");
  const std::string once = canonical(to_json(read->ideas));
  const auto again = read_ideas(once);
  hold(again.has_value(), "our own ideas do not read back", once);
  hold(canonical(to_json(again->ideas)) == once, "our own ideas read back differently",
       once + "\n" + canonical(to_json(again->ideas)));
}

const std::vector<KnownIdea>& known() {
  static const std::vector<KnownIdea> ideas = {
      {"idea-1", "Tool library"}, {"idea-2", "Rain garden kit"}, {"idea-3", "Repair map"}};
  return ideas;
}

void check_scores(std::string_view text) {
  const auto read = read_scores(text, known());
  if (!read) return;
  hold(read->scores.size() == known().size(), "not one score an idea");
  for (const GivenScore& score : read->scores) {
    const auto on_scale = [](const std::optional<int>& value) {
      return !value || (*value >= 0 && *value <= 1000);
    };
    hold(on_scale(score.overall), "an overall score off its scale");
    for (const auto& value : score.criteria) hold(on_scale(value), "a criterion off its scale");
  }
}

// Work is counted, and within its bound for each reader.
void check_steps(const char* reader, std::string_view text,
                 const std::function<void(Steps&)>& read) {
  Steps steps;
  read(steps);
  hold(steps.taken() <= step_bound(text.size()), reader, "takes too many steps");
}

void check_others(std::string_view text) {
  static const Roster roster({{"architect", "System Architect", {"software architect"}},
                              {"ask", "Fact Checker & Explainer", {}},
                              {"builder", "Builder", {}, true}});
  static const ToolTable tools = {{"read_file", {{"path", "string"}}},
                                  {"create_task", {{"title", "string"}, {"priority", "integer"}}},
                                  {"list_tasks", {}}};
  check_steps("find_json", text, [&](Steps& steps) { find_json(text, &steps); });
  check_steps("ideas", text, [&](Steps& steps) { (void)read_ideas(text, {}, &steps); });
  check_steps("scores", text, [&](Steps& steps) { (void)read_scores(text, known(), {}, &steps); });
  check_steps("routing", text, [&](Steps& steps) { (void)read_routing(text, roster, &steps); });
  check_steps("plan", text, [&](Steps& steps) { (void)read_plan(text, roster, &steps); });
  check_steps("task_complete", text,
              [&](Steps& steps) { (void)read_task_complete(text, "IMPL-001", &steps); });
  check_steps("discuss_result", text,
              [&](Steps& steps) { (void)read_discuss_result(text, &steps); });
  check_steps("tool_text", text, [&](Steps& steps) { (void)read_tool_text(text, tools, &steps); });
  (void)read_choice(text, known());
  find_inline_code(text);
  without_reasoning(text);
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fm::check_values(text);
  fm::check_ideas(text);
  fm::check_scores(text);
  fm::check_others(text);
  return 0;
}
