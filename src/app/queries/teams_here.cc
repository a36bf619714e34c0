#include "app/queries/teams_here.h"

#include "team/pack/pack.h"

namespace fm {
namespace {

Library library_of(const std::string& user_folder, const std::string& folder) {
  return Library::load({.built_in = embedded_files(), .user = user_folder, .folder = folder});
}

}  // namespace

std::vector<AgentLine> team_agents(const std::string& user_folder, const std::string& folder,
                                   const std::string& team) {
  const Library library = library_of(user_folder, folder);
  std::vector<AgentLine> agents;
  const auto found = library.teams().find(team);
  if (found == library.teams().end()) return agents;
  for (const std::string& id : found->second.agents)
    if (const auto profile = library.profiles().find(id); profile != library.profiles().end())
      agents.push_back({.id = id, .name = profile->second.name, .what = profile->second.line()});
  return agents;
}

std::vector<TeamLine> teams_here(const std::string& user_folder, const std::string& folder) {
  const Library library = library_of(user_folder, folder);
  std::vector<TeamLine> teams;
  for (const auto& [id, team] : library.teams()) {
    const bool scores = !agent_for("moderator", team, library.profiles()).empty();
    teams.push_back({.id = id,
                     .title = id,
                     .what = team.description,
                     .flow = scores && id != "council" ? "ideation" : "conversation"});
  }
  return teams;
}

}  // namespace fm
