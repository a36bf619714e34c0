// The ideas in an agent's answer (I-4): JSON in any of the shapes that models give it, or, as the
// last resort, YAML, a table or a numbered Markdown list with bold titles.
//
// Every text in the result stands in the answer. Lists of scores are not ideas, so an answer that
// holds ideas and scores is read right by this reader and by scores.h. An idea that was cut off is
// left out and noted. Titles that same_title() holds equal are merged into the first.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/ideas/known_ideas.h"
#include "reading/json/budget.h"
#include "reading/json/fault.h"

namespace fm {

struct GivenIdea {
  std::string title;
  std::string description;
  std::string rationale;
  std::vector<std::string> tags;
  std::string builds_on;  // as the answer says it: an id or a title
  std::string id;         // the same
  JsonObject extra;       // all other fields; no doubles
};

struct IdeasOptions {
  std::vector<KnownIdea> known;  // of earlier rounds: a recap of them is not the answer
  std::size_t min_ideas = 0;     // fewer gives the warning below_min_ideas
  bool cut_by_limit = false;     // the model was stopped by its token limit
};

struct MergedIdea {
  std::string title;     // as written
  std::size_t into = 0;  // index in ideas
};

struct IdeasRead {
  std::vector<GivenIdea> ideas;
  std::vector<MergedIdea> merged;
  std::vector<Note> repairs;
  // below_min_ideas, truncated, skipped (an item without a title), partly_read, from_markdown,
  // recap_left_out, replaced
  std::vector<Note> warnings;
};

// Faults: no_json, empty, truncated, invalid_type, missing_field, placeholder,
// duplicate_key_conflict.
Read<IdeasRead> read_ideas(std::string_view text, const IdeasOptions& options = {},
                           Steps* steps = nullptr);

// {"ideas": [...]} with our field names; read_ideas() gives the same ideas back.
JsonObject to_json(const std::vector<GivenIdea>& ideas);

}  // namespace fm
