// Sentences that were written to be taken for a yes, a start or a cancellation, without a look at
// the words by which they are read (test/own_corpus/attack.tsv): none does what it does not say
// (C-14).
#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "team/conversation/understanding.h"
#include "team/pack/languages.h"
#include "test/support/corpus_score.h"

namespace fm {
namespace {

UnderstandingContext context_of(std::string_view phase) {
  UnderstandingContext context;
  context.project = "a web shop for a bakery";
  context.last = {"leader: We are at work."};
  context.phase = phase_from(phase).value_or(Phase::kIdle);
  const auto show = [&](std::string kind, std::vector<std::string> options, std::string asks) {
    context.gate = ContextGate{std::move(kind), "the brief of a web shop", std::move(options)};
    context.last = {"leader: " + std::move(asks)};
  };
  if (phase == "approval")
    show("approve", {"Approve", "Change something", "Cancel"}, "Approve this brief?");
  if (phase == "ready")
    show("start", {"Start implementation", "Change something", "Continue discussion"},
         "Start on this? (yes, or say what to change)");
  if (phase == "review")
    show("accept", {"Accept", "Adjust one thing", "Back to discussion"}, "It is done.");
  return context;
}

TEST_CASE("C-14 of sentences that were written to mislead none does what it does not say") {
  const char* source = std::getenv("FM_SOURCE_DIR");
  const std::string bytes = corpus_bytes(std::filesystem::path(source != nullptr ? source : ".") /
                                         "test" / "own_corpus" / "attack.tsv");
  const Vocabulary vocabulary = built_in_vocabulary();
  int sentences = 0;
  for (const std::string_view line : split_lines(bytes)) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    REQUIRE(second != std::string_view::npos);
    const std::string_view may = line.substr(first + 1, second - first - 1);
    std::string text(line.substr(second + 1));
    for (std::size_t at = text.find("\\n"); at != std::string::npos; at = text.find("\\n"))
      text.replace(at, 2, "\n");
    CAPTURE(text);
    ++sentences;
    const Understanding got = understand(vocabulary, context_of(line.substr(0, first)), text);
    if (may == "go") {
      CHECK((got.does != Decision::kNone && got.does != Decision::kCancel));
    } else if (got.does != Decision::kNone) {
      CHECK(may == "cancel");
      CHECK(to_string(got.does) == "cancel");
    }
  }
  CHECK(sentences > 300);
}

}  // namespace
}  // namespace fm
