// The evaluations inside one JSON value, or in a table or list of lines, before they are matched
// with ideas and brought to one scale.
//
// A step of read_scores().
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/ideas/known_ideas.h"
#include "reading/ideas/score_fields.h"
#include "reading/ideas/score_value.h"
#include "reading/json/find.h"

namespace fm {

struct ScoreEntry {
  std::vector<std::string> names;  // what it calls its idea, the surest first
  std::array<std::optional<ScoreValue>, kScoreCriteria.size()> criteria;
  std::optional<ScoreValue> overall;
  bool not_finite = false;
  bool unreadable = false;  // something stood where a score should, and it was none
  std::vector<std::string> pros;
  std::vector<std::string> cons;
  std::string feedback;
};

struct ScoreEntries {
  std::vector<ScoreEntry> entries;
  std::size_t placeholders = 0;
  std::size_t cut_off = 0;
  bool empty_list = false;
  std::optional<ScoreValue> scale;  // where the answer states one: {"scale": "0-100"}
};

ScoreEntries list_scores(const ParsedJson& parsed, const KnownIdeas& known, bool only_if_closed);

// | GivenIdea | Feasibility | Overall | and "- **Tool library**: 8/10", only for known ideas.
std::vector<ScoreEntry> list_written_scores(std::string_view text, const KnownIdeas& known,
                                            Steps* steps = nullptr);

}  // namespace fm
