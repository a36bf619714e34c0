// What providers send, scored: streams/*.json of a corpus. For tests and folkmoot-corpus only.
//
// Each case is read from bytes; one that is compressed comes over a socket by the real HTTP client,
// because only that decompresses.
#pragma once

#include <filesystem>

#include "test/support/corpus_score.h"

namespace fm {

void score_streams(const std::filesystem::path& corpus, CorpusScore& score);

}  // namespace fm
