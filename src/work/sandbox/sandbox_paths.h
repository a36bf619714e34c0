// What of a person's home a command needs to see so that its compilers and package managers work:
// data, found by what is usual. Nothing here is looked at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fm {

// The folders that programs of PATH come from, where these lie in the home: ~/.nvm for
// ~/.nvm/versions/node/v22/bin. Of ~/.local, which holds other things too, only what is known.
std::vector<std::string> toolchain_folders(std::string_view path, const std::string& home);

// Where package managers keep what they have fetched: ~/.npm, ~/.cargo/registry and the like. None
// of them holds credentials.
std::vector<std::string> cache_folders(const std::string& home);

}  // namespace fm
