#include "coding/stream/coding_event.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fm {
namespace {

using enum StreamFamily;
constexpr std::array kFamilies = {std::pair{kPlain, std::string_view("plain")},
                                  std::pair{kCodex, std::string_view("codex")},
                                  std::pair{kClaude, std::string_view("claude")},
                                  std::pair{kGemini, std::string_view("gemini")},
                                  std::pair{kOpencode, std::string_view("opencode")},
                                  std::pair{kPi, std::string_view("pi")},
                                  std::pair{kCline, std::string_view("cline")}};

}  // namespace

std::string_view to_string(StreamFamily family) {
  return std::ranges::find(kFamilies, family, [](const auto& row) { return row.first; })->second;
}

std::optional<StreamFamily> stream_family(std::string_view name) {
  const auto row = std::ranges::find(kFamilies, name, [](const auto& one) { return one.second; });
  if (row == kFamilies.end()) return std::nullopt;
  return row->first;
}

}  // namespace fm
