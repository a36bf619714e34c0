// How many calls a conversation takes, and how much is sent in them (P-24, C-20, C-22, C-36).
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>

#include "test/support/conversation_script.h"

using namespace fm;
using namespace fm::testing;

namespace {

struct Sent {
  std::size_t calls = 0;
  std::size_t bytes = 0;
  std::size_t shared = 0;  // a prefix of an earlier prompt
  double share() const { return static_cast<double>(shared) / static_cast<double>(bytes); }
};

Sent sent_in(const std::string& name) {
  Sent sent;
  for (const auto& [path, text] : talk_scripts()) {
    if (!path.ends_with("/" + name)) continue;
    const TalkRun run = run_talk(path, text);
    for (const std::string& failure : run.failures) FAIL_CHECK(failure);
    for (std::size_t i = 0; i < run.prompts.size(); ++i) {
      std::size_t best = 0;
      for (std::size_t j = 0; j < i; ++j) {
        const auto& [a, b] = std::ranges::mismatch(run.prompts[i], run.prompts[j]);
        best = std::max(best, static_cast<std::size_t>(a - run.prompts[i].begin()));
      }
      ++sent.calls;
      sent.bytes += run.prompts[i].size();
      sent.shared += best;
    }
  }
  std::printf("%s: %zu calls, %zu bytes of prompts, %.1f %% a prefix of an earlier one\n",
              name.c_str(), sent.calls, sent.bytes, 100 * sent.share());
  return sent;
}

}  // namespace

TEST_CASE("C-20 C-22 a fact, advice and a small task are one call each") {
  CHECK(sent_in("advice_clear.moot").calls == 1);
  CHECK(sent_in("research_short.moot").calls == 2);  // two facts
  CHECK(sent_in("research.moot").calls == 1);
  CHECK(sent_in("task.moot").calls == 2);  // and one change of it
}

TEST_CASE("C-36 P-24 a build from the wish to its acceptance takes at most 12 calls") {
  constexpr std::size_t kSentBefore =
      295'537;  // by 34 calls, of the same script before decision 0045
  const Sent sent = sent_in("build_to_acceptance.moot");
  CHECK(sent.calls <= 12);
  CHECK(sent.bytes * 3 <= kSentBefore);
  // The aim of 0.85 is missed: what is fresh in a talk this short is told in docs/performance.md.
  CHECK(sent.share() >= 0.75);
}
