// Where a project is on its way, as a strip: "questions > [brief] > work > review" (C-46a).
//
// What is named is what the person takes part in, not each phase of the table: the brief is ready,
// written and approved in one step of the strip. Brackets tell the present one without colour.
// Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "team/room/project.h"

namespace fm::cli {

struct PhaseStrip {
  std::vector<std::string_view> steps;
  std::size_t at = 0;
};

// Nothing for a project that is not under way, and for an answer that is given at once.
std::optional<PhaseStrip> phase_strip(const Project& project);

std::string long_text(const PhaseStrip& strip);   // "questions > [brief] > work > review"
std::string short_text(const PhaseStrip& strip);  // "brief 2/4"

}  // namespace fm::cli
