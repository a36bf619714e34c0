// Every .moot script of this folder is a test of its own.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "test/flows/moot.h"

namespace {

std::filesystem::path scripts() {
  const char* source = std::getenv("FM_SOURCE_DIR");
  return std::filesystem::path(source ? source : ".") / "test/flows";
}

}  // namespace

TEST_CASE("every script of a discussion comes out as it says") {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(scripts()))
    if (entry.path().extension() == ".moot") paths.push_back(entry.path());
  std::ranges::sort(paths);
  REQUIRE(paths.size() >= 10);
  const char* only = std::getenv("FM_MOOT");  // the name of one script, to look closer
  for (const auto& path : paths) {
    const std::string name = path.stem().string();
    if (only && name != only) continue;
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    CAPTURE(name);
    const auto run = fm::testing::run_moot(path.filename().string(), text.str());
    CHECK(run.seen > 0);
    for (const std::string& failure : run.failures) FAIL_CHECK(failure);
  }
}
