#include "team/turn/turn_facts.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "people/message/intent.h"
#include "people/questions/questions.h"
#include "reading/brief/brief.h"
#include "reading/brief/brief_patch.h"

namespace fm {
namespace {

// What the person said since the last turn began: whoever spoke then has not heard it (P-34: it
// comes back in the next turn).
std::string newest_words(const RoomView& view) {
  const RoomSeq since = view.turns.empty() ? RoomSeq{} : view.turns.back().room_seq;
  std::string words;
  for (const Message& message : view.messages)
    if (message.kind == "user" && message.room_seq > since)
      words += (words.empty() ? "" : "\n") + *message.text;
  return words;
}

JsonArray missing_ids(std::string_view rest) {
  JsonArray missing;
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    missing.push_back(boost::json::string(trim(rest.substr(0, comma))));
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
  }
  return missing;
}

JsonObject facts_of_ideation(const TeamSnapshot& snapshot, const RoomView& view,
                             const EffectCall& call, const TurnRequest& turn) {
  const Json args = call.flow->args;
  JsonObject facts;
  facts["topic"] = text_at(args, "topic");
  facts["max_rounds"] = int_at(args, "max_rounds");
  facts["min_ideas"] = int_at(args, "min_ideas");
  facts["team"] = to_json(snapshot.team.agents);
  JsonArray ideas;
  for (const Idea* idea : view.living_ideas()) {
    JsonObject entry;
    entry["id"] = idea->id;
    entry["title"] = idea->now().title;
    entry["revision"] = idea->now().revision;
    // Whoever scores does so anew, whatever an idea had before.
    if (idea->score && turn.task != "validate") entry["score"] = idea->score->score;
    if (idea->vetoed) entry["vetoed"] = true;
    ideas.push_back(std::move(entry));
  }
  facts["ideas"] = std::move(ideas);
  // The first words are the topic itself; they need no echo.
  if (!view.turns.empty()) facts["last_said"] = newest_words(view);
  if (auto ids = turn.values.find("ids");
      turn.task == "validate_missing" && ids != turn.values.end())
    facts["missing"] = missing_ids(ids->second);
  if (const auto seat = turn.values.find("seat"); seat != turn.values.end())
    facts["seat"] = seat->second;
  return facts;
}

// The messages of one project, or of the talk outside of all projects.
// What was said in the project; a turn for none answers whatever was said last in the room.
std::vector<const Message*> conversation_of(const RoomView& view, const ProjectId& project) {
  std::vector<const Message*> conversation;
  for (const Message& message : view.messages)
    if ((project.empty() || message.project == project) && message.covers.value == 0)
      conversation.push_back(&message);
  return conversation;
}

bool is_person(const Message& message) { return message.kind == "user"; }

std::string last_words_of_person(const std::vector<const Message*>& conversation) {
  const auto last =
      std::ranges::find_if(conversation.rbegin(), conversation.rend(),
                           [](const Message* message) { return is_person(*message); });
  return last == conversation.rend() ? std::string() : *(*last)->text;
}

// The agents that a text for a prompt names, whatever its form.
JsonArray agents_named(const TeamSnapshot& snapshot, std::string_view text) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
  };
  JsonArray named;
  for (const std::string& id : snapshot.team.everyone()) {
    for (std::size_t at = text.find(id); at != text.npos; at = text.find(id, at + 1)) {
      const bool begins = at == 0 || !is_part(text[at - 1]);
      const bool ends = at + id.size() == text.size() || !is_part(text[at + id.size()]);
      if (!begins || !ends) continue;
      named.emplace_back(id);
      break;
    }
  }
  return named;
}

JsonArray questions_of(const Project& project) {
  JsonArray questions;
  for (const ProjectQuestion& question : project.questions) {
    JsonObject entry{{"agent", question.agent},
                     {"text", question.text},
                     {"type", to_string(question.type)},
                     {"iteration", question.iteration}};
    if (!question.fallback.empty()) entry["fallback"] = question.fallback;
    if (question.end == QuestionEnd::kAnswered) entry["answer"] = question.answer;
    if (question.end) entry["end"] = to_string(*question.end);
    questions.push_back(std::move(entry));
  }
  return questions;
}

// The number that a value begins with; null without one.
Json whole_number(std::string_view value) {
  std::int64_t number = 0;
  const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  return error == std::errc() ? Json(number) : Json();
}

