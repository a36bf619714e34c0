// The table of `folkmoot costs`: what a day, room, agent, model or task has cost. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/queries/costs.h"
#include "cli/terminal/styled_text.h"

namespace fm::cli {

// A header, a line for each, and the sum when there is more than one. Where it is narrow long names
// are cut, then columns are lost from the right; the name and the cost always stay.
Lines cost_table(const std::vector<CostLine>& lines, std::string_view what, std::size_t columns,
                 Charset charset);

std::string cached_share(const Usage& usage);  // "41 %" of the input; empty when there was none
JsonObject to_json(const CostSum& sum);

}  // namespace fm::cli
