// How certain an agent says that its findings are, and why (C-23). Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "team/documents/documents.h"

namespace fm {

struct CertaintyRead {
  Certainty certainty = Certainty::kLow;
  std::string why;  // may be empty
};

// From the lines below its heading. "Medium to high" is the lower of the two; where the three
// levels are only listed, as in the format, the marked one counts, and none is certain without a
// mark. Nothing: no level is named.
std::optional<CertaintyRead> read_certainty(const std::vector<std::string>& lines);

}  // namespace fm
