#include "team/conversation/routing_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "people/message/answer.h"
#include "people/message/mentions.h"
#include "team/conversation/question_round.h"
#include "team/conversation/relevance.h"

namespace fm {
namespace {

constexpr std::size_t kMostMatters = 2;  // whose matter one message is, beside those who follow
constexpr std::string_view kAll = "all";
constexpr std::string_view kTeam = "team";

bool has(const std::vector<std::string>& list, std::string_view item) {
  return std::ranges::find(list, item) != list.end();
}

// An agent that may answer the person's newest words, and why.
struct Candidate {
  std::string agent;
  std::string why;
  bool sure = true;
};

class Router {
 public:
  Router(const RoutingGround& ground, const RoutingState& state) : ground_(ground), state_(state) {}

  RouteChoice decide() const {
    if (std::ssize(state_.spoken) >= kMostAgentTurns)
      return wait("The agents have said enough; it is the person's turn.");
    if (state_.agreement.is_reached())
      return {Route::kConsensus,
              {},
              {},
              fmt::format("The person agrees with: {}", state_.agreement.approach->text)};
    for (const Candidate& candidate : candidates()) {
      if (has(state_.spoken, candidate.agent) && !has(state_.called, candidate.agent)) continue;
      if (!why_not_now(candidate.agent, state_, ground_.profiles).empty()) continue;
      return {Route::kAgent, candidate.agent, {}, candidate.why, candidate.sure};
    }
    return wait(state_.spoken.empty() ? "The team's questions wait for the person."
                                      : "Whose matter it was has answered.");
  }

  // Whom the person named and who has not answered yet.
  std::vector<std::string> unanswered_mentions() const {
    std::vector<std::string> left;
    for (const std::string& agent : mentioned())
      if (!has(state_.spoken, agent)) left.push_back(agent);
    return left;
  }

  bool is_asked() const {
    const Answer answer = read_answer(ground_.vocabulary, state_.newest);
    return answer.approval == Approval::kQuestion;
  }

 private:
  static RouteChoice wait(std::string why) { return {Route::kWaitForUser, {}, {}, std::move(why)}; }

  std::vector<Candidate> candidates() const {
    std::vector<Candidate> found;
    const auto add = [&](const std::string& agent, std::string why, bool sure = true) {
      if (agent.empty() || std::ranges::find(found, agent, &Candidate::agent) != found.end())
        return;
      found.push_back({agent, std::move(why), sure});
    };
    const std::vector<std::string> named = mentioned();
    for (const std::string& agent : named) add(agent, "The person asked for this agent by name.");
    for (const std::string& agent : state_.called) add(agent, "The last speaker addressed it.");
    if (!named.empty() || trim(state_.newest).empty()) return found;

    const ConversationText text(ground_.words, state_.newest);
    for (const auto& [matter, words] : matters(text)) {
      const std::string agent = called(matter->agent);
      const std::string said = join(words, ", ");
      add(agent, fmt::format("Its matter: {}.", said));
      for (const std::string& next : matter->then)
        add(called(next), fmt::format("It must answer {} on: {}.", agent, said));
    }
    if (found.empty()) {
      const Relevance relevance = relevant_agents(ground_.words, ground_.team, ground_.profiles,
                                                  std::nullopt, state_.newest);
      for (const NamedAgent& agent : relevance.named)
        add(agent.agent, fmt::format("The person speaks of: {}.", join(agent.words, ", ")), false);
      if (found.size() > kMostMatters) found.resize(kMostMatters);
    }
    // Words that nobody owns are the leader's, once; but an answer to the team is no question.
    if (found.empty() && state_.spoken.empty() && (!state_.questions_open || is_asked()))
      add(leader(), "Nobody else's matter, and the person is owed an answer.", false);
    return found;
  }

  struct Owned {
    const Matter* matter;
    std::vector<std::string> words;
  };
  // By how much of the message is theirs; the earlier one of the file on a tie.
  std::vector<Owned> matters(const ConversationText& text) const {
    std::vector<Owned> owned;
    for (const Matter& matter : ground_.words.matters) {
      Naming naming = text.naming(matter.words);
      if (naming.words.empty() || called(matter.agent).empty()) continue;
      const auto place = std::ranges::find_if(
          owned, [&](const Owned& other) { return other.words.size() < naming.words.size(); });
      owned.insert(place, {&matter, std::move(naming.words)});
    }
    if (owned.size() > kMostMatters) owned.resize(kMostMatters);
    return owned;
  }

