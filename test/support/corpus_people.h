// What people say, scored: user_messages.jsonl of a corpus. For tests and folkmoot-corpus only.
//
// Only the labels that a message has are scored. What is unclear as an answer is asked again, so
// it counts as a question. Each act that the labels rule out is counted as false besides.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/json.h"
#include "people/language/vocabulary.h"
#include "test/support/corpus_score.h"

namespace fm {

void score_user_messages(const std::filesystem::path& corpus, const Vocabulary& vocabulary,
                         CorpusScore& score);

// One of them, an object with its labels.
void score_user_message(const Json& message, const Vocabulary& vocabulary, CorpusScore& score);

}  // namespace fm
