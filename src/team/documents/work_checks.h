// What the checks of a project's work found, and what of it is open (C-43, C-44).
//
// Checks are the messages of kind "check" of the newest stretch of work, in the words that
// whole_check_value() reads. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "team/room/room.h"

namespace fm {

struct CheckFinding {
  std::string agent;  // whose part it is; empty: the whole
  std::string text;
};

struct CheckMade {
  std::string by;
  RoomSeq at;
  std::optional<bool> passed;  // none: it gave no verdict
  std::vector<CheckFinding> findings;
  bool has_remarks = false;  // it passed, and said more

  // It failed, and names nobody and nothing.
  bool is_bare_failure() const { return passed == false && findings.empty(); }
};

std::vector<CheckMade> checks_of(const RoomView& view, const Project& project);

// The newest that gave a verdict, of those before `until` where it is given; null: none.
const CheckMade* newest_verdict(const std::vector<CheckMade>& checks,
                                std::optional<RoomSeq> until = {});

// What the newest verdict found in parts that nobody has handed in again since. A check without a
// verdict takes nothing back.
std::vector<CheckFinding> open_findings(const RoomView& view, const Project& project);

}  // namespace fm