  std::vector<std::string> mentioned() const {
    std::vector<std::string> agents;
    const auto add = [&](const std::string& agent) {
      if (!agent.empty() && has_voice(agent, ground_.profiles) && !has(agents, agent))
        agents.push_back(agent);
    };
    for (const std::string& name : find_mentions(state_.newest)) {
      if (name == kAll) {
        for (const std::string& agent : ground_.team.agents) add(agent);
      } else if (name == kTeam) {
        const Relevance relevance = relevant_agents(ground_.words, ground_.team, ground_.profiles,
                                                    std::nullopt, state_.newest);
        for (const std::string& agent : relevance.agents) add(agent);
      } else {
        add(agent_called(name, ground_.team, ground_.profiles));
      }
    }
    return agents;
  }

  std::string called(std::string_view name) const {
    return agent_called(name, ground_.team, ground_.profiles);
  }
  std::string leader() const {
    return ground_.team.leader.empty() ? called("leader") : ground_.team.leader;
  }

  const RoutingGround& ground_;
  const RoutingState& state_;
};

}  // namespace

std::string why_not_now(std::string_view agent, const RoutingState& state,
                        const AgentProfiles& profiles) {
  const std::vector<std::string>& spoken = state.spoken;
  if (!has_voice(agent, profiles)) return "has no voice in a discussion";
  if (std::ssize(spoken) >= kMostAgentTurns)
    return fmt::format("cannot speak: {} turns were taken without the person", kMostAgentTurns);
  if (!spoken.empty() && spoken.back() == agent) return "has just spoken";
  const std::size_t turns = std::size_t{2} * kMostAlternations;
  if (spoken.size() < turns) return {};
  const std::string& other = spoken.back();
  for (std::size_t back = 0; back < turns; ++back) {
    const std::string& speaker = spoken[spoken.size() - 1 - back];
    if (speaker != (back % 2 == 0 ? std::string_view(other) : agent)) return {};
  }
  return fmt::format("has alternated with {} long enough", other);
}

RouteChoice route_by_rules(const RoutingGround& ground, const RoutingState& state) {
  return Router(ground, state).decide();
}

RouteChoice route_instead(const RoutingGround& ground, const RoutingState& state,
                          std::string_view refused) {
  RouteChoice choice = route_by_rules(ground, state);
  if (choice.route != Route::kWaitForUser) return choice;
  for (const std::string& agent : state.agents) {
    if (agent == refused || has(state.spoken, agent)) continue;
    if (!why_not_now(agent, state, ground.profiles).empty()) continue;
    return {
        Route::kAgent, agent, {}, fmt::format("Instead of {}, who may not speak now.", refused)};
  }
  return choice;
}

namespace {

std::vector<RosterAgent> everyone_in(const Team& team, const AgentProfiles& profiles) {
  std::vector<RosterAgent> agents;
  for (const std::string& id : team.everyone()) {
    RosterAgent agent{.id = id, .name = id, .aliases = {}, .forbidden = false};
    if (const auto card = profiles.find(id); card != profiles.end()) {
      agent.name = card->second.name;
      agent.aliases = card->second.aliases;
    }
    agents.push_back(std::move(agent));
  }
  return agents;
}

}  // namespace

Roster routing_roster(const Team& team, const AgentProfiles& profiles) {
  std::vector<RosterAgent> agents = everyone_in(team, profiles);
  for (RosterAgent& agent : agents) agent.forbidden = !has_voice(agent.id, profiles);
  return Roster(std::move(agents));
}

Roster steps_roster(const Team& team, const AgentProfiles& profiles) {
  return Roster(everyone_in(team, profiles));
}

Read<RouteChoice> check_route(const Routing& decision, const Roster& roster,
                              const RoutingGround& ground, const RoutingState& state) {
  const Router rules(ground, state);
  RouteChoice choice{decision.route, {}, decision.model, decision.reasoning};
  const std::vector<std::string> named = rules.unanswered_mentions();
  switch (decision.route) {
    case Route::kConsensus:
      if (state.agreement.is_reached()) return choice;
      return fault(FaultCode::kInvalidValue,
                   fmt::format("There is no consensus yet. {}", state.agreement.missing()));
    case Route::kWaitForUser:
      if (std::ssize(state.spoken) >= kMostAgentTurns) return choice;
      if (!named.empty())
        return fault(FaultCode::kInvalidValue,
                     fmt::format("The person named {}, who has not answered yet.", named.front()));
      if (state.spoken.empty() && rules.is_asked())
        return fault(FaultCode::kInvalidValue,
                     "The person asked something and nobody has answered it yet.");
      return choice;
    case Route::kAgent:
      break;
  }
  choice.agent = roster.agents().at(decision.agent).id;
  if (const std::string why = why_not_now(choice.agent, state, ground.profiles); !why.empty())
    return fault(FaultCode::kForbiddenAgent,
                 fmt::format("{} {}; choose another agent or WAIT_FOR_USER.", choice.agent, why));
  if (!named.empty() && !has(named, choice.agent) && state.spoken.empty())
    return fault(FaultCode::kInvalidValue,
                 fmt::format("The person named {}, who speaks first.", named.front()));
  return choice;
}

}  // namespace fm
