// The demonstrations that the program's own demo mode can play: what they are called, and what one
// says to begin them (P-34).
//
// Constant data of the binary, read from packs/default/screenplays/conversation.yaml. A folder's or
// a user's own screenplay of that name is not looked at: it is for testing packs.
#pragma once

#include <string>
#include <vector>

namespace fm {

struct OfferedDemonstration {
  std::string name;     // what `folkmoot demo` takes
  std::string title;
  std::string about;
  std::string opening;  // the person's first words
};

// In the order in which they are shown.
std::vector<OfferedDemonstration> built_in_demonstrations();

}  // namespace fm
