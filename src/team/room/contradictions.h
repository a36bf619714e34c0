// Where a brief contradicts the person, found without a model (C-40): a number, a date or a span of
// time of theirs that the brief has otherwise ("two weeks" against "timeline: two years"), and what
// they ruled out ("no card payments", "without an app") and the brief has in scope or in a step.
//
// Careful rather than complete: what is shown here is shown beside the brief until it is gone, so a
// false one costs trust; two reviewers list what rules cannot find. The person's newest words on a
// thing count; what they overruled counts no more. English and what the vocabulary knows. Pure.
#pragma once

#include <string>
#include <vector>

#include "people/language/vocabulary.h"
#include "reading/brief/brief.h"

namespace fm {

struct Contradiction {
  std::string said;   // the person's words, quoted as they are
  std::string brief;  // what the brief says: the entry's text
  std::string entry;  // its id (brief_patch.h); empty: nowhere in the brief

  bool operator==(const Contradiction&) const = default;
};

// `said`: the person's messages of the project, oldest first.
std::vector<Contradiction> contradictions_of(const Vocabulary& vocabulary, const Brief& brief,
                                             const std::vector<std::string>& said);

}  // namespace fm
