// The program's own screenplays, and the demonstrations that demo mode can play (P-34).
//
// Constant data of the binary. What is offered is read from
// packs/default/screenplays/conversation.yaml; a folder's or a user's own screenplay of that name
// is not looked at: it is for testing packs.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rehearsal/demonstration_start.h"
#include "rehearsal/screenplay.h"

namespace fm {

// The program's own screenplay of a name, parsed. Errors: screenplay_unknown.
Result<ScreenplayText> built_in_screenplay(std::string_view name);

struct OfferedDemonstration {
  std::string name;  // what `folkmoot demo` takes
  std::string title;
  std::string about;
  std::string opening;  // the person's first words
};

// In the order in which they are shown.
std::vector<OfferedDemonstration> built_in_demonstrations();

// What one of them builds on. Errors: demo_unknown, where nothing is built in it.
Result<StartingFiles> built_in_demonstration_start(std::string_view name);

}  // namespace fm
