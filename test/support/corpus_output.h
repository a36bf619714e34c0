// What models write, scored: model_output/*.json of a corpus. For tests and folkmoot-corpus only.
//
// Each case is read by the reader that the program itself uses; corpus_match.h says whether that
// is right.
#pragma once

#include <filesystem>

#include "base/json.h"
#include "test/support/corpus_score.h"

namespace fm {

void score_model_output(const std::filesystem::path& corpus, CorpusScore& score);

// What a reader makes of a case, in the corpus's form. `roster` is roster.json. Throws
// std::exception on a case that is not in the form of the corpus.
Json read_output_case(const Json& one, const Json& roster);

}  // namespace fm
