// The language files that are built in hold words and rules for phrases, no sentences that somebody
// once said (C-12).
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/yaml.h"

namespace fm {
namespace {

std::string file_of(std::string_view language) {
  const char* root = std::getenv("FM_SOURCE_DIR");
  std::ifstream file(std::filesystem::path(root == nullptr ? "." : root) /
                         "packs/default/language" / std::string(language).append(".yaml"),
                     std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Phrases of four words and more that no template makes.
void collect_sentences(const Json& value, std::vector<std::string>& found) {
  if (value.is_array()) {
    for (const Json& each : value.get_array()) collect_sentences(each, found);
  } else if (value.is_object()) {
    for (const auto& [name, each] : value.get_object()) collect_sentences(each, found);
  } else if (value.is_string()) {
    const std::string_view entry = value.get_string();
    const bool is_template = entry.contains('|') || entry.contains('{');
    if (!is_template && std::ranges::count(entry, ' ') >= 3) found.emplace_back(entry);
  }
}

TEST_CASE("C-12 English has a few dozen idioms and no memorised sentences") {
  const std::string text = file_of("en");
  const auto file = parse_yaml(text, "en.yaml");
  REQUIRE(file);
  std::vector<std::string> found;
  collect_sentences(file->value, found);
  CHECK(found.size() <= 30);
  CHECK(text.size() < 100'000);
  for (const std::string& idiom : found) CHECK_MESSAGE(std::ranges::count(idiom, ' ') <= 5, idiom);
}

}  // namespace
}  // namespace fm
