// The debate of a discovery: who speaks next, and what is voted (C-34 to C-38).
#include "flows/conversation/debate.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "reading/brief/brief.h"
#include "team/conversation/conversation_state.h"
#include "team/documents/document_reading.h"
#include "team/documents/documents.h"
#include "team/room/brief.h"
#include "team/room/project_events.h"
#include "team/vote/tally.h"

namespace fm {
namespace {

// Who is next: by rules where they are sure, and after the first who spoke; else by the model's
// decision where there is one (C-34, C-35).
Flow<RouteTaken> route(FlowHandle flow, ConversationPtr conversation, ConversationStatus now,
                       bool answered) {
  RouteTaken by_rules{.agent = now.route,
                      .model = {},
                      .reasoning = now.reasoning,
                      .by = "rules",
                      .note = {},
                      .at = {}};
  if (answered || now.route_is_sure || !conversation->plan.by_model ||
      conversation->plan.orchestrator.empty())
    co_return by_rules;
  TurnRequest turn =
      conversation_turn(flow, conversation, conversation->plan.orchestrator, "route", "");
  turn.reads = TurnReads::kRouting;
  std::vector<std::string> models;
  for (const auto& [agent, model] : conversation->plan.models)
    if (std::ranges::find(models, model) == models.end()) models.push_back(model);
  std::vector<std::string> agents;
  for (const auto& [agent, model] : conversation->plan.models) agents.push_back(agent);
  turn.values["agents"] = join(agents, ", ");
  turn.values["models"] = join(models, ", ");
  std::string fault;
  std::string refused;
  for (const std::string_view go : {"route", "again"}) {
    const FlowHandle at = flow.at(go);
    TurnRequest asked = turn;
    if (go == "again") {
      asked.task = "repair";
      asked.task_before = turn.task;
      asked.values["fault"] = fault;
    }
    const Spoken spoken = co_await speak(at, conversation, std::move(asked));
    if (spoken.step != Step::kGoOn) break;
    fault = text_at(spoken.reading, "fault");
    if (!fault.empty()) continue;
    const Json checked = co_await read(at, "route",
                                       {{"agent", text_at(spoken.reading, "agent")},
                                        {"model", text_at(spoken.reading, "model")},
                                        {"reasoning", text_at(spoken.reading, "reasoning")}});
    fault = text_at(checked, "fault");
    refused = text_at(spoken.reading, "agent");
    if (fault.empty())
      co_return RouteTaken{.agent = std::string(text_at(checked, "agent")),
                           .model = std::string(text_at(checked, "model")),
                           .reasoning = std::string(text_at(checked, "reasoning")),
                           .by = "model",
                           .note = {},
                           .at = {}};
  }
  by_rules.note = fault.empty() ? "The orchestrator could not be heard." : fault;
  if (!refused.empty()) {
    const Json instead = co_await read(flow.at("instead"), "instead", {{"refused", refused}});
    by_rules.agent = text_at(instead, "agent");
    by_rules.reasoning = text_at(instead, "reasoning");
  }
  co_return by_rules;
}

// The model that was named speaks where it is this agent's own, first or as a fallback.
void take_model(TurnRequest& turn, RouteTaken& route) {
  if (route.model.empty() || route.model == turn.model) return;
  const auto other = std::ranges::find_if(turn.fallbacks, [&](const std::string& name) {
    return name == route.model || name.ends_with(":" + route.model);
  });
  if (other == turn.fallbacks.end()) {
    if (!turn.model.ends_with(":" + route.model))
      route.note = route.model + " is no model of " + turn.agent + "; " + turn.model + " speaks.";
    return;
  }
  std::swap(turn.model, *other);
}

// Nobody is met with silence (C-35): where nobody is called, the open questions are, or the leader.
Flow<Nothing> answer_somehow(FlowHandle flow, ConversationPtr conversation) {
  if (!active_project(flow)->awaited_questions().empty())
    co_return co_await show_open_questions(flow);
  TurnRequest turn = conversation_turn(flow, conversation, conversation->plan.leader, "discuss",
                                       message_kind::kReply);
  turn.values["reason"] = "Nobody else is called, and the person is owed an answer.";
  co_await speak(flow.at("leader"), conversation, std::move(turn));
  co_return Nothing();
}

// Those who work on it, and whoever objected.
std::vector<std::string> voters(const Project& project) {
  std::vector<std::string> agents = project.agents;
  for (const BriefObjection& one : project.brief()->brief->objections)
    if (std::ranges::find(agents, one.agent) == agents.end()) agents.push_back(one.agent);
  return agents;
}

void add_objections(const Project& project, DebateSummary& summary) {
  if (project.brief() == nullptr) return;
  using Outcome = BriefObjection::Outcome;
  for (const BriefObjection& one : project.brief()->brief->objections) {
    DebateObjection objection{one.agent, one.text, ObjectionFate::kOpen, one.why};
    if (one.outcome == Outcome::kAnswered) objection.fate = ObjectionFate::kAnswered;
    if (one.outcome == Outcome::kTakenUp) objection.fate = ObjectionFate::kAccepted;
    if (one.outcome == Outcome::kOverruled) objection.fate = ObjectionFate::kOverruled;
    summary.objections.push_back(std::move(objection));
  }
}

// Where the leader's own summary cannot be read: what the log says.
void decide_from_log(const Project& project, DebateSummary& summary) {
  for (const ProjectQuestion& question : project.questions)
    if (question.end == QuestionEnd::kAnswered)
      summary.decided.push_back({question.text + " " + question.answer, {}, question.answer_by});
    else
      summary.open.push_back(question.text);
}

}  // namespace

Flow<Nothing> say_capped(FlowHandle flow, std::string limit) {
  constexpr std::size_t kMost = 300;  // bytes of one thing
  const ConversationStatus now = co_await stand(flow);
  const Project& project = *active_project(flow);
  std::string lines;
  const auto add = [&lines](std::string what, std::string_view text) {
    lines += "- " + std::move(what) + ": " + std::string(cut_bytes(trim(text), kMost)) + "\n";
  };
  if (const BriefRevision* brief = project.brief()) {
    add("Proposed by " + brief->by, brief->brief->title + ": " + brief->brief->goal);
    for (const BriefObjection& one : brief->brief->objections)
      if (one.outcome == BriefObjection::Outcome::kOpen)
        add("Open objection of " + one.agent, one.text);
  } else if (!now.approach.empty()) {
    add("Proposed by " + now.approach_from, now.approach);
  }
  for (const ProjectQuestion& question : project.questions)
    if (question.end == QuestionEnd::kAnswered) add(question.text, question.answer);
  for (const ProjectQuestion* question : project.open_questions())
    add("Open question of " + question->agent, question->text);
  co_await say_line(flow.at("capped"),
                    limit + " So far, cut off there:\n\n" + lines +
                        "\nSay what you think of it, or \"go ahead\" to have the brief written.");
  co_return Nothing();
}

Flow<Step> debate(FlowHandle flow, ConversationPtr conversation, bool answered) {
  for (int turn = 1; turn <= kMostAgentTurns + 1; ++turn) {  // the last one tells that it waits
    const FlowHandle at = flow.at("turn", turn);
    co_await at.catch_up("look");
    if (has_unheard(at, conversation)) co_return Step::kGoOn;
    const ConversationStatus now = co_await stand(at);
    if (now.turns >= kMostAgentTurns) {
      co_await say_capped(at.at("limit"), "The team has spoken " + std::to_string(now.turns) +
                                              " times in a row and waits for you.");
      co_return Step::kGoOn;
    }
    RouteTaken next = co_await route(at.at("route"), conversation, now, answered);
    const bool waits = next.agent == kWaitForUser || next.agent == kConsensusReached;
    const bool known = conversation->plan.models.contains(next.agent);
    TurnRequest request;
    if (!waits && known) {
      request = conversation_turn(at, conversation, next.agent, "discuss", message_kind::kReply);
      request.values["reason"] = next.reasoning;
      take_model(request, next);
    }
    std::vector<NewEvent> events;
    events.push_back(route_decided(active_project(at)->id, next));
    co_await tell(at.at("decided"), std::move(events));
    if (waits || !known) {
      if (!answered) co_await answer_somehow(at.at("somehow"), conversation);
      co_return Step::kGoOn;
    }
    const Spoken spoken = co_await speak(at.at("speak"), conversation, std::move(request));
    if (gives_floor(spoken.step)) co_return spoken.step;
    // Who cannot be heard would be chosen again: the rules know only who has spoken.
    if (spoken.step != Step::kGoOn) {
      if (!answered) co_await answer_somehow(at.at("instead"), conversation);
      break;
    }
    answered = true;
  }
  co_return Step::kGoOn;
}

// Whoever gave no readable vote is asked once more, all at once (C-38).
Flow<std::vector<Spoken>> ask_unreadable(FlowHandle flow, ConversationPtr conversation,
                                         std::vector<TurnRequest> turns,
                                         std::vector<Spoken> spoken) {
  std::vector<std::size_t> due;
  std::vector<TurnRequest> repairs;
  for (std::size_t i = 0; i < spoken.size(); ++i) {
    const std::string fault(text_at(spoken[i].reading, "fault"));
    if (spoken[i].step != Step::kGoOn || fault.empty()) continue;
    TurnRequest turn = std::move(turns[i]);
    turn.task_before = std::exchange(turn.task, "repair");
    turn.values["fault"] = fault;
    repairs.push_back(std::move(turn));
    due.push_back(i);
  }
  if (due.empty()) co_return spoken;
  std::vector<Spoken> again = co_await spoken_by_all(flow, conversation, std::move(repairs));
  for (std::size_t i = 0; i < due.size(); ++i) spoken[due[i]] = std::move(again[i]);
  co_return spoken;
}

Flow<Step> vote(FlowHandle flow, ConversationPtr conversation) {
  const Project& project = *active_project(flow);
  const BriefRevision& brief = *project.brief();
  const std::string proposal = "brief-" + std::to_string(brief.revision);
  const std::string text = brief_markdown(*brief.brief, brief.origin);
  const ProjectId id = project.id;
  std::vector<TurnRequest> turns;
  constexpr std::size_t kMost = kMostAgentTurns;
  std::vector<std::string> unasked;  // the cap is told, nobody is passed over in silence (G-13)
  for (const std::string& agent : voters(project)) {
    if (!conversation->plan.models.contains(agent)) continue;
    if (turns.size() == kMost) {
      unasked.push_back(agent);
      continue;
    }
    TurnRequest turn = conversation_turn(flow, conversation, agent, "vote", message_kind::kVote);
    turn.values["proposal"] = text;
    turn.reads = TurnReads::kVote;
    turns.push_back(std::move(turn));
  }
  std::vector<std::string> agents;
  for (const TurnRequest& turn : turns) agents.push_back(turn.agent);
  std::vector<Spoken> spoken = co_await spoken_by_all(flow, conversation, turns);
  spoken =
      co_await ask_unreadable(flow.at("again"), conversation, std::move(turns), std::move(spoken));
  std::vector<NewEvent> events;
  std::vector<CastVote> votes;
  for (std::size_t i = 0; i < spoken.size(); ++i) {
    if (gives_floor(spoken[i].step)) {
      if (spoken[i].step == Step::kStop)
        co_await say_capped(flow.at("stopped"), "The team stops here, before everybody has voted.");
      co_return spoken[i].step;
    }
    if (spoken[i].message.empty()) continue;
    ProjectVote snapshot;
    snapshot.agent = agents[i];
    snapshot.vote = stance_from(text_at(spoken[i].reading, "vote"));
    snapshot.why = text_at(spoken[i].reading, "why");
    snapshot.proposal = proposal;
    snapshot.message = spoken[i].message;
    votes.push_back({snapshot.agent, snapshot.vote, snapshot.why});
    events.push_back(vote_cast(id, snapshot));
  }
  const VoteTally tally = tally_votes(agents, votes, usual_quorum(agents.size()));
  std::string told = "The votes: " + tally_line(tally);
  if (!unasked.empty())
    told += " Not asked, because enough have spoken: " + join(unasked, ", ") + ".";
  events.push_back(system_line(flow.at("tally"), std::move(told)));
  co_await tell(flow.at("votes"), std::move(events));
  co_return Step::kGoOn;
}

Flow<Step> sum_up(FlowHandle flow, ConversationPtr conversation) {
  TurnRequest turn = conversation_turn(flow, conversation, conversation->plan.leader, "debate", "");
  turn.reads = TurnReads::kDebate;
  const Spoken spoken = co_await ask_readable(flow.at("ask"), conversation, std::move(turn));
  if (gives_floor(spoken.step)) co_return spoken.step;
  const Project project = *active_project(flow);  // a copy: a view lasts until something is asked
  DebateSummary summary = debate_summary(spoken.reading, project.goal);
  if (!text_at(spoken.reading, "fault").empty() || spoken.reading.is_null())
    decide_from_log(project, summary);
  add_objections(project, summary);
  const auto documents = built_in_documents();
  FM_CHECK(documents.has_value(), "the templates of the program are right");
  // Only a summary that could be read stands for the debate (C-39).
  RoomSeq covers;
  const bool is_read = find_at(spoken.reading, "decided") != nullptr;
  for (const Message& message : flow.view<RoomView>().messages)
    if (is_read && message.project == project.id) covers = message.room_seq;
  std::vector<NewEvent> events;
  events.push_back(document_event(flow, conversation->plan.leader, message_kind::kDebate,
                                  documents->debate(summary), covers));
  co_await tell(flow.at("debate"), std::move(events));
  co_return Step::kGoOn;
}

}  // namespace fm
