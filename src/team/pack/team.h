// Team: who works together, who leads, and with which limits, from a YAML file (P-51).
//
//   description: ...          agents: [leader, researcher]     leader: leader
//   charter: |                on_call: [planner]               defaults: {preset, model, models,
//     shared by everyone      gates: [before-merge]                       execution}
//   presets: {full: {max_rounds, min_ideas, deep_dive, min_score_threshold,
//                   panel}}
//   budgets: {tokens, usd, turns, minutes}    weights: {feasibility: 2, ...}
//   actions_allowed: {agent: [action]}       builder: {backend: exec, profile, permissions}
//
// Reading the text finds what is wrong with the file alone; check_team() also holds it to the
// cards. A team without a leader can be read, because the flow that needs one must say so itself
// (I-1). Values; pure. Errors: team_invalid, team_unknown_agent, team_no_leader, team_two_leaders,
// yaml_*.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/yaml/yaml.h"
#include "team/pack/agent_profile.h"
#include "team/pack/preset.h"
#include "team/spending/spending.h"

namespace fm {

using AgentProfiles = std::map<std::string, AgentProfile, std::less<>>;  // by id

struct Team {
  std::string id;  // the file's name without .yaml
  std::string description;
  std::string charter;
  std::vector<std::string> agents;   // the members, in the order of the file
  std::vector<std::string> on_call;  // asked only when routed to or named
  std::string leader;                // empty: whoever plays that role
  std::string default_preset{kDefaultPreset};
  std::vector<std::string> default_models;             // best first
  std::string execution = "agency";                    // agency, lifecycle or stages (C-43)
  bool thorough = false;                               // care: thorough (C-31, C-38)
  CodingChoice builder;                                // who builds, where no card says (S-20)
  std::map<std::string, Preset, std::less<>> presets;  // the built-in ones, changed, and more
  Budget budget;
  std::vector<std::string> gates;
  std::array<int, 5> weights = {1, 1, 1, 1, 1};  // by kCriteria (I-8)
  std::map<std::string, std::vector<std::string>, std::less<>> actions_allowed;
  std::string path;
  std::map<std::string, YamlMark, std::less<>> marks;  // where each agent is named
  YamlMark leader_mark;

  std::vector<std::string> everyone() const;  // agents, then on_call
};

Result<Team> parse_team(std::string_view text, std::string_view path);  // the first fault
std::optional<Team> read_team(std::string_view text, std::string_view path,
                              std::vector<Error>& faults);  // all of them

// Agents without a card, no leader, two of them.
std::vector<Error> check_team(const Team& team, const AgentProfiles& profiles);

// The member that plays a role in an ideation, or empty: `leader` is the file's leader, any other
// the first member whose card plays it.
std::string agent_for(std::string_view role, const Team& team, const AgentProfiles& profiles);

// All members that play it, in the order of the file: several moderators are a panel (I-20).
std::vector<std::string> agents_for(std::string_view role, const Team& team,
                                    const AgentProfiles& profiles);

// I-1: names the file and the role that is missing in it.
Error no_leader(const Team& team);

inline constexpr auto kIdeationRoles = std::to_array<std::string_view>(
    {"leader", "researcher", "ideation", "adversary", "implementer", "moderator", "ui-creator"});

}  // namespace fm
