// The moderator's scores in an answer (I-8): five criteria, an overall score of the moderator's
// own, pros, cons and feedback for each idea that the discussion knows.
//
// Scores are hundredths on a scale from 0 to 10: 8.5 is 850. A score that is missing or unreadable
// is absent, never 0. Nothing is averaged here; the flow does that. An answer that holds ideas as
// well is read right: what has no scores is no evaluation.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/ideas/known_ideas.h"
#include "reading/ideas/score_fields.h"
#include "reading/json/budget.h"
#include "reading/json/fault.h"

namespace fm {

struct GivenScore {
  std::string id;  // the known idea's
  std::array<std::optional<int>, kScoreCriteria.size()>
      criteria;                // hundredths, in kScoreCriteria's order
  std::optional<int> overall;  // hundredths
  std::vector<std::string> pros;
  std::vector<std::string> cons;
  std::string feedback;
  bool clamped = false;

  bool scored() const;  // any number at all
};

struct ScoresOptions {
  int scale_end = 10;         // what was asked for
  bool cut_by_limit = false;  // the model was stopped by its token limit
};

struct ScoresRead {
  std::vector<GivenScore> scores;      // one for each known idea, in their order
  std::vector<std::string> unmatched;  // what the answer calls ideas that nobody knows
  std::vector<Note> repairs;
  // unscored, unmatched, out_of_range, scored_twice, not_finite, unreadable_score, scale_guess,
  // sum_left_out, truncated, partly_read, from_table, counted_from_zero
  std::vector<Note> warnings;
};

// Faults: no_json, empty, truncated, missing_field, placeholder, duplicate_key_conflict.
Read<ScoresRead> read_scores(std::string_view text, const std::vector<KnownIdea>& ideas,
                             const ScoresOptions& options = {}, Steps* steps = nullptr);

}  // namespace fm
