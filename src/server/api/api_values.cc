#include "server/api/api_values.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "team/conversation/conversation_state.h"
#include "team/pack/criteria.h"
#include "team/room/brief.h"
#include "team/room/project_words.h"
#include "team/vote/vote.h"

namespace fm::server {
namespace {

void put(JsonObject& object, std::string_view key, std::string_view text) {
  if (!text.empty()) object[key] = text;
}

void put(JsonObject& object, std::string_view key, bool is_so) {
  if (is_so) object[key] = true;
}

std::int64_t tokens_of(const Usage& usage) { return usage.input + usage.output; }

// As the store's row has it; the view knows it first.
std::string_view state_of(const RoomView& room) {
  const FlowRecord* flow = room.latest_flow();
  if (flow == nullptr) return "empty";
  if (flow->state == FlowState::kPaused) return "paused";
  if (flow->state == FlowState::kFinished)
    return flow->completion == "error" ? "failed" : "finished";
  const bool speaks = std::ranges::any_of(
      room.turns, [](const TurnRecord& turn) { return turn.state == TurnState::kRunning; });
  return speaks ? "working" : "waiting";
}

// Also before anybody spoke: the model is chosen with the room's first flow.
bool is_demo(const RoomView& room) {
  return room.rehearsed() || std::ranges::any_of(room.turns, [](const TurnRecord& turn) {
           return turn.model.starts_with("rehearsal");
         });
}

class Team {
 public:
  Team(const RoomView& room, const std::vector<AgentLine>& team) : room_(room) {
    for (const AgentLine& one : team) add(one.id, one.name, one.what);
    for (const Message& message : room.messages) spoke_.insert(message.from);
    for (const TurnRecord& turn : room.turns) note(turn);
    add_stances();
  }

  JsonArray take() {
    JsonArray out;
    for (const std::string& id : order_) out.push_back(std::move(agents_[id]));
    return out;
  }

 private:
  JsonObject& add(const std::string& id, std::string_view name, std::string_view what) {
    const auto [at, is_new] = agents_.try_emplace(id);
    if (!is_new) return at->second;
    order_.push_back(id);
    at->second = {{"id", id},
                  {"name", name.empty() ? std::string_view(id) : name},
                  {"state", "quiet"},
                  {"tokens", 0},
                  {"cost_microusd", 0}};
    put(at->second, "what", what);
    return at->second;
  }

  // Whoever serves the team without a voice of its own is none of its members.
  void note(const TurnRecord& turn) {
    if (!agents_.contains(turn.agent) && !spoke_.contains(turn.agent)) return;
    JsonObject& agent = add(turn.agent, {}, {});
    agent["tokens"] = agent["tokens"].as_int64() + tokens_of(turn.usage);
    agent["cost_microusd"] = agent["cost_microusd"].as_int64() + turn.cost.value;
    put(agent, "model", turn.model);
    if (turn.state != TurnState::kRunning) return;
    agent["state"] = "speaking";
    agent["turn"] = turn.turn;
    put(agent, "task", turn.task);
  }

  void add_stances() {
    const Project* project = room_.projects.current();
    if (project == nullptr) return;
    for (const ProjectVote& vote : project->votes) {
      const auto agent = agents_.find(vote.agent);
      if (vote.iteration != project->iteration || !vote.vote || agent == agents_.end()) continue;
      agent->second["stance"] = to_string(*vote.vote);
      put(agent->second, "stance_why", vote.why);
    }
  }

