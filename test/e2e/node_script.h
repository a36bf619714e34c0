// Checks that are scripts for node (test/e2e/*.mjs); `./dev test` installs what they need.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fm::e2e {

std::string setting(const char* name);  // of the environment, or ""

std::filesystem::path scripts_folder();

struct NodeRan {
  int status = -1;
  std::string out;
};

// Requires node and the packages that `./dev test` installs. `with_errors`: standard error in
// `out` too.
NodeRan run_node(const std::string& script, const std::vector<std::string>& arguments,
                 bool with_errors = true);

}  // namespace fm::e2e