// The entries of a brief and the objections that are open, with the ids that a change names
// (brief_patch.h).
void add_brief(JsonObject& facts, const Brief& brief) {
  facts["brief"] = to_json(brief);
  JsonArray entries;
  const auto add = [&](std::string id, std::string_view text) {
    entries.push_back(JsonObject{{"id", std::move(id)}, {"text", text}});
  };
  const auto add_all = [&](const std::string& part, const std::vector<std::string>& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i)
      add(part + std::to_string(entry_number(brief, part, i)), texts[i]);
  };
  add("title", brief.title);
  add("goal", brief.goal);
  add_all("in", brief.included);
  add_all("out", brief.excluded);
  std::vector<std::string> rules;
  for (const BriefConstraint& constraint : brief.constraints) {
    if (constraint.name == "budget" || constraint.name == "timeline" ||
        constraint.name == "platform")
      add(constraint.name, constraint.text);
    else
      rules.push_back(constraint.text);
  }
  add_all("rule", rules);
  add_all("decision", brief.decisions);
  add_all("unknown", brief.unknowns);
  for (const BriefStep& step : brief.next_steps) add("step-" + step.agent, step.task);
  facts["entries"] = std::move(entries);

  JsonArray objections;
  for (const BriefObjection& objection : brief.objections) {
    if (objection.outcome != BriefObjection::Outcome::kOpen) continue;
    objections.push_back(JsonObject{{"id", "o" + std::to_string(objections.size() + 1)},
                                    {"agent", objection.agent},
                                    {"text", objection.text}});
  }
  facts["objections"] = std::move(objections);
}

// Who has spoken to the person's newest words already.
JsonArray spoken(const std::vector<const Message*>& conversation) {
  JsonArray agents;
  for (const Message* message : conversation) {
    if (is_person(*message))
      agents.clear();
    else if (std::ranges::find(agents, Json(message->from)) == agents.end())
      agents.emplace_back(message->from);
  }
  return agents;
}

// Who delivered what, and how often.
JsonArray worked(const std::vector<const Message*>& conversation, const Project* project) {
  JsonArray work;
  for (const Message* message : conversation) {
    if (message->kind != "work") continue;
    const auto known = std::ranges::find_if(
        work, [&](const Json& one) { return text_at(one, "agent") == message->from; });
    if (known != work.end()) {
      Json& times = known->as_object()["times"];
      times = times.as_int64() + 1;
      continue;
    }
    std::string task;
    if (project != nullptr && project->brief() != nullptr)
      for (const BriefStep& step : project->brief()->brief->next_steps)
        if (step.agent == message->from) task = step.task;
    work.push_back(JsonObject{{"agent", message->from}, {"task", task}, {"times", 1}});
  }
  return work;
}

// The goal of the project that was worked on before this one, or of the last one.
std::string goal_before(const RoomView& view, const ProjectId& project) {
  std::string goal;
  for (const Project& one : view.projects.all) {
    if (one.id == project) break;
    goal = one.goal;
  }
  return goal;
}

JsonObject facts_of_conversation(const TeamSnapshot& snapshot, const RoomView& view,
                                 const TurnRequest& turn) {
  const Project* project = view.projects.find(turn.project);
  const std::vector<const Message*> conversation = conversation_of(view, turn.project);
  const std::vector<std::string> everyone = snapshot.team.everyone();
  JsonObject facts;
  facts["said"] = last_words_of_person(conversation);
  facts["topic"] = facts["said"];
  facts["before"] = goal_before(view, turn.project);
  if (project != nullptr) add_project_facts(facts, *project);
  facts["team"] = to_json(project != nullptr && !project->agents.empty() ? project->agents
                                                                         : snapshot.team.agents);
  facts["seat"] = std::ranges::find(everyone, turn.agent) - everyone.begin();
  facts["seats"] = static_cast<std::int64_t>(everyone.size());
  facts["turns"] = std::ranges::count(conversation, turn.agent, &Message::from);
  facts["spoken"] = spoken(conversation);
  facts["worked"] = worked(conversation, project);
  for (const auto& [name, value] : turn.values) {
    if (name == "agents") facts["agents"] = agents_named(snapshot, value);
    if (name == "question" || name == "reason" || name == "change" || name == "state" ||
        name == "wish")
      facts[name] = value;
    if (name == "task") facts["job"] = value;
    if (name == "most") facts["most"] = whole_number(value);
    if ((name == "most" || name == "mine") && value == "0") facts["may_ask"] = false;
  }
  return facts;
}

}  // namespace

void add_project_facts(JsonObject& facts, const Project& project) {
  facts["topic"] = project.goal;
  facts["phase"] = to_string(project.phase);
  facts["iteration"] = project.iteration;
  if (project.intent) {
    facts["flow"] = project.intent->flow;
    if (project.intent->intent) facts["intent"] = to_string(*project.intent->intent);
  }
  facts["questions"] = questions_of(project);
  JsonArray wishes;
  for (const Feedback& wish : project.feedback) wishes.emplace_back(wish.text);
  facts["wishes"] = std::move(wishes);
  if (const BriefRevision* brief = project.brief()) add_brief(facts, *brief->brief);
}

JsonObject turn_facts(const TeamSnapshot& snapshot, const RoomView& view, const EffectCall& call,
                      const TurnRequest& turn) {
  JsonObject facts = turn.prompts == "conversation" ? facts_of_conversation(snapshot, view, turn)
                                                    : facts_of_ideation(snapshot, view, call, turn);
  if (!turn.task_before.empty())
    facts["task_before"] = {{"task", turn.task_before}, {"round", turn.round}};
  if (auto fault = turn.values.find("fault"); fault != turn.values.end())
    facts["fault"] = fault->second;
  facts["attempt"] = 1;
  return facts;
}

}  // namespace fm
