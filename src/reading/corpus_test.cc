// Runs the readers on the corpus of what models really send (test/corpus/README.md) and prints how
// many of each kind are read right.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>

#include "base/json.h"
#include "reading/discuss_result.h"
#include "reading/ideas.h"
#include "reading/plan.h"
#include "reading/routing.h"
#include "reading/scores.h"
#include "reading/task_complete.h"
#include "reading/tool_call.h"

namespace fm {
namespace {

std::filesystem::path corpus_folder() {
  const char* source = std::getenv("FM_SOURCE_DIR");
  return std::filesystem::path(source != nullptr ? source : ".") / "test" / "corpus";
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// What a reader made of a case, in the corpus's own form: a result or {"error": code}.
using Reader = std::function<Json(const Json& one)>;

Json error_of(const Fault& fault) { return JsonObject{{"error", fault_name(fault.code)}}; }

const Json& context_of(const Json& one) {
  static const Json none = JsonObject{};
  const Json* context = find_at(one, "context");
  return context != nullptr ? *context : none;
}

Json read_ideas_case(const Json& one) {
  const Json& context = context_of(one);
  IdeasOptions options;
  for (const std::string& title : texts_at(context, "known_ideas"))
    options.known.push_back({"", title});
  options.min_ideas = static_cast<std::size_t>(int_at(context, "min_ideas"));
  options.cut_by_limit = text_at(context, "finish") == "length";
  const auto read = read_ideas(text_at(one, "raw"), options);
  if (!read) return error_of(read.error());
  return to_json(read->ideas);
}

Json read_scores_case(const Json& one) {
  const Json& context = context_of(one);
  std::vector<KnownIdea> ideas;
  for (const Json& idea : find_at(context, "ideas")->get_array()) {
    ideas.push_back({std::string(text_at(idea, "id")), std::string(text_at(idea, "title"))});
  }
  ScoresOptions options;
  options.cut_by_limit = text_at(context, "finish") == "length";
  const auto read = read_scores(text_at(one, "raw"), ideas, options);
  if (!read) return error_of(read.error());
  JsonObject scores;
  for (const GivenScore& score : read->scores) {
    int sum = 0, count = 0;
    for (const auto& value : score.criteria) {
      if (value) sum += *value, ++count;
    }
    if (score.overall) {
      scores[score.id] = *score.overall;
    } else if (count != 0) {
      scores[score.id] = (sum * 2 + count) / (count * 2);
    } else {
      scores[score.id] = nullptr;
    }
  }
  return JsonObject{{"scores", std::move(scores)}, {"unmatched", to_json(read->unmatched)}};
}

Roster roster_of(const Json& one, bool routing) {
  static const Json file = *parse_json(read_file(corpus_folder() / "roster.json"));
  const Json* more = find_at(context_of(one), "extra_aliases");
  const std::string_view phase = text_at(context_of(one), "phase", "discovery");
  std::vector<RosterAgent> agents;
  for (const Json& agent : file.at("agents").get_array()) {
    RosterAgent made{std::string(text_at(agent, "id")), std::string(text_at(agent, "name")),
                     texts_at(agent, "aliases")};
    if (more != nullptr) {
      for (std::string& alias : texts_at(*more, made.id)) made.aliases.push_back(std::move(alias));
    }
    const bool discovery = phase == "discovery" && (bool_at(agent, "forbidden_in_discovery") ||
                                                    bool_at(agent, "execution_only"));
    made.forbidden = bool_at(agent, "never_a_target") || (routing && discovery);
    agents.push_back(std::move(made));
  }
  return Roster(std::move(agents));
}

Json read_routing_case(const Json& one) {
  const Roster roster = roster_of(one, true);
  const auto read = read_routing(text_at(one, "raw"), roster);
  if (!read) return error_of(read.error());
  if (read->route == Route::kWaitForUser) return JsonObject{{"decision", "wait"}};
  if (read->route == Route::kConsensus) return JsonObject{{"decision", "consensus"}};
  return JsonObject{{"decision", "agent"}, {"agent", roster.agents()[read->agent].id}};
}

Json read_plan_case(const Json& one) {
  const Roster roster = roster_of(one, false);
  const auto read = read_plan(text_at(one, "raw"), roster);
  if (!read) return error_of(read.error());
  JsonArray tasks;
  for (const PlanTask& task : read->tasks) {
    JsonArray stages;
    for (const PlanStage& stage : task.stages) {
      JsonArray agents;
      for (const PlanAgent& agent : stage.agents) {
        agents.emplace_back(roster.agents()[agent.agent].id);
      }
      stages.push_back(JsonObject{{"stageName", stage.name}, {"agents", std::move(agents)}});
    }
    tasks.push_back(JsonObject{{"id", task.id},
                               {"dependencies", to_json(task.dependencies)},
                               {"stages", std::move(stages)}});
  }
  return JsonObject{{"tasks", std::move(tasks)}};
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json read_task_case(const Json& one) {
  const auto read = read_task_complete(text_at(one, "raw"), text_at(context_of(one), "task_id"));
  if (!read) return error_of(read.error());
  if (!*read) return JsonObject{{"found", false}};
  const TaskComplete& task = **read;
  return JsonObject{{"found", true},
                    {"task_id", task.task_id},
                    {"status", to_text(task.status)},
                    {"artifact", text_or_null(task.artifact)},
                    {"discuss_verdict", task.discuss_verdict},
                    {"discuss_severity", task.discuss_severity},
                    {"summary", text_or_null(task.summary)}};
}

Json read_discuss_case(const Json& one) {
  const auto read = read_discuss_result(text_at(one, "raw"));
  if (!read) return error_of(read.error());
  if (!*read) return JsonObject{{"found", false}};
  const DiscussResult& result = **read;
  return JsonObject{
      {"found", true},
      {"verdict", result.verdict},
      {"severity", result.severity},
      {"average_rating", result.average_rating ? Json(*result.average_rating) : Json()},
      {"divergences", to_json(result.divergences)},
      {"action_items", to_json(result.action_items)},
      {"recommendation", result.recommendation},
      {"discussion_path", result.discussion_path}};
}

Json read_tool_case(const Json& one) {
  static const std::map<std::string, MessageForm, std::less<>> kForms = {
      {"text", MessageForm::kText},
      {"openai_message", MessageForm::kOpenai},
      {"anthropic_message", MessageForm::kAnthropic},
      {"gemini_content", MessageForm::kGemini},
      {"ollama_message", MessageForm::kOllama},
      {"openai_deltas", MessageForm::kOpenaiDeltas}};
  const MessageForm form = kForms.find(text_at(one, "form"))->second;
  ToolTable tools;
  for (const auto& [tool, parameters] : find_at(context_of(one), "tools")->get_object()) {
    ToolParameters& types = tools[std::string(tool)];
    for (const auto& [name, type] : parameters.get_object()) {
      types[std::string(name)] = std::string(type.get_string());
    }
  }
  const std::string_view raw = text_at(one, "raw");
  const auto read =
      read_tool_message(form, form == MessageForm::kText ? Json(raw) : *parse_json(raw), tools);
  if (!read) return error_of(read.error());
  JsonArray calls;
  for (const GivenCall& call : read->calls) {
    calls.push_back(
        JsonObject{{"name", call.name}, {"arguments", call.arguments}, {"id", call.id}});
  }
  return JsonObject{{"calls", std::move(calls)}, {"text", read->text}};
}

// Every key of the wanted value is there and the same; lists have the same length.
bool covers(const Json& wanted, const Json& got) {
  if (wanted.is_object() && got.is_object()) {
    for (const auto& [key, value] : wanted.get_object()) {
      const Json* ours = got.get_object().if_contains(key);
      if (ours == nullptr || !covers(value, *ours)) return false;
    }
    return true;
  }
  if (wanted.is_array() && got.is_array()) {
    if (wanted.get_array().size() != got.get_array().size()) return false;
    for (std::size_t i = 0; i < wanted.get_array().size(); ++i) {
      if (!covers(wanted.get_array()[i], got.get_array()[i])) return false;
    }
    return true;
  }
  return wanted == got;
}

// Arguments are the same only if there are no more of them.
bool same_calls(const Json& wanted, const Json& got) {
  if (!covers(wanted, got)) return false;
  for (std::size_t i = 0; i < wanted.at("calls").get_array().size(); ++i) {
    if (wanted.at("calls").at(i).at("arguments") != got.at("calls").at(i).at("arguments"))
      return false;
  }
  return true;
}

bool same_score(const Json& wanted, const Json& got);

bool same_discussion(const Json& wanted, const Json& got) {
  JsonObject one = wanted.get_object();
  JsonObject other = got.get_object();
  if (one.contains("average_rating") && other.contains("average_rating")) {
    if (!same_score(one.at("average_rating"), other.at("average_rating"))) return false;
    one.erase("average_rating");
  }
  return covers(one, other);
}

// Scores of the corpus are numbers from 0 to 10, ours hundredths.
bool same_score(const Json& wanted, const Json& got) {
  if (wanted.is_null() || got.is_null()) return wanted.is_null() && got.is_null();
  const double number =
      wanted.is_double() ? wanted.get_double() : static_cast<double>(wanted.get_int64());
  return static_cast<std::int64_t>(number * 100 + 0.5) == got.get_int64();
}

bool same_scores(const Json& wanted, const Json& got) {
  const JsonObject& numbers = wanted.at("scores").get_object();
  for (const auto& [id, score] : numbers) {
    const Json* ours = got.at("scores").get_object().if_contains(id);
    if (ours == nullptr || !same_score(score, *ours)) return false;
  }
  const Json* unmatched = find_at(wanted, "unmatched");
  return unmatched == nullptr || *unmatched == got.at("unmatched");
}

bool same(std::string_view what, const Json& wanted, const Json& got) {
  const bool one_failed = find_at(wanted, "error") != nullptr;
  const bool other_failed = find_at(got, "error") != nullptr;
  if (one_failed || other_failed) {
    return one_failed && other_failed && text_at(wanted, "error") == text_at(got, "error");
  }
  if (what == "scores") return same_scores(wanted, got);
  if (what == "tool_call") return same_calls(wanted, got);
  if (what == "discuss_result") return same_discussion(wanted, got);
  return covers(wanted, got);
}

bool right(const Json& one, const Json& got) {
  const std::string_view what = text_at(one, "what");
  if (const Json* any = find_at(one, "expect_any")) {
    return std::ranges::any_of(any->get_array(),
                               [&](const Json& wanted) { return same(what, wanted, got); });
  }
  if (const Json* wanted = find_at(one, "expect")) return same(what, *wanted, got);
  return same(what, JsonObject{{"error", text_at(one, "error")}}, got);
}

TEST_CASE("the corpus of model output is read right") {
  const std::map<std::string, Reader, std::less<>> readers = {
      {"ideas", read_ideas_case},        {"scores", read_scores_case},
      {"routing", read_routing_case},    {"plan", read_plan_case},
      {"task_complete", read_task_case}, {"discuss_result", read_discuss_case},
      {"tool_call", read_tool_case}};
  std::map<std::string, std::pair<int, int>> tally;
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(corpus_folder() / "model_output")) {
    files.push_back(file.path());
  }
  std::ranges::sort(files);
  REQUIRE(!files.empty());
  for (const auto& file : files) {
    const auto one = parse_json(read_file(file));
    REQUIRE(one.has_value());
    const auto reader = readers.find(text_at(*one, "what"));
    if (reader == readers.end()) continue;
    const Json got = reader->second(*one);
    auto& [good, all] = tally[reader->first];
    ++all;
    const bool fine = right(*one, got);
    if (fine) ++good;
    INFO(text_at(*one, "id"));
    INFO("got " << canonical(got));
    CHECK(fine);
  }
  for (const auto& [what, count] : tally) {
    std::printf("corpus %-14s %d/%d\n", what.c_str(), count.first, count.second);
  }
}

}  // namespace
}  // namespace fm
