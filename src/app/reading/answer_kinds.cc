#include "app/reading/answer_kinds.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "reading/blocks/discuss_result.h"
#include "reading/blocks/routing.h"
#include "reading/blocks/task_complete.h"
#include "reading/ideas/choice.h"
#include "reading/ideas/ideas.h"
#include "reading/ideas/scores.h"
#include "reading/json/find.h"
#include "reading/plan/plan.h"

namespace fm {
namespace {

using Outcome = Read<AnswerReading>;

std::vector<Note> both(std::vector<Note> repairs, const std::vector<Note>& warnings) {
  repairs.insert(repairs.end(), warnings.begin(), warnings.end());
  return repairs;
}

Json number(std::optional<int> hundredths) {
  return hundredths ? Json(*hundredths / 100.0) : Json();
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Outcome ideas(std::string_view text, const AnswerContext& context) {
  const auto read =
      read_ideas(text, {.known = context.ideas, .min_ideas = 0, .cut_by_limit = context.cut_off});
  if (!read) return std::unexpected(read.error());
  return AnswerReading{to_json(read->ideas), both(read->repairs, read->warnings)};
}

JsonObject score_value(const GivenScore& score) {
  JsonObject criteria;
  for (std::size_t at = 0; at < score.criteria.size(); ++at)
    criteria[kScoreCriteria.at(at)] = number(score.criteria.at(at));
  return {{"id", score.id},
          {"overall", number(score.overall)},
          {"criteria", std::move(criteria)},
          {"pros", to_json(score.pros)},
          {"cons", to_json(score.cons)},
          {"feedback", score.feedback}};
}

// Where nobody said which ideas there are, those that the answer names.
std::vector<KnownIdea> scored_ideas(std::string_view text, const AnswerContext& context) {
  if (!context.ideas.empty()) return context.ideas;
  std::vector<KnownIdea> named;
  if (const auto read = read_scores(text, {})) {
    for (const std::string& name : read->unmatched) named.push_back({name, name});
  }
  return named;
}

Outcome scores(std::string_view text, const AnswerContext& context) {
  const auto read = read_scores(text, scored_ideas(text, context),
                                {.scale_end = 10, .cut_by_limit = context.cut_off});
  if (!read) return std::unexpected(read.error());
  JsonArray list;
  for (const GivenScore& score : read->scores) list.emplace_back(score_value(score));
  return AnswerReading{{{"scores", std::move(list)}, {"unmatched", to_json(read->unmatched)}},
                       both(read->repairs, read->warnings)};
}

Outcome choice(std::string_view text, const AnswerContext& context) {
  const auto chosen = read_choice(text, context.ideas);
  return AnswerReading{{{"idea", chosen ? Json(context.ideas.at(*chosen).id) : Json()}}, {}};
}

Outcome routing(std::string_view text, const AnswerContext& context) {
  const Roster roster(context.agents);
  const auto read = read_routing(text, roster);
  if (!read) return std::unexpected(read.error());
  JsonObject value;
  switch (read->route) {
    case Route::kAgent:
      value["decision"] = "agent";
      value["agent"] = roster.agents().at(read->agent).id;
      break;
    case Route::kWaitForUser:
      value["decision"] = "wait";
      break;
    case Route::kConsensus:
      value["decision"] = "consensus";
      break;
  }
  if (!read->model.empty()) value["model"] = read->model;
  if (!read->reasoning.empty()) value["reasoning"] = read->reasoning;
  return AnswerReading{std::move(value), read->repairs};
}

JsonObject task_value(const PlanTask& task, const Roster& roster) {
  JsonArray stages;
  for (const PlanStage& stage : task.stages) {
    JsonArray agents;
    for (const PlanAgent& agent : stage.agents) {
      JsonObject one{{"id", roster.agents().at(agent.agent).id}};
      if (!agent.model.empty()) one["model"] = agent.model;
      agents.emplace_back(std::move(one));
    }
    stages.push_back(JsonObject{
        {"name", stage.name}, {"objective", stage.objective}, {"agents", std::move(agents)}});
  }
  return {{"id", task.id},
          {"objective", task.objective},
          {"dependencies", to_json(task.dependencies)},
          {"files", to_json(task.files)},
          {"acceptance", to_json(task.acceptance)},
          {"stages", std::move(stages)}};
}

Outcome plan(std::string_view text, const AnswerContext& context) {
  const Roster roster(context.agents);
  const auto read = read_plan(text, roster);
  if (!read) return std::unexpected(read.error());
  JsonArray tasks;
  for (const PlanTask& task : read->tasks) tasks.emplace_back(task_value(task, roster));
  return AnswerReading{{{"title", read->title},
                        {"description", read->description},
                        {"tasks", std::move(tasks)},
                        {"risks", to_json(read->risks)}},
                       read->repairs};
}

BlockEnding ending_of(const AnswerContext& context) {
  return context.cut_off ? BlockEnding::kCutByLimit : BlockEnding::kWhole;
}

Outcome task_complete(std::string_view text, const AnswerContext& context) {
  const auto read = read_task_complete(text, context.task, nullptr, ending_of(context));
  if (!read) return std::unexpected(read.error());
  if (!*read) return AnswerReading{{{"found", false}}, {}};
  const TaskComplete& task = **read;
  JsonObject more;
  for (const auto& [key, value] : task.more) more[key] = value;
  return AnswerReading{{{"found", true},
                        {"task_id", task.task_id},
                        {"status", to_text(task.status)},
                        {"artifact", text_or_null(task.artifact)},
                        {"discuss_verdict", task.discuss_verdict},
                        {"discuss_severity", task.discuss_severity},
                        {"summary", task.summary},
                        {"more", std::move(more)}},
                       {}};
}

Outcome discuss_result(std::string_view text, const AnswerContext& context) {
  const auto read = read_discuss_result(text, nullptr, ending_of(context));
  if (!read) return std::unexpected(read.error());
  if (!*read) return AnswerReading{{{"found", false}}, {}};
  const DiscussResult& result = **read;
  return AnswerReading{{{"found", true},
                        {"verdict", result.verdict},
                        {"severity", result.severity},
                        {"average_rating", number(result.average_rating)},
                        {"divergences", to_json(result.divergences)},
                        {"action_items", to_json(result.action_items)},
                        {"recommendation", result.recommendation},
                        {"discussion_path", result.discussion_path}},
                       {}};
}

Outcome tool_call(std::string_view text, const AnswerContext& context) {
  Json message(text);
  if (context.form != MessageForm::kText) {
    auto parsed = parse_json(text);
    if (!parsed)
      return fault(FaultCode::kNoJson, "The message is not JSON: " + parsed.error().message);
    message = std::move(*parsed);
  }
  const auto read = read_tool_message(context.form, message, context.tools);
  if (!read) return std::unexpected(read.error());
  JsonArray calls;
  for (const GivenCall& call : read->calls)
    calls.push_back(
        JsonObject{{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}});
  return AnswerReading{{{"calls", std::move(calls)}, {"text", read->text}}, read->repairs};
}

std::string_view container_name(Container container) {
  switch (container) {
    case Container::kProse:
      return "prose";
    case Container::kFence:
      return "fence";
    case Container::kQuote:
      return "quote";
    case Container::kReasoning:
      return "reasoning";
  }
  return "";
}

Outcome json(std::string_view text, const AnswerContext&) {
  const Found found = find_json(text);
  if (found.candidates.empty()) return std::unexpected(fault_of_search(found, text));
  AnswerReading reading;
  JsonArray values;
  for (const Candidate& candidate : found.candidates) {
    values.push_back(JsonObject{{"in", container_name(candidate.container)},
                                {"whole", candidate.parsed.cut == Cut::kNone},
                                {"value", candidate.parsed.value}});
    reading.notes = both(std::move(reading.notes), notes_of_repairs(candidate.parsed));
  }
  reading.value["values"] = std::move(values);
  return reading;
}

constexpr std::array<AnswerKind, 9> kKinds{{
    {"ideas", R"(one JSON block {"ideas": [{"title": ..., "description": ...}]})", ideas},
    {"scores", R"(one JSON block {"scores": [{"id": ..., "overall": ...}]})", scores},
    {"choice", "a line that names the chosen idea by its id", choice},
    {"routing",
     R"(one JSON object {"agent": ..., "reasoning": ...}, WAIT_FOR_USER or CONSENSUS_REACHED)",
     routing},
    {"plan", R"(one JSON object {"tasks": [{"id": ..., "dependencies": [], "stages": [...]}]})",
     plan},
    {"task-complete", "a TASK_COMPLETE block with all its lines", task_complete},
    {"discuss-result", "a DISCUSS_RESULT block with all its lines", discuss_result},
    {"tool-call", "the call of a tool that there is, with whole arguments", tool_call},
    {"json", "one JSON value", json},
}};

constexpr std::array<std::pair<std::string_view, MessageForm>, 6> kForms{{
    {"text", MessageForm::kText},
    {"openai", MessageForm::kOpenai},
    {"anthropic", MessageForm::kAnthropic},
    {"gemini", MessageForm::kGemini},
    {"ollama", MessageForm::kOllama},
    {"openai-deltas", MessageForm::kOpenaiDeltas},
}};

}  // namespace

const AnswerKind* answer_kind(std::string_view name) {
  const auto* found = std::ranges::find(kKinds, name, &AnswerKind::name);
  return found == kKinds.end() ? nullptr : found;
}

std::vector<std::string> readable_kinds() {
  std::vector<std::string> names;
  for (const AnswerKind& kind : kKinds) names.emplace_back(kind.name);
  for (const std::string_view name : {kPersonAnswer, kQuestions, kMentions, kMessage})
    names.emplace_back(name);
  return names;
}

std::vector<std::string> message_form_names() {
  std::vector<std::string> names;
  for (const auto& [name, form] : kForms) names.emplace_back(name);
  return names;
}

MessageForm message_form_of(std::string_view name) {
  for (const auto& [known, form] : kForms)
    if (known == name) return form;
  return MessageForm::kText;
}

}  // namespace fm
