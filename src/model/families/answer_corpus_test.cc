// Every case of the stream corpus, of all families: read from bytes as the case cuts them, one byte
// at a time and seven at a time, and over a socket. The corpus says what is right
// (test/corpus/README.md).
#include <doctest/doctest.h>

#include <string>

#include "test/support/all_families.h"
#include "test/support/stream_corpus.h"
#include "test/support/stream_run.h"

namespace fm {
namespace {

enum class Compressed { kSkipped, kRead };

template <class Read>
void run_family(ApiFamily family, const std::string& how, Compressed compressed, Read read) {
  const std::string name(to_string(family));
  int right = 0;
  int total = 0;
  for (const StreamCase& one : stream_cases(name)) {
    if (one.is_compressed() && compressed == Compressed::kSkipped) continue;
    HeardStream heard;
    const ModelOutcome outcome = read(one, heard);
    const std::string faults = stream_case_faults(one, outcome, heard);
    ++total;
    if (faults.empty()) ++right;
    CHECK_MESSAGE(faults.empty(), one.id, ": ", faults);
  }
  MESSAGE("stream corpus, ", name, ", from ", how, ": ", right, " of ", total);
  CHECK(total > 25);
}

TEST_CASE("the stream corpus is read right from bytes") {
  for (const ApiFamily family : kAllFamilies)
    run_family(family, "bytes", Compressed::kSkipped, [](const auto& one, ModelSink& sink) {
      return read_stream_case(one, one.reads, sink);
    });
}

TEST_CASE("the stream corpus is read right however the bytes are cut") {
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}})
    for (const ApiFamily family : kAllFamilies)
      run_family(family, "pieces of " + std::to_string(size), Compressed::kSkipped,
                 [size](const auto& one, ModelSink& sink) {
                   return read_stream_case(one, cut_every(one.body, size), sink);
                 });
}

TEST_CASE("the stream corpus is read right from a socket") {
  for (const ApiFamily family : kAllFamilies)
    run_family(family, "a socket", Compressed::kRead,
               [](const auto& one, ModelSink& sink) { return fetch_stream_case(one, sink); });
}

}  // namespace
}  // namespace fm
