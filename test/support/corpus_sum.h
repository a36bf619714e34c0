// A whole corpus, scored: all its parts that are there. For tests and folkmoot-corpus only.
#pragma once

#include <filesystem>
#include <string_view>

#include "people/language/vocabulary.h"
#include "test/support/corpus_score.h"

namespace fm {

bool is_corpus(const std::filesystem::path& folder);  // any part of one is there
bool is_corpus_kind(std::string_view kind);

// `kind` empty: all of them; else only that one is in the score.
CorpusScore score_corpus(const std::filesystem::path& folder, const Vocabulary& vocabulary,
                         std::string_view kind = {});

}  // namespace fm
