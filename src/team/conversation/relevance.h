// Which agents a matter is for (C-10, C-30), and @team (C-2).
//
// Those that the intent asks for, and those whose words are in the goal; never one that the team
// does not have, neither as a member nor on call, and never one that is no target in a discussion.
// Whose words are only ruled out ("no design needed") is left out, but for the leader. Nothing
// known: leader, researcher, creative. Pure; deterministic; one pass over the text for each list.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "people/message/intent.h"
#include "team/conversation/conversation_words.h"
#include "team/pack/team.h"

namespace fm {

struct NamedAgent {
  std::string agent;
  std::vector<std::string> words;  // that name it, for the person to see
};

struct Relevance {
  std::vector<std::string> agents;     // the intent's, then the others in the team's order
  std::vector<NamedAgent> named;       // by words, in the team's order
  std::vector<std::string> ruled_out;  // in the team's order
};

// `goal` is what the person said. Without an intent (@team) only the words count.
Relevance relevant_agents(const ConversationWords& words, const Team& team,
                          const AgentProfiles& profiles, std::optional<Intent> intent,
                          std::string_view goal);

// product-planner, builder, reviewer, orchestrator: they have no voice in a discussion (C-34).
bool has_voice(std::string_view agent, const AgentProfiles& profiles);

// The team's own agent for a name of the packs: by id, by role, by an alias. Empty when there is
// none, so that a team of other names is found too.
std::string agent_called(std::string_view name, const Team& team, const AgentProfiles& profiles);

}  // namespace fm
