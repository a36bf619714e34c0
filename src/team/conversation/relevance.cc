#include "team/conversation/relevance.h"

#include <algorithm>
#include <array>

#include "reading/json/names.h"

namespace fm {
namespace {

constexpr std::array<std::string_view, 4> kVoiceless = {"product-planner", "builder", "reviewer",
                                                        "orchestrator"};
constexpr std::array<std::string_view, 3> kNothingKnown = {"leader", "researcher", "creative"};

bool has(const std::vector<std::string>& list, std::string_view item) {
  return std::ranges::find(list, item) != list.end();
}

void add_once(std::vector<std::string>& list, const std::string& item) {
  if (!item.empty() && !has(list, item)) list.push_back(item);
}

std::string leader_of(const Team& team, const AgentProfiles& profiles) {
  return team.leader.empty() ? agent_called("leader", team, profiles) : team.leader;
}

}  // namespace

bool has_voice(std::string_view agent, const AgentProfiles& profiles) {
  const auto card = profiles.find(agent);
  return std::ranges::none_of(kVoiceless, [&](std::string_view name) {
    return agent == name || (card != profiles.end() && card->second.role == name);
  });
}

std::string agent_called(std::string_view name, const Team& team, const AgentProfiles& profiles) {
  const std::vector<std::string> everyone = team.everyone();
  if (has(everyone, name)) return std::string(name);
  const auto profile_of = [&](const std::string& id) -> const AgentProfile* {
    const auto found = profiles.find(id);
    return found == profiles.end() ? nullptr : &found->second;
  };
  for (const std::string& id : everyone)
    if (const AgentProfile* card = profile_of(id); card != nullptr && card->plays(name)) return id;
  const std::string key = name_key(name);
  for (const std::string& id : everyone) {
    const AgentProfile* card = profile_of(id);
    const auto means = [&](const std::string& alias) { return name_key(alias) == key; };
    if (name_key(id) == key || (card != nullptr && std::ranges::any_of(card->aliases, means)))
      return id;
  }
  return {};
}

Relevance relevant_agents(const ConversationWords& words, const Team& team,
                          const AgentProfiles& profiles, std::optional<Intent> intent,
                          std::string_view goal) {
  const ConversationText text(words, goal);
  const std::string leader = leader_of(team, profiles);
  Relevance found;
  std::vector<NamedAgent> named;
  std::vector<std::string> ruled_out;
  for (const GoalWords& entry : words.goals) {
    const std::string agent = agent_called(entry.agent, team, profiles);
    if (agent.empty() || !has_voice(agent, profiles)) continue;
    Naming naming = text.naming(entry.words);
    if (!naming.words.empty()) named.push_back({agent, std::move(naming.words)});
    if (naming.ruled_out && agent != leader) add_once(ruled_out, agent);
  }
  for (const std::string& agent : team.everyone()) {
    const auto at = std::ranges::find(named, agent, &NamedAgent::agent);
    if (at != named.end()) found.named.push_back(*at);
    if (at == named.end() && has(ruled_out, agent)) found.ruled_out.push_back(agent);
  }

  const auto ask = [&](std::string_view name) {
    const std::string agent = agent_called(name, team, profiles);
    if (has_voice(agent, profiles) && !has(found.ruled_out, agent)) add_once(found.agents, agent);
  };
  if (intent)
    for (const std::string_view name : plan_for(*intent).agents) ask(name);
  for (const NamedAgent& agent : found.named) add_once(found.agents, agent.agent);
  if (found.agents.empty())
    for (const std::string_view name : kNothingKnown) ask(name);
  if (found.agents.empty()) add_once(found.agents, leader);
  for (const std::string& agent : team.everyone())
    if (found.agents.empty() && has_voice(agent, profiles)) found.agents.push_back(agent);
  return found;
}

}  // namespace fm
