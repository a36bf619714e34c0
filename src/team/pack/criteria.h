// The criteria by which ideas are scored (I-8).
#pragma once

#include <array>
#include <string_view>

namespace fm {

// Five criteria in the order that every table and chart shows them (I-8).
inline constexpr std::array<std::string_view, 5> kCriteria = {"feasibility", "innovation", "impact",
                                                              "clarity", "completeness"};

}  // namespace fm
