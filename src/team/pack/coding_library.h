// The profiles of coding agents that count here, out of a library's files (S-20).
//
// Read when they are asked for: most of what is started needs none. A file of the folder that is
// worked in may have come with it from anywhere, so its profile says so (`from_folder`), and what
// it would have run is asked about first.
#pragma once

#include <string_view>
#include <vector>

#include "coding/profile.h"
#include "team/pack/pack.h"

namespace fm {

struct CodingLibrary {
  CodingProfiles profiles;
  std::vector<Error> faults;  // of files that cannot be used, each with its place and cure
};
CodingLibrary coding_library(const Library& library);

// Errors: coding_profile_unknown, and the fault of its file.
Result<CodingProfile> coding_profile(const Library& library, std::string_view id);

}  // namespace fm
