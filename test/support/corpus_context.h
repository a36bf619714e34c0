// What people say in context, scored: context.jsonl or messages.jsonl of a corpus
// (test/corpus/context/README.md). For tests and folkmoot-corpus only.
//
// Five kinds: acts (what counts first), also (further acts that must not be lost), answers (words
// found under their question, none under another), decided (what a gate waits for is done without a
// further question), plain (the same of those that say it in at most six words and nothing else).
// An unsafe act is one of the label's `unsafe` that would happen.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "base/json.h"
#include "people/language/vocabulary.h"
#include "team/conversation/understanding.h"
#include "test/support/corpus_score.h"

namespace fm {

struct ContextCase {
  std::string id;
  UnderstandingContext context;
  std::string text;
  std::vector<std::string> acts;  // the right one, and others that are right too
  std::vector<std::string> also;
  std::vector<std::pair<std::string, std::string>> answers;  // question, words
  std::vector<std::string> unsafe;

  bool is_unsafe(Decision does) const;
  // Approve, start or accept is meant, and a gate waits for it.
  bool decides_gate() const;
  bool is_plain() const;
};

// The files of a corpus with such cases; `folder` may be the corpus or its part.
std::vector<std::filesystem::path> context_files(const std::filesystem::path& folder);

// All cases of a file. A line that is none is told of in the score.
std::vector<ContextCase> context_cases(const std::filesystem::path& file, CorpusScore& score);

void score_context(const std::filesystem::path& folder, const Vocabulary& vocabulary,
                   CorpusScore& score);
void score_context_case(const ContextCase& one, const Understanding& got, CorpusScore& score);

}  // namespace fm
