// discovery: the team finds out what is wanted, debates it, and agrees with the person (C-30 to
// C-39).
//
//   a message   answers, a question back, an order to start, a vote, an ideation, somebody
//   addressed;
//               else the debate goes on: whoever is routed to speaks, up to ten turns
//   else        the next wave of questions; when enough is known a proposal, the adversary's
//               objections, the answer to them, votes; else the person is waited for
//
// Agreement of the person with an approach without open objections leads to `ready`; an explicit
// order leads to `synthesis` at once (C-37).
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/talk.h"
#include "team/project_brief.h"
#include "team/project_events.h"
#include "team/talk_state.h"
#include "team/tally.h"

namespace fm {
namespace {

Flow<Nothing> to_ready(FlowHandle flow, TalkStand stand) {
  PhaseRequest request;
  request.to = Phase::kReady;
  request.why = "agreed on: " + std::string(cut_bytes(stand.approach, 300));
  co_await go_to(flow, std::move(request));
  co_return Nothing();
}

Flow<Nothing> to_synthesis(FlowHandle flow, std::string why) {
  PhaseRequest request;
  request.to = Phase::kSynthesis;
  request.why = std::move(why);
  request.agents = {};
  co_await go_to(flow, std::move(request));
  co_return Nothing();
}

Flow<Nothing> line(FlowHandle flow, std::string text) {
  std::vector<NewEvent> lines;
  lines.push_back(system_line(flow, std::move(text)));
  co_await tell(flow, std::move(lines));
  co_return Nothing();
}

// The person breaks in: what was said stays, and they have the floor (C-4).
bool gives_floor(Step step) { return step == Step::kInterrupted || step == Step::kStop; }

std::string lines_of(const std::vector<const Objection*>& objections) {
  std::string lines;
  for (const Objection* one : objections)
    lines += "- " + one->agent + ": " + std::string(cut_bytes(one->text, 600)) + "\n";
  return lines;
}

std::vector<std::string> objectors(const std::vector<const Objection*>& objections) {
  std::vector<std::string> agents;
  for (const Objection* one : objections)
    if (std::ranges::find(agents, one->agent) == agents.end()) agents.push_back(one->agent);
  return agents;
}

Flow<Step> meet_objections(FlowHandle flow, TalkPtr talk, TalkStand now) {
  const auto open = now.open_objections();
  if (open.empty()) co_return Step::kGoOn;
  const std::vector<std::string> to = objectors(open);
  std::string who = talk->plan.leader;
  if (to.size() == 1 && to.front() == who)
    for (const std::string& agent : active_project(flow)->agents)
      if (agent != who && talk->models.contains(agent)) who = agent;
  TurnRequest turn = talk_turn(flow, talk, who, "meet_objections", talk_kind::kReply);
  turn.to = join(to, ", ");
  turn.values["objections"] = lines_of(open);
  const Spoken spoken = co_await speak(flow.at("meet"), talk, std::move(turn));
  co_await flow.catch_up("met");
  co_return spoken.step;
}

std::string newest_text(const FlowHandle& flow, std::string_view kind, std::string* id = nullptr) {
  std::string text;
  for (const Message* message : talk_of_iteration(flow.view<RoomView>(), *active_project(flow))) {
    if (message->kind != kind || message->interrupted) continue;
    text = *message->text;
    if (id != nullptr) *id = message->id;
  }
  return text;
}

bool has_kind(const FlowHandle& flow, std::string_view kind) {
  return !newest_text(flow, kind).empty();
}

// The leader's proposal, attacked, defended and voted on, before the person is asked (C-36, C-38).
Flow<Nothing> propose(FlowHandle flow, TalkPtr talk, TalkStand now) {
  if (!now.complete_words.empty()) co_await line(flow.at("enough"), now.complete_words);
  const Spoken proposal =
      co_await speak(flow.at("propose"), talk,
                     talk_turn(flow, talk, talk->plan.leader, "propose", talk_kind::kProposal));
  co_await flow.catch_up("proposed");
  if (proposal.step == Step::kFailed)
    co_return co_await fail_project(flow.at("failed"), *proposal.error);
  if (gives_floor(proposal.step) || has_unheard(flow, talk)) {
    co_await wait(flow.at("wait"), talk);
    co_return Nothing();
  }
  const std::string& adversary = talk->plan.adversary;
  if (!adversary.empty() && adversary != talk->plan.leader) {
    const Spoken challenge =
        co_await speak(flow.at("challenge"), talk,
                       talk_turn(flow, talk, adversary, "challenge", talk_kind::kObjection));
    co_await flow.catch_up("challenged");
    if (gives_floor(challenge.step) || has_unheard(flow, talk)) {
      co_await wait(flow.at("wait"), talk);
      co_return Nothing();
    }
  }
  now = co_await stand(flow.at("challenged"));
  if (gives_floor(co_await meet_objections(flow.at("meet"), talk, now)) ||
      has_unheard(flow, talk)) {
    co_await wait(flow.at("wait"), talk);
    co_return Nothing();
  }
  std::string id;
  const std::string text = newest_text(flow, talk_kind::kProposal, &id);
  co_await vote(flow.at("vote"), talk, id, text);
  co_return Nothing();
}

// Who is next, by the model's decision where there is one, else by rules (C-34, C-35).
Flow<RouteTaken> route(FlowHandle flow, TalkPtr talk, TalkStand now) {
  RouteTaken by_rules{.agent = now.route,
                      .model = {},
                      .reasoning = now.reasoning,
                      .by = "rules",
                      .note = {},
                      .at = {}};
  if (!talk->plan.by_model || talk->plan.orchestrator.empty()) co_return by_rules;
  TurnRequest turn = talk_turn(flow, talk, talk->plan.orchestrator, "route", "");
  turn.reads = TurnReads::kRouting;
  std::vector<std::string> models;
  for (const auto& [agent, model] : talk->plan.models)
    if (std::ranges::find(models, model) == models.end()) models.push_back(model);
  std::vector<std::string> agents;
  for (const auto& [agent, model] : talk->plan.models) agents.push_back(agent);
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
    const Spoken spoken = co_await speak(at, talk, std::move(asked));
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
Flow<Nothing> answer_somehow(FlowHandle flow, TalkPtr talk) {
  const auto open = active_project(flow)->awaited_questions();
  if (open.empty()) {
    TurnRequest turn = talk_turn(flow, talk, talk->plan.leader, "discuss", talk_kind::kReply);
    turn.values["reason"] = "Nobody else is called, and the person is owed an answer.";
    co_await speak(flow.at("leader"), talk, std::move(turn));
    co_return Nothing();
  }
  std::string still = open.size() == 1 ? "Noted. Still open:" : "Noted. These are still open:";
  for (const ProjectQuestion* question : open)
    still += "\n- " + question->agent + ": " + question->text;
  co_return co_await line(flow, std::move(still));
}

Flow<Nothing> debate(FlowHandle flow, TalkPtr talk, bool answered) {
  for (int turn = 1; turn <= kMostAgentTurns + 1; ++turn) {  // the last one tells that it waits
    const FlowHandle at = flow.at("turn", turn);
    co_await at.catch_up("look");
    if (has_unheard(at, talk)) co_return Nothing();
    const TalkStand now = co_await stand(at);
    if (now.turns >= kMostAgentTurns) {
      co_await line(at.at("limit"), "The team has spoken " + std::to_string(now.turns) +
                                        " times in a row and waits for you.");
      co_return Nothing();
    }
    RouteTaken next = co_await route(at.at("route"), talk, now);
    const bool waits = next.agent == kWaitForUser || next.agent == kConsensusReached;
    const bool known = talk->plan.models.contains(next.agent);
    TurnRequest request;
    if (!waits && known) {
      request = talk_turn(at, talk, next.agent, "discuss", talk_kind::kReply);
      request.values["reason"] = next.reasoning;
      take_model(request, next);
    }
    std::vector<NewEvent> events;
    events.push_back(route_decided(active_project(at)->id, next));
    co_await tell(at.at("decided"), std::move(events));
    if (waits || !known) {
      if (!answered) co_await answer_somehow(at.at("somehow"), talk);
      co_return Nothing();
    }
    const Spoken spoken = co_await speak(at.at("speak"), talk, std::move(request));
    if (gives_floor(spoken.step)) break;
    // Who cannot be heard would be chosen again: the rules know only who has spoken.
    if (spoken.step != Step::kGoOn) {
      if (!answered) co_await answer_somehow(at.at("instead"), talk);
      break;
    }
    answered = true;
  }
  co_return Nothing();
}

// Those whom the person speaks to answer at once, in parallel (C-2).
Flow<Step> addressed(FlowHandle flow, TalkPtr talk, Heard heard) {
  std::vector<TurnRequest> turns;
  for (const std::string& agent : heard.reading.addressed) {
    if (!talk->plan.models.contains(agent)) continue;
    TurnRequest turn = talk_turn(flow, talk, agent, "discuss", talk_kind::kReply);
    turn.values["reason"] = "The person speaks to you.";
    turns.push_back(std::move(turn));
  }
  if (turns.empty()) co_return Step::kSkipTurn;
  co_return co_await speak_all(flow.at("all"), talk, std::move(turns));
}

// What the person's words lead to once their answers are taken.
Flow<Nothing> react(FlowHandle flow, TalkPtr talk, Heard heard) {
  if (heard.reading.wants_vote || heard.reading.command == "vote") {
    std::string id;
    const std::string text = newest_text(flow, talk_kind::kProposal, &id);
    if (text.empty())
      co_return co_await propose(flow.at("propose"), talk, co_await stand(flow.at("before")));
    co_await vote(flow.at("vote"), talk, id, text);
    co_return Nothing();
  }
  if (heard.reading.wants_ideas || heard.reading.command == "ideate") {
    co_await ideate(flow.at("ideate"), talk,
                    heard.reading.rest.empty() ? heard.text : heard.reading.rest);
    co_return Nothing();
  }
  TalkStand now = co_await stand(flow.at("stand"));
  if (heard.newest && now.agreed && now.chosen && !now.reached) {
    if (gives_floor(co_await meet_objections(flow.at("agreed"), talk, now))) co_return Nothing();
    now = co_await stand(flow.at("met"));
  }
  if (heard.newest && now.reached) co_return co_await to_ready(flow.at("ready"), now);
  bool answered = false;
  if (!heard.reading.addressed.empty()) {
    const Step step = co_await addressed(flow.at("addressed"), talk, heard);
    if (gives_floor(step)) co_return Nothing();
    answered = step == Step::kGoOn;
  }
  // "Enough" moves on only where the team was still asking.
  const bool ends_asking = heard.reading.enough && !has_kind(flow, talk_kind::kProposal);
  const bool only_answers =
      (!heard.reading.closed.empty() || ends_asking) && heard.reading.addressed.empty();
  if (only_answers) {
    const std::size_t open = active_project(flow)->open_questions().size();
    if (open > 0)
      co_await line(
          flow.at("open"),
          (open == 1 ? std::string("One question is") : std::to_string(open) + " questions are") +
              " still open. Answer, or say \"you decide\" or \"enough\".");
    co_return Nothing();
  }
  co_return co_await debate(flow.at("debate"), talk, answered);
}

Flow<Nothing> hear(FlowHandle flow, TalkPtr talk) {
  const Heard heard = co_await take(flow.at("take"), talk);
  if (co_await handle_anywhere(flow.at("any"), talk, heard)) co_return Nothing();
  if (co_await take_answers(flow.at("answers"), talk, heard)) co_return Nothing();
  if (heard.starts())
    co_return co_await to_synthesis(flow.at("start"), "the person wants it started");
  if (!heard.newest) co_return Nothing();
  co_return co_await react(flow.at("react"), talk, heard);
}

// What the person wanted otherwise is taken up before anything else is said (C-41).
Flow<Nothing> take_up_feedback(FlowHandle flow, TalkPtr talk) {
  const Spoken spoken =
      co_await speak(flow.at("propose"), talk,
                     talk_turn(flow, talk, talk->plan.leader, "propose", talk_kind::kProposal));
  co_await flow.catch_up("proposed");
  if (spoken.step == Step::kFailed)
    co_return co_await fail_project(flow.at("failed"), *spoken.error);
  if (gives_floor(spoken.step) || has_unheard(flow, talk)) {
    co_await wait(flow.at("wait"), talk);
    co_return Nothing();
  }
  // Whoever asked for a change of the brief wants to see it changed (decision 0030).
  const Project& project = *active_project(flow);
  const bool asks = std::ranges::any_of(project.questions, [&](const ProjectQuestion& question) {
    return question.open() && question.iteration == project.iteration;
  });
  if (project.feedback.back().phase == Phase::kApproval && !asks)
    co_await to_synthesis(flow.at("again"), "the brief is written anew");
  co_return Nothing();
}

}  // namespace

namespace {

// Those who work on it, and whoever objected.
std::vector<std::string> voters(const FlowHandle& flow, const Project& project) {
  std::vector<std::string> agents = project.agents;
  for (const Message* message : talk_of_iteration(flow.view<RoomView>(), project))
    if (message->kind == talk_kind::kObjection &&
        std::ranges::find(agents, message->from) == agents.end())
      agents.push_back(message->from);
  return agents;
}

}  // namespace

Flow<Step> vote(FlowHandle flow, TalkPtr talk, std::string proposal, std::string text) {
  const Project& project = *active_project(flow);
  std::vector<TurnRequest> turns;
  const std::size_t most = static_cast<std::size_t>(
      std::max(1, kMostAgentTurns - turns_in_a_row(flow.view<RoomView>(), project)));
  for (const std::string& agent : voters(flow, project)) {
    if (turns.size() == most) break;
    if (!talk->plan.models.contains(agent)) continue;
    TurnRequest turn = talk_turn(flow, talk, agent, "vote", talk_kind::kVote);
    turn.values["proposal"] = text;
    turn.reads = TurnReads::kVote;
    turns.push_back(std::move(turn));
  }
  std::vector<std::string> agents;
  for (const TurnRequest& turn : turns) agents.push_back(turn.agent);
  std::vector<Flow<Spoken>> branches;
  for (TurnRequest& turn : turns) {
    const FlowHandle branch = flow.branch(turn.agent);
    branches.push_back(speak(branch, talk, std::move(turn)));
  }
  const std::vector<Spoken> spoken = co_await flow.all(std::move(branches));
  co_await flow.catch_up("voted");
  std::vector<NewEvent> events;
  std::vector<CastVote> votes;
  for (std::size_t i = 0; i < spoken.size(); ++i) {
    if (spoken[i].step == Step::kInterrupted) co_return Step::kInterrupted;
    if (spoken[i].message.empty()) continue;
    ProjectVote cast;
    cast.agent = agents[i];
    cast.vote = stance_from(text_at(spoken[i].reading, "vote"));
    cast.why = text_at(spoken[i].reading, "why");
    cast.proposal = proposal;
    cast.message = spoken[i].message;
    votes.push_back({cast.agent, cast.vote, cast.why});
    events.push_back(vote_cast(project.id, cast));
  }
  const VoteTally tally = tally_votes(agents, votes, usual_quorum(agents.size()));
  events.push_back(system_line(
      flow.at("tally"),
      "The votes: " + tally_line(tally) + " Do you agree, or what should be different?"));
  co_await tell(flow.at("votes"), std::move(events));
  co_return Step::kGoOn;
}

Flow<Step> ideate(FlowHandle flow, TalkPtr talk, std::string topic) {
  if (talk->plan.ideation.empty()) {
    co_await line(flow.at("none"), "This team cannot hold an ideation: nobody in it brings ideas.");
    co_return Step::kGoOn;
  }
  JsonObject args = talk->plan.ideation;
  args["topic"] = topic;
  args["project"] = active_project(flow)->id.value;
  co_await line(flow.at("begins"), "An ideation begins on: " + topic);
  Outcome done = co_await flow.child("ideation", "ideation", std::move(args));
  co_await flow.catch_up("done");
  const RoomView& view = flow.view<RoomView>();
  std::string result = "The ideation ended without a choice.";
  if (view.selection) {
    const Idea* idea = view.idea(view.selection->id);
    if (idea != nullptr)
      result = "The ideation chose \"" + idea->now().title + "\": " + idea->now().description;
  }
  std::vector<NewEvent> events;
  events.push_back(document_event(flow, talk->plan.leader, talk_kind::kReply, std::move(result)));
  co_await tell(flow.at("result"), std::move(events));
  co_return done.interrupted ? Step::kInterrupted : Step::kGoOn;
}

Flow<Nothing> discovery_step(FlowHandle flow, TalkPtr talk) {
  if (has_unheard(flow, talk)) co_return co_await hear(flow.at("hear"), talk);
  const Project& project = *active_project(flow);
  const bool proposed = has_kind(flow, talk_kind::kProposal);
  const bool wishes =
      !project.feedback.empty() && project.feedback.back().iteration == project.iteration;
  if (wishes && !proposed) co_return co_await take_up_feedback(flow.at("feedback"), talk);
  if (!proposed) {
    const TalkStand now = co_await stand(flow.at("stand"));
    if (!now.complete.empty()) co_return co_await propose(flow.at("propose"), talk, now);
    if (!now.askers.empty()) {
      const Step step = co_await ask_wave(flow.at("wave"), talk, now.askers, now.questions_left);
      if (step == Step::kFailed)
        co_return co_await fail_project(
            flow.at("failed"), Error{"team_unheard", "Nobody of the team could be heard.",
                                     "Each agent's model failed; the warnings say how.",
                                     "See them with `folkmoot room show`, and say \"try again\"."});
      if (!gives_floor(step)) co_return Nothing();
      co_await flow.catch_up("interrupted");
    }
  }
  co_await wait(flow.at("wait"), talk);
  co_return Nothing();
}

}  // namespace fm