  const RoomView& room_;
  std::set<std::string, std::less<>> spoke_;
  std::vector<std::string> order_;
  std::map<std::string, JsonObject> agents_;
};

JsonObject sum_json(const RoomView& room) {
  CostSum sum;
  for (const TurnRecord& turn : room.turns) {
    ++sum.turns;
    sum.failed += turn.state == TurnState::kFailed;
    sum.usage += turn.usage;
    sum.unpriced += turn.usage != Usage() && turn.cost.value == 0;
    sum.cost.value += turn.cost.value;
    sum.took += turn.total;
  }
  return cost_json(sum);
}

JsonObject question_json(const Project& project, const ProjectQuestion& question) {
  JsonObject out{{"id", question.id},
                 {"number", project.number_of(question)},
                 {"agent", question.agent},
                 {"text", question.text},
                 {"asked_at", to_rfc3339(question.asked_at)}};
  put(out, "fallback", question.fallback);
  put(out, "message", question.message);
  if (!question.end) return out;
  out["end"] = to_string(*question.end);
  put(out, "answer", question.answer);
  put(out, "answer_by", question.answer_by);
  put(out, "answer_message", question.answer_message);
  return out;
}

JsonArray open_questions_json(const Project& project) {
  JsonArray out;
  for (const ProjectQuestion* question : project.awaited_questions())
    out.push_back(question_json(project, *question));
  return out;
}

JsonObject problem_json(const FlowRecord& flow) {
  JsonObject out{{"code", flow.error ? flow.error->code : flow.why},
                 {"message", flow.error ? flow.error->message : flow.detail}};
  if (flow.error) put(out, "cause", flow.error->cause);
  put(out, "cure", flow.error ? flow.error->cure : flow.cure);
  return out;
}

JsonObject brief_json(const BriefRevision& revision, const BriefRevision* before) {
  JsonObject out{{"revision", revision.revision},
                 {"by", revision.by},
                 {"origin", to_string(revision.origin)},
                 {"at", to_rfc3339(revision.at)},
                 {"markdown", brief_markdown(*revision.brief, revision.origin)},
                 {"brief", to_json(*revision.brief)}};
  put(out, "message", revision.message);
  JsonArray changes;
  if (before != nullptr)
    for (const BriefChange& change : compare_briefs(*before->brief, *revision.brief)) {
      JsonObject one{{"kind", to_string(change.kind)}, {"part", change.part}};
      put(one, "before", change.before);
      put(one, "after", change.after);
      changes.push_back(std::move(one));
    }
  out["changes"] = std::move(changes);
  return out;
}

JsonObject score_json(const IdeaScore& score) {
  JsonObject criteria;
  for (std::size_t i = 0; i < score.criteria.size(); ++i)
    if (score.criteria[i]) criteria[kCriteria[i]] = *score.criteria[i];
  JsonObject out{{"scorer", score.scorer},      {"by", to_string(score.by)},
                 {"score", score.score},        {"criteria", std::move(criteria)},
                 {"pros", to_json(score.pros)}, {"cons", to_json(score.cons)}};
  put(out, "feedback", score.feedback);
  return out;
}

JsonObject idea_json(const Idea& idea) {
  const IdeaRevision& now = idea.now();
  JsonObject out{{"id", idea.id},
                 {"title", now.title},
                 {"revision", now.revision},
                 {"round", idea.revisions.front().round},
                 {"tags", to_json(now.tags)},
                 {"pinned", idea.pinned},
                 {"vetoed", idea.vetoed}};
  put(out, "description", now.description);
  put(out, "rationale", now.rationale);
  put(out, "builds_on", now.builds_on);
  put(out, "merged_into", idea.merged_into);
  if (idea.score) {
    out["score"] = idea.score->score;
    if (idea.score->spread) out["spread"] = *idea.score->spread;
    put(out, "contested",
        std::ranges::find(idea.score->flags, "contested") != idea.score->flags.end());
  }
  JsonArray scores;
  for (const IdeaScore& score : idea.scores) scores.push_back(score_json(score));
  out["scores"] = std::move(scores);
  JsonArray revisions;
  for (const IdeaRevision& revision : idea.revisions) {
    JsonObject one{
        {"revision", revision.revision}, {"round", revision.round}, {"title", revision.title}};
    put(one, "description", revision.description);
    revisions.push_back(std::move(one));
  }
  out["revisions"] = std::move(revisions);
  return out;
}

}  // namespace

// A decision at the place where it was made, by the option's label.
JsonObject closed_gate_json(const GateAnswer& answer) {
  JsonObject out{
      {"gate", answer.gate}, {"room_seq", answer.room_seq.value}, {"at", to_rfc3339(answer.at)},
      {"type", answer.type}, {"question", answer.question},       {"label", answer.answer},
      {"by", answer.by}};
  put(out, "reason", answer.reason);
  return out;
}

JsonObject trouble_json(const TurnRecord& turn) {
  JsonObject out{{"room_seq", turn.room_seq.value},
                 {"at", to_rfc3339(turn.started_at)},
                 {"agent", turn.agent},
                 {"code", turn.error->code},
                 {"message", turn.error->message}};
  put(out, "cause", turn.error->cause);
  put(out, "cure", turn.error->cure);
  return out;
}

JsonObject room_json(const RoomView& room, const std::vector<AgentLine>& team) {
  JsonObject out{{"id", room.id.value},
                 {"title", room.title},
                 {"folder", room.folder},
                 {"team", room.team},
                 {"state", state_of(room)},
                 {"head", room.head.value},
                 {"demo", is_demo(room)},
                 {"cost", sum_json(room)},
                 {"agents", Team(room, team).take()},
                 {"ideas", room.living_ideas().size()},
                 {"channels", to_json(room.channels)}};
  JsonArray gates;
  for (const OpenGate& gate : room.gates) gates.push_back(gate_json(room, gate));
  out["gates"] = std::move(gates);
  const Project* current = room.projects.current();
  out["questions"] = current == nullptr ? JsonArray() : open_questions_json(*current);
  if (current != nullptr) out["project"] = project_json(room, *current);
  JsonArray projects;
  for (const Project& project : room.projects.all) projects.push_back(project_json(room, project));
  out["projects"] = std::move(projects);
  const FlowRecord* flow = room.latest_flow();
  if (flow != nullptr && (flow->state == FlowState::kPaused || flow->error))
    out["problem"] = problem_json(*flow);
  return out;
}

JsonObject message_json(const Message& message, TextShown shown) {
  const std::string_view text = message.text == nullptr ? std::string_view() : *message.text;
  const std::string_view told = shown == TextShown::kWhole ? text : cut_bytes(text, kMostText);
  const std::string_view by = message.kind == "user"                  ? "person"
                              : message.kind == message_kind::kSystem ? "system"
                                                                      : "agent";
  JsonObject out{{"id", message.id},
                 {"room_seq", message.room_seq.value},
                 {"at", to_rfc3339(message.at)},
                 {"from", message.from},
                 {"by", by},
                 {"to", message.to},
                 {"kind", message.kind},
                 {"marker", message.marker},
                 {"text", told}};
  put(out, "more", told.size() < text.size());
  put(out, "project", message.project.value);
  if (message.phase) out["phase"] = to_string(*message.phase);
  put(out, "channel", message.channel);
  put(out, "interrupted", message.interrupted);
  put(out, "cut", message.cut);
  put(out, "rehearsal", message.rehearsal);
  JsonArray unseen;
  for (const NamedFile& file : message.files)
    if (!file.why.empty()) unseen.push_back(JsonObject{{"path", file.path}, {"why", file.why}});
  if (!unseen.empty()) out["unseen"] = std::move(unseen);
  return out;
}

JsonObject gate_json(const RoomView& room, const OpenGate& gate) {
  JsonArray options;
  for (std::size_t i = 0; i < gate.options.size(); ++i)
    options.push_back(
        JsonObject{{"id", i < gate.option_ids.size() ? gate.option_ids[i] : gate.options[i]},
                   {"label", gate.options[i]}});
  JsonObject out{{"room", room.id.value},
                 {"room_title", room.title},
                 {"gate", gate.gate},
                 {"type", gate.type},
                 {"question", gate.question},
                 {"digest", gate.digest},
                 {"options", std::move(options)},
                 {"at", to_rfc3339(gate.at)}};
  put(out, "project", gate.project.value);
  put(out, "expired", gate.expired);
  if (gate.subject != nullptr) out["subject"] = *gate.subject;
  return out;
}

JsonObject project_json(const RoomView& room, const Project& project) {
  const ProjectStatus status = project_status(room, project);
  JsonObject out{{"id", project.id.value},
                 {"title", title_of(project)},
                 {"goal", project.goal},
                 {"phase", to_string(project.phase)},
                 {"active", status.active},
                 {"iteration", project.iteration},
                 {"agents", to_json(status.agents)},
                 {"waits", to_string(status.waits.what)},
                 {"due", due_text(status)},
                 {"last_activity", to_rfc3339(project.last_activity)}};
  if (project.intent) put(out, "flow", project.intent->flow);
  if (project.ending) out["ending"] = to_string(*project.ending);
  if (status.brief_revision > 0) out["brief_revision"] = status.brief_revision;
  if (!project.plans.empty()) out["plan_revision"] = project.plans.back().revision;
  return out;
}

JsonObject project_whole_json(const RoomView& room, const Project& project, UtcMs now) {
  JsonArray questions;
  for (const ProjectQuestion& question : project.questions)
    questions.push_back(question_json(project, question));
  JsonArray briefs;
  const BriefRevision* before = nullptr;
  for (const BriefRevision& revision : project.briefs) {
    briefs.push_back(brief_json(revision, before));
    before = &revision;
  }
  JsonArray votes;
  for (const ProjectVote& vote : project.votes) {
    JsonObject one{{"agent", vote.agent},
                   {"why", vote.why},
                   {"message", vote.message},
                   {"iteration", vote.iteration}};
    if (vote.vote) one["vote"] = to_string(*vote.vote);
    votes.push_back(std::move(one));
  }
  JsonArray history;
  for (const PhaseStay& stay : project_history(project, now).stays) {
    JsonObject one{{"phase", to_string(stay.phase)},
                   {"iteration", stay.iteration},
                   {"began", to_rfc3339(stay.began)},
                   {"ms", stay.took.count()}};
    put(one, "why", stay.why);
    if (stay.ended) one["ended"] = to_rfc3339(*stay.ended);
    history.push_back(std::move(one));
  }
  return {{"project", project_json(room, project)},
          {"questions", std::move(questions)},
          {"briefs", std::move(briefs)},
          {"votes", std::move(votes)},
          {"history", std::move(history)}};
}

JsonObject ideas_json(const RoomView& room) {
  JsonArray items;
  for (const Idea& idea : room.ideas) items.push_back(idea_json(idea));
  JsonObject out{{"items", std::move(items)}};
  if (!room.selection) return out;
  JsonObject chosen{{"id", room.selection->id},
                    {"by_rule", room.selection->by_rule},
                    {"flags", to_json(room.selection->flags)}};
  if (room.selection->score) chosen["score"] = *room.selection->score;
  put(chosen, "leader_choice", room.selection->leader_choice);
  out["chosen"] = std::move(chosen);
  return out;
}

JsonObject cost_json(const CostSum& sum) {
  return {
      {"cost_microusd", sum.cost.value}, {"turns", sum.turns},       {"failed", sum.failed},
      {"unpriced", sum.unpriced},        {"input", sum.usage.input}, {"cached", sum.usage.cached},
      {"output", sum.usage.output},      {"ms", sum.took.count()}};
}

JsonObject memory_json(const MemoryEntry& entry) {
  JsonObject out{{"room", entry.room.value},
                 {"project", entry.project.value},
                 {"title", entry.title},
                 {"goal", entry.goal},
                 {"finished_at", to_rfc3339(entry.finished_at)}};
  put(out, "one_liner", entry.one_liner);
  put(out, "summary", entry.summary);
  return out;
}

JsonObject started_json(const Started& started) {
  JsonObject out{{"room", started.room.value}, {"continued", started.continued}};
  JsonArray notices;
  for (const Error& notice : started.notices) notices.push_back(Json(notice.message));
  if (!notices.empty()) out["notices"] = std::move(notices);
  return out;
}

}  // namespace fm::server
