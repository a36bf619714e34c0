#include "test/support/corpus_streams.h"

#include <exception>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "test/support/stream_corpus.h"
#include "test/support/stream_run.h"

namespace fm {
namespace {

std::string faults_of(const StreamCase& one) {
  HeardStream heard;
  try {
    const ModelOutcome outcome = one.is_compressed() ? fetch_stream_case(one, heard)
                                                     : read_stream_case(one, one.reads, heard);
    return stream_case_faults(one, outcome, heard);
  } catch (const std::exception& error) {
    return "the case cannot be read: " + std::string(error.what());
  }
}

// None where one of them is not in the form of the corpus.
std::vector<StreamCase> cases_in(const std::filesystem::path& folder) {
  try {
    return stream_cases_in(folder);
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace

void score_streams(const std::filesystem::path& corpus, CorpusScore& score) {
  const std::filesystem::path folder = corpus / "streams";
  std::set<std::string> unread;
  for (const auto& file : corpus_files(folder, ".json")) unread.insert(file.stem());
  if (unread.empty()) return;
  for (const StreamCase& one : cases_in(folder)) {
    unread.erase(one.id);
    std::string faults = faults_of(one);
    if (faults.empty()) {
      score.add_right(kStreamKind);
    } else {
      score.add_miss(
          {std::string(kStreamKind), one.id, canonical(one.expect()), std::move(faults), one.body});
    }
  }
  constexpr std::string_view kKinds[] = {kStreamKind};
  for (const std::string& id : unread)
    score.add_unreadable(id, corpus_bytes(folder / (id + ".json")), kKinds);
}

}  // namespace fm
