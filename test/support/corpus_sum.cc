#include "test/support/corpus_sum.h"

#include <algorithm>

#include "test/support/corpus_context.h"
#include "test/support/corpus_output.h"
#include "test/support/corpus_people.h"
#include "test/support/corpus_streams.h"

namespace fm {
namespace {

template <class Kinds>
bool has(const Kinds& kinds, std::string_view kind) {
  return std::ranges::find(kinds, kind) != kinds.end();
}

}  // namespace

bool is_corpus(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::error_code none;
  return fs::is_directory(folder / "model_output", none) ||
         fs::is_directory(folder / "streams", none) ||
         fs::is_regular_file(folder / "user_messages.jsonl", none) ||
         !context_files(folder).empty();
}

bool is_corpus_kind(std::string_view kind) {
  return kind == kCommandKind || has(corpus_kinds(), kind);
}

CorpusScore score_corpus(const std::filesystem::path& folder, const Vocabulary& vocabulary,
                         std::string_view kind) {
  const bool all = kind.empty();
  CorpusScore score;
  if (all || has(kOutputKinds, kind)) score_model_output(folder, score);
  if (all || kind == kStreamKind) score_streams(folder, score);
  if (all || kind == kCommandKind || has(kPeopleKinds, kind))
    score_user_messages(folder, vocabulary, score);
  if (all || has(kContextKinds, kind)) score_context(folder, vocabulary, score);
  if (!all) score.keep_only(kind);
  return score;
}

}  // namespace fm
