#include "team/pack/team.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace fm {
namespace {

constexpr std::string_view kPath = ".folkmoot/teams/mine.yaml";

Team team_of(std::string_view text) {
  auto team = parse_team(text, kPath);
  REQUIRE_MESSAGE(team.has_value(), team.error().message);
  return std::move(*team);
}

Error error_of(std::string_view text) {
  const auto team = parse_team(text, kPath);
  REQUIRE_FALSE(team.has_value());
  CHECK_FALSE(team.error().cure.empty());
  return team.error();
}

AgentProfiles profiles_of(std::initializer_list<std::pair<std::string, std::string>> id_and_role) {
  AgentProfiles profiles;
  for (const auto& [id, role] : id_and_role) {
    AgentProfile profile;
    profile.id = id;
    profile.role = role;
    profiles.emplace(id, profile);
  }
  return profiles;
}

TEST_CASE("P-51 a team: everything a file can say") {
  const Team team = team_of(
      "description: d\ncharter: |\n  Be kind.\nagents: [leader, researcher]\non_call: [planner]\n"
      "leader: leader\n"
      "defaults: {preset: full, model: 'a:b', models: ['c:d'], execution: stages}\n"
      "presets:\n  full: {min_score_threshold: 8.25, deep_dive: no}\n  dash: {max_rounds: 2}\n"
      "budgets: {tokens: 2000000, usd: 1.5, turns: 40, minutes: 30}\n"
      "gates: [before-merge]\nweights: {impact: 3}\nactions_allowed: {researcher: [read]}\n");
  CHECK(team.id == "mine");
  CHECK(team.charter == "Be kind.");
  CHECK(team.everyone() == std::vector<std::string>{"leader", "researcher", "planner"});
  CHECK(team.default_preset == "full");
  CHECK(team.default_models == std::vector<std::string>{"a:b", "c:d"});
  CHECK(team.execution == "stages");
  CHECK(team.presets.at("full") == Preset{3, 5, false, 825});
  CHECK(team.presets.at("dash") == Preset{2, 3, false, 600});
  CHECK(team.budget.micro_usd == 1'500'000);
  CHECK(team.budget.tokens == 2'000'000);
  CHECK(team.weights == std::array<int, 5>{1, 1, 3, 1, 1});
  CHECK(team.actions_allowed.at("researcher") == std::vector<std::string>{"read"});
}

TEST_CASE("Presets are those of the specification unless the team's file changes them") {
  const Team team = team_of("agents: [leader]\n");
  CHECK(team.presets.at("standard") == Preset{1, 3, false, 600});
  CHECK(team.presets.at("extended") == Preset{2, 4, true, 700});
  CHECK(team.presets.at("full") == Preset{3, 5, true, 750});
  CHECK(team.default_preset == "standard");
}

TEST_CASE("I-20 a preset may say how many score, and several moderators of a team all do") {
  const Team team = team_of("agents: [leader]\npresets: {full: {panel: 3}}\n");
  CHECK(team.presets.at("full").panel == 3);
  CHECK(team.presets.at("standard").panel == 0);
  CHECK(error_of("agents: [a]\npresets: {full: {panel: 10}}\n").message.contains("from 1 to 9"));
  const Team judges = team_of("agents: [leader, moderator, second, third]\n");
  const AgentProfiles profiles = profiles_of(
      {{"leader", ""}, {"moderator", ""}, {"second", "moderator"}, {"third", "implementer"}});
  CHECK(agents_for("moderator", judges, profiles) ==
        std::vector<std::string>{"moderator", "second"});
  CHECK(agent_for("moderator", judges, profiles) == "moderator");
}

TEST_CASE("P-52 a team's faults carry file, line, column and cure") {
  CHECK(error_of("agents: [a\n").code == "yaml_invalid");
  CHECK(error_of("").message.ends_with("The team has no agents."));
  CHECK(error_of("agents: [leader, x, x]\n").message ==
        ".folkmoot/teams/mine.yaml:1:21: The agent `x` is named a second time.");
  CHECK(error_of("agents: [Leader]\n").message.contains("no agent's id"));
  CHECK(error_of("agents: [a]\nagent: [b]\n").cure == "Did you mean `agents`?");
  const Error range = error_of("agents: [a]\npresets:\n  full:\n    max_rounds: 0\n");
  CHECK(range.message ==
        ".folkmoot/teams/mine.yaml:4:17: `max_rounds` must be a whole number from 1 to 10.");
  CHECK(error_of("agents: [a]\npresets: {fulll: {}}\n").cure == "Did you mean `full`?");
  CHECK(error_of("agents: [a]\npresets: {full: {min_score_threshold: 11}}\n")
            .message.contains("from 0 to 10"));
  CHECK(error_of("agents: [a]\ndefaults: {preset: ful}\n").cure == "Did you mean `full`?");
  CHECK(error_of("agents: [a]\ndefaults: {execution: run}\n").message.contains("no way"));
  CHECK(error_of("agents: [a]\nbudgets: {dollars: 5}\n").message.contains("not known"));
  CHECK(error_of("agents: [a]\nactions_allowed: {b: [read]}\n").message.contains("not in this"));
  CHECK(error_of("agents: [a]\nleader: b\n").message.contains("not among"));
}

TEST_CASE("P-52 all faults of a team are found in one pass") {
  std::vector<Error> faults;
  CHECK_FALSE(read_team("agents: [a]\nbudget: 1\ngate: x\nleader: b\n", kPath, faults));
  CHECK(faults.size() == 3);
}

TEST_CASE("P-51 one leader, named or by role; two are refused") {
  const Error two = error_of("agents: [a, b]\nleader: [a, b]\n");
  CHECK(two.code == "team_two_leaders");
  CHECK(two.message.starts_with(".folkmoot/teams/mine.yaml:2:9:"));

  const AgentProfiles profiles =
      profiles_of({{"a", "leader"}, {"b", "leader"}, {"c", "researcher"}});
  CHECK(check_team(team_of("agents: [a, c]\n"), profiles).empty());
  CHECK(check_team(team_of("agents: [a, b]\nleader: b\n"), profiles).empty());
  const auto faults = check_team(team_of("agents: [a, b]\n"), profiles);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].code == "team_two_leaders");
  CHECK(agent_for("leader", team_of("agents: [a, b]\nleader: b\n"), profiles) == "b");
}

