// The names under which scores stand, shared by the readers of ideas and of scores.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "base/json.h"

namespace fm {

inline constexpr std::array<std::string_view, 5> kScoreCriteria = {
    "feasibility", "innovation", "impact", "clarity", "completeness"};

// Which criterion a field's name means; "Feasibility score" is feasibility.
std::optional<std::size_t> criterion_of(std::string_view key);

// The names of an overall score, the surest first.
inline constexpr std::array<std::string_view, 15> kOverall = {
    "overallscore",  "overall",       "score",     "finalscore",   "totalscore",
    "total",         "weightedscore", "rating",    "averagescore", "average",
    "overallrating", "ideascore",     "meanscore", "mean",         "points"};

// The names of an object or list with the criteria in it.
inline constexpr std::array<std::string_view, 11> kCriteriaGroup = {
    "scores",         "criteria",   "ratings",        "breakdown",  "criteriascores", "subscores",
    "scorebreakdown", "dimensions", "detailedscores", "evaluation", "rubric"};

// Whether an object judges something: an overall score, a criterion or a group of them.
bool has_scores(const JsonObject& object);

}  // namespace fm
