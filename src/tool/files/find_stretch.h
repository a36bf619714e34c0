// Finding a stretch in a text, exactly or with other white space, and what of the text has to be
// replaced so that the stretch becomes a new one (edit_text.h). Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tool/files/edit_text.h"

namespace fm {

struct FoundStretch {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<Replacement> replacements;  // within, in order
};

struct FoundStretches {
  std::vector<FoundStretch> places;  // apart from each other, in order
  std::size_t times = 0;             // overlapping ones too
  std::string note;                  // what was tolerated; empty: nothing
};

// By the first of the ways that finds any. Errors: edit_unclear (it is there, but how the new lines
// are to be indented cannot be said).
Result<FoundStretches> find_stretches(std::string_view text, const TextEdit& edit);

}  // namespace fm
