// What every agent of a room is given at the beginning of its prompts (P-24), as values; the prompt
// itself is team/turn/prompt.h.
#pragma once

#include <string>
#include <vector>

namespace fm {

struct RosterLine {
  std::string id;
  std::string line;  // what it is for, one line
};

// What every agent of a room is given, in the order in which it stands.
struct Preamble {
  std::string team;
  std::string topic;
  std::string charter;                    // of the team's file; may be empty
  std::vector<RosterLine> roster;         // the team's own
  std::string how_we_work;                // Prompts::preamble()
  std::string folder_digest;              // FolderDigest::text; may be empty
  std::string memory = {};                // of the folder's finished projects (C-52); may be empty
  std::string folder_sources = {};        // files of a small folder, whole; may be empty
  std::vector<std::string> on_call = {};  // ids of those who are asked when they are named
};

}  // namespace fm
