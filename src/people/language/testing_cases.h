// A file of test/own_corpus with a JSON value on each line. For tests only.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"

namespace fm {

inline std::vector<Json> read_cases(std::string_view name) {
  const char* root = std::getenv("FM_SOURCE_DIR");
  std::ifstream file(std::filesystem::path(root == nullptr ? "." : root) / "test/own_corpus" /
                     name);
  std::vector<Json> cases;
  for (std::string line; std::getline(file, line);) {
    auto parsed = parse_json(line);
    REQUIRE(parsed.has_value());
    cases.push_back(std::move(*parsed));
  }
  return cases;
}

}  // namespace fm
