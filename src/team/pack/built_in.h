// What is built in under a name of a pack, for whoever is pinned to files that lack it (design
// idea 11).
//
// Views live as long as the process. Safe from any thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "team/pack/prompts.h"

namespace fm {

// "agents/leader.md", "prompts/ideation.yaml": its text; nothing where none is built in.
std::optional<std::string_view> built_in_file(std::string_view name);

// By the file's name, "ideation", read once; null where none is built in.
const Prompts* built_in_prompts(std::string_view name);

// The hashes of what is built in, by name, worked out once.
const std::map<std::string, std::string, std::less<>>& built_in_hashes();

}  // namespace fm
