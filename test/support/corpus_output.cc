#include "test/support/corpus_output.h"

#include <exception>
#include <map>
#include <string>
#include <vector>

#include "reading/blocks/discuss_result.h"
#include "reading/blocks/routing.h"
#include "reading/blocks/task_complete.h"
#include "reading/brief/brief.h"
#include "reading/ideas/ideas.h"
#include "reading/ideas/scores.h"
#include "reading/plan/plan.h"
#include "reading/tools/tool_call.h"
#include "test/support/corpus_match.h"

namespace fm {
namespace {

Json error_of(const Fault& fault) { return JsonObject{{"error", fault_name(fault.code)}}; }

const Json& context_of(const Json& one) {
  static const Json none = JsonObject{};
  const Json* context = find_at(one, "context");
  return context != nullptr ? *context : none;
}

MessageForm form_of(const Json& one) {
  static const std::map<std::string, MessageForm> kForms = {
      {"text", MessageForm::kText},
      {"openai_message", MessageForm::kOpenai},
      {"anthropic_message", MessageForm::kAnthropic},
      {"gemini_content", MessageForm::kGemini},
      {"ollama_message", MessageForm::kOllama},
      {"openai_deltas", MessageForm::kOpenaiDeltas}};
  return kForms.at(std::string(text_at(one, "form", "text")));
}

// What was sent, by the case's form: calls, and the text beside them.
Read<ToolMessage> read_message(const Json& one, const ToolTable& tools) {
  const std::string_view raw = text_at(one, "raw");
  const MessageForm form = form_of(one);
  return read_tool_message(form, form == MessageForm::kText ? Json(raw) : parse_json(raw).value(),
                           tools);
}

// The text that is to be read.
std::string said(const Json& one) {
  if (form_of(one) == MessageForm::kText) return std::string(text_at(one, "raw"));
  const auto message = read_message(one, {});
  return message ? message->text : std::string();
}

Json read_ideas_case(const Json& one) {
  const Json& context = context_of(one);
  IdeasOptions options;
  for (const std::string& title : texts_at(context, "known_ideas"))
    options.known.push_back({"", title});
  options.min_ideas = static_cast<std::size_t>(int_at(context, "min_ideas"));
  options.cut_by_limit = text_at(context, "finish") == "length";
  const auto read = read_ideas(said(one), options);
  if (!read) return error_of(read.error());
  return to_json(read->ideas);
}

Json read_scores_case(const Json& one) {
  const Json& context = context_of(one);
  std::vector<KnownIdea> ideas;
  for (const Json& idea : context.at("ideas").as_array()) {
    ideas.push_back({std::string(text_at(idea, "id")), std::string(text_at(idea, "title"))});
  }
  ScoresOptions options;
  if (const Json* scale = find_at(context, "scale")) {  // [0, 10]
    options.scale_end = scale->as_array().at(1).to_number<int>();
  }
  options.cut_by_limit = text_at(context, "finish") == "length";
  const auto read = read_scores(said(one), ideas, options);
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

Roster roster_of(const Json& one, const Json& file, bool routing) {
  const Json* more = find_at(context_of(one), "extra_aliases");
  const std::string_view phase = text_at(context_of(one), "phase", "discovery");
  std::vector<RosterAgent> agents;
  for (const Json& agent : file.at("agents").as_array()) {
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

Json read_routing_case(const Json& one, const Json& file) {
  const Roster roster = roster_of(one, file, true);
  const auto read = read_routing(said(one), roster);
  if (!read) return error_of(read.error());
  if (read->route == Route::kWaitForUser) return JsonObject{{"decision", "wait"}};
  if (read->route == Route::kConsensus) return JsonObject{{"decision", "consensus"}};
  return JsonObject{{"decision", "agent"}, {"agent", roster.agents()[read->agent].id}};
}

Json read_plan_case(const Json& one, const Json& file) {
  const Roster roster = roster_of(one, file, false);
  const auto read = read_plan(said(one), roster);
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

Json read_brief_case(const Json& one, const Json& file) {
  BriefOptions options;
  options.steps_fall_to = text_at(context_of(one), "steps_fall_to");
  const auto read = read_brief(said(one), roster_of(one, file, false), options);
  if (!read) return error_of(read.error());
  return to_json(read->brief);
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

BlockEnding ending_of(const Json& one) {
  return text_at(context_of(one), "finish") == "length" ? BlockEnding::kCutByLimit
                                                        : BlockEnding::kWhole;
}

Json read_task_case(const Json& one) {
  const auto read =
      read_task_complete(said(one), text_at(context_of(one), "task_id"), nullptr, ending_of(one));
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
  const auto read = read_discuss_result(said(one), nullptr, ending_of(one));
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
  ToolTable tools;
  for (const auto& [tool, parameters] : context_of(one).at("tools").as_object()) {
    ToolParameters& types = tools[std::string(tool)];
    for (const auto& [name, type] : parameters.as_object()) {
      types[std::string(name)] = std::string(type.as_string());
    }
  }
  const auto read = read_message(one, tools);
  if (!read) return error_of(read.error());
  JsonArray calls;
  for (const GivenCall& call : read->calls) {
    calls.push_back(
        JsonObject{{"name", call.name}, {"arguments", call.arguments}, {"id", call.id}});
  }
  return JsonObject{{"calls", std::move(calls)}, {"text", read->text}};
}

}  // namespace

Json read_output_case(const Json& one, const Json& roster) {
  const std::string_view what = text_at(one, "what");
  if (what == "ideas") return read_ideas_case(one);
  if (what == "scores") return read_scores_case(one);
  if (what == "routing") return read_routing_case(one, roster);
  if (what == "plan") return read_plan_case(one, roster);
  if (what == "brief") return read_brief_case(one, roster);
  if (what == "task_complete") return read_task_case(one);
  if (what == "discuss_result") return read_discuss_case(one);
  if (what == "tool_call") return read_tool_case(one);
  throw std::invalid_argument("There is no kind \"" + std::string(what) + "\".");
}

void score_model_output(const std::filesystem::path& corpus, CorpusScore& score) {
  const Json roster = parse_json(corpus_bytes(corpus / "roster.json")).value_or(Json());
  for (const auto& file : corpus_files(corpus / "model_output", ".json")) {
    const std::string bytes = corpus_bytes(file);
    const auto one = parse_json(bytes);
    if (!one || std::ranges::find(kOutputKinds, text_at(*one, "what")) == kOutputKinds.end()) {
      score.add_unreadable(file.filename(), bytes, kOutputKinds);
      continue;
    }
    const std::string_view kind = text_at(*one, "what");
    std::string got;
    try {
      const Json read = read_output_case(*one, roster);
      if (is_right(*one, read)) {
        score.add_right(kind);
        continue;
      }
      got = canonical(read);
    } catch (const std::exception& error) {
      got = "the case cannot be read: " + std::string(error.what());
    }
    score.add_miss({std::string(kind), std::string(text_at(*one, "id", file.stem().string())),
                    wanted_text(*one), got, std::string(text_at(*one, "raw"))});
  }
}

}  // namespace fm
