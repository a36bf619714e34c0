// The coding agents that a task can be built with, and which of them are there (S-20, P-81).
//
// Looking runs each installed program's own version command, and its free check of the login where
// that is asked for; no model is asked, so it costs nothing.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "team/pack/pack.h"

namespace fm {

struct CodingAgentRow {
  std::string id;
  std::string title;
  std::string file;
  std::string origin;              // "built in", "user", "folder"
  std::string program;             // where it is; empty: it is not installed
  std::string version;             // empty: it does not tell
  std::vector<std::string> tried;  // versions that the profile was tried with
  bool is_tried = false;           // with this version
  std::string login;               // in, out; empty: not looked at, or it has no free check
  std::vector<std::string> permissions;
  bool needs_network = false;
  std::string to_install;  // commands for people
  std::string to_log_in;
};

enum class LookAtLogin { kNo, kYes };

// Rows by id; those of a file with a fault are left out. Blocks until all have answered, a few
// seconds: for a command that has nothing else to do.
std::vector<CodingAgentRow> coding_agents(const Library& library,
                                          const std::map<std::string, std::string>& ours,
                                          LookAtLogin login);
std::vector<Error> coding_faults(const Library& library);

// "not installed", "0.171.0 (tried)", "9.9 (not tried; with 0.171.0 it was)": for people.
std::string version_text(const CodingAgentRow& row);

}  // namespace fm
