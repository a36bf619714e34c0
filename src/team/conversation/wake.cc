#include "team/conversation/wake.h"

#include <algorithm>

#include "people/message/mentions.h"
#include "team/conversation/relevance.h"

namespace fm {

std::vector<std::string> wakes(std::string_view speaker, std::string_view text, const Team& team,
                               const AgentProfiles& profiles, int hop) {
  std::vector<std::string> woken;
  if (hop >= kMostHops) return woken;
  for (const std::string& name : find_mentions(text)) {
    const std::string agent = agent_called(name, team, profiles);
    if (agent.empty() || agent == speaker || !has_voice(agent, profiles)) continue;
    if (std::ranges::find(woken, agent) == woken.end()) woken.push_back(agent);
  }
  return woken;
}

}  // namespace fm