TEST_CASE("I-1 a team without a leader is told with its file and the missing role") {
  const Team team = team_of("agents: [c]\n");
  const auto faults = check_team(team, profiles_of({{"c", "researcher"}}));
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].code == "team_no_leader");
  CHECK(faults[0].message ==
        ".folkmoot/teams/mine.yaml: The team `mine` has no agent for the role `leader`.");
}

TEST_CASE("P-52 an unknown agent is told with its line and the nearest names") {
  const auto faults = check_team(team_of("agents:\n  - leader\n  - reseacher\n"),
                                 profiles_of({{"leader", ""}, {"researcher", ""}}));
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].message == ".folkmoot/teams/mine.yaml:3:5: There is no agent `reseacher`.");
  CHECK(faults[0].cure == "Did you mean `researcher`?");
}

TEST_CASE("Roles of an ideation go to the agent whose card says so, else to the one of that id") {
  const AgentProfiles profiles =
      profiles_of({{"boss", "leader"}, {"grump", "adversary"}, {"moderator", ""}});
  const Team team = team_of("agents: [boss, grump, moderator]\n");
  CHECK(agent_for("leader", team, profiles) == "boss");
  CHECK(agent_for("adversary", team, profiles) == "grump");
  CHECK(agent_for("moderator", team, profiles) == "moderator");
  CHECK(agent_for("researcher", team, profiles).empty());
}

}  // namespace
}  // namespace fm
