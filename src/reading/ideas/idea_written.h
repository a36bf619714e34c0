// Ideas written otherwise than as JSON: as YAML, as a table, as a Markdown list. The last resort,
// and only in forms that are sure to be a list of ideas.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "reading/ideas/ideas.h"
#include "reading/json/budget.h"

namespace fm {

// In the first of these forms that the text holds; empty if it is in none.
std::vector<GivenIdea> list_written_ideas(std::string_view text, Steps* steps = nullptr);

// Numbered items or headings with a title in bold, all of one kind; empty if not certain.
std::vector<GivenIdea> list_markdown_ideas(std::string_view text, Steps* steps);

// Items with "key: value" lines, and tables with a column of titles, as {"ideas": [...]}; nothing
// if not certain.
std::optional<Json> yaml_ideas(std::string_view passage);
std::optional<Json> table_ideas(std::string_view passage);

}  // namespace fm
