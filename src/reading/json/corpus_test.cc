// Runs the readers on what models really send (test/corpus/README.md), and on what was thought up
// besides, and prints how many of each kind are read right.
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "test/support/corpus_output.h"

namespace fm {
namespace {

std::filesystem::path test_folder() {
  const char* source = std::getenv("FM_SOURCE_DIR");
  return std::filesystem::path(source != nullptr ? source : ".") / "test";
}

void read_all(const std::string& name) {
  CorpusScore score;
  score_model_output(test_folder() / name, score);
  for (const CorpusMiss& miss : score.misses()) {
    INFO("expected " << miss.expected);
    INFO("got " << miss.got);
    FAIL_CHECK(miss.kind << " " << miss.id);
  }
  int total = 0;
  for (const std::string_view kind : kOutputKinds) {
    const CorpusCount count = score.count(kind);
    total += count.total;
    std::printf("%s %-14.*s %d/%d\n", name.c_str(), static_cast<int>(kind.size()), kind.data(),
                count.right, count.total);
  }
  CHECK(total > 0);
}

TEST_CASE("the corpus of model output is read right") { read_all("corpus"); }

TEST_CASE("our own cases of model output are read right") { read_all("own_corpus"); }

}  // namespace
}  // namespace fm
