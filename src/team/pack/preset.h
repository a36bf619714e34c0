// Preset: how long and how strictly an ideation goes (spec "Presets").
//
// The three built-in ones stand here, so that no pack can lose them; a team's file may change each
// value or add presets of its own, and a flag or the API overrides both. Values.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace fm {

struct Preset {
  int max_rounds = 1;
  int min_ideas = 3;
  bool deep_dive = false;
  int min_score_hundredths = 600;
  int panel = 0;  // so many score, moderators in turn (I-20); 0: each moderator of the team, once

  bool operator==(const Preset&) const = default;
};

struct NamedPreset {
  std::string_view name;
  Preset preset;
};

inline constexpr std::string_view kDefaultPreset = "standard";

inline constexpr auto kPresets = std::to_array<NamedPreset>({
    {"standard", {1, 3, false, 600, 0}},
    {"extended", {2, 4, true, 700, 0}},
    {"full", {3, 5, true, 750, 0}},
});

// What a value may be, wherever it comes from.
inline constexpr int kMaxRounds = 10;
inline constexpr int kMaxIdeas = 20;
inline constexpr int kMaxScore = 1000;  // hundredths
inline constexpr int kMaxPanel = 9;

}  // namespace fm
