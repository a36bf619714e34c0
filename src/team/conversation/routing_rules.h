// Who speaks next, by rules alone, and what a model's decision is held to (C-34, C-35).
//
// The rules, in this order: the limit of turns; consensus (agreement.h); whom the person named;
// whom the last speaker addressed; whose matter the person's words are, and who must answer that
// (conversation_words.h); whom they name by their goal's words; the leader, so that nobody is met
// with silence; else the person's word is waited for. The one who just spoke never speaks again at
// once, two alternate at most twice, and who has no voice in a discussion is never chosen. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "people/language/vocabulary.h"
#include "reading/blocks/routing.h"
#include "team/conversation/agreement.h"
#include "team/conversation/conversation_words.h"
#include "team/conversation/reading_memo.h"
#include "team/pack/team.h"

namespace fm {

inline constexpr int kMostAlternations = 2;  // A-B-A-B

struct RoutingState {
  std::string newest;               // the person's newest message
  std::vector<std::string> spoken;  // agents since then, in order
  std::vector<std::string> called;  // whom the last speaker addressed (wake.h)
  std::vector<std::string> agents;  // chosen for the project
  bool questions_open = false;      // the team's questions to the person
  Agreement agreement;
};

// What the rules stand on. Borrowed.
struct RoutingGround {
  const Vocabulary& vocabulary;
  const ConversationWords& words;
  const Team& team;
  const AgentProfiles& profiles;
  ReadingMemo* memo = nullptr;  // null: everything is read anew
};

struct RouteChoice {
  Route route = Route::kWaitForUser;
  std::string agent;      // of Route::kAgent
  std::string model;      // as the model's decision names it; empty by rules
  std::string reasoning;  // a sentence for the details
  bool sure = false;      // by rules: somebody was named or addressed, or it is their matter
};

RouteChoice route_by_rules(const RoutingGround& ground, const RoutingState& state);

// By rules, after a model named `refused` twice although that agent may not speak now: if the rules
// would wait, another of the project's agents that has not spoken since the person.
RouteChoice route_instead(const RoutingGround& ground, const RoutingState& state,
                          std::string_view refused);

// The roster for read_routing(): all of the team, those without a voice as forbidden.
Roster routing_roster(const Team& team, const AgentProfiles& profiles);

// The roster for read_brief(): all of the team that can be given work; the orchestrator cannot.
Roster steps_roster(const Team& team, const AgentProfiles& profiles);

// A model's decision, or what is wrong with it, for the one repair turn. Faults: forbidden_agent,
// invalid_value.
Read<RouteChoice> check_route(const Routing& decision, const Roster& roster,
                              const RoutingGround& ground, const RoutingState& state);

// Whether an agent may speak now, and if not why, as the end of a sentence: "has just spoken".
std::string why_not_now(std::string_view agent, const RoutingState& state,
                        const AgentProfiles& profiles);

}  // namespace fm
