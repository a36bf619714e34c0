// The teams and agents of a folder, for doors that show them. Reads files: in the pool, or where
// nothing else waits.
#pragma once

#include <string>
#include <vector>

namespace fm {

// An agent as the files of the team have it.
struct AgentLine {
  std::string id;
  std::string name;
  std::string what;  // it is for
};

struct TeamLine {
  std::string id;
  std::string title;
  std::string what;
  std::string flow;  // conversation or ideation
};

// The members, in the order of the team's file; none of a team that is not there. `user_folder` is
// that of the user's configuration, or empty.
std::vector<AgentLine> team_agents(const std::string& user_folder, const std::string& folder,
                                   const std::string& team);
std::vector<TeamLine> teams_here(const std::string& user_folder, const std::string& folder);

}  // namespace fm
