#include "tool/tools/file_outcome.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "net/url.h"
#include "tool/files/walk_lane.h"

namespace fm {
namespace {

constexpr std::size_t kMostLooked = 5'000;
constexpr std::size_t kMostNamed = 3;
constexpr int kDeep = 12;

std::string_view last_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

std::unexpected<Error> no_such_file(const LaneFolder& lane, const LanePlace& place) {
  std::vector<std::string> same_name, all;
  const std::string wanted = lower_ascii(last_name(place.path));
  if (const auto top = lane.find("")) {
    const auto walked = walk_lane(lane, *top, kDeep, [&](const WalkedEntry& each) {
      if (each.entry.what != LaneEntry::What::kFile) return true;
      all.push_back(each.path);
      if (lower_ascii(each.entry.name) == wanted && same_name.size() < kMostNamed)
        same_name.push_back(shown_name(each.path));
      return all.size() < kMostLooked;
    });
    if (!walked) all.clear();  // the hint is left out; that there is no file stays true
  }
  std::string cure = "Look with list_files or search_text.";
  if (!same_name.empty()) {
    cure = fmt::format("There is {}.", join(same_name, ", "));
  } else if (const auto near = nearest_words(place.path, all); !near.empty()) {
    std::vector<std::string> names;
    for (const std::string& each : near) names.push_back(shown_name(each));
    cure = fmt::format("Did you mean {}?", join(names, ", "));
  }
  return fail("path_not_found", fmt::format("There is no file {}.", shown_name(place.path)), {},
              std::move(cure));
}

}  // namespace fm
