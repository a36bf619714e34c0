// The score of a corpus in words and as JSON. For tests and folkmoot-corpus only. Pure.
#pragma once

#include <string>
#include <string_view>

#include "test/support/corpus_score.h"

namespace fm {

// A line for each kind that has cases, the commands, and what was done that nobody asked for.
std::string score_table(const CorpusScore& score);

// Each miss: kind and id, expected, got, and the text on one line, shortened.
std::string miss_list(const CorpusScore& score);

// {"kinds": {"routing": {"right": n, "total": n}, ...}, "false_starts": n, ...}, one line with all
// kinds, also those without cases.
std::string score_json(const CorpusScore& score);

}  // namespace fm
