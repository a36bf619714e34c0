#include "cli/terminal/interrupt.h"

#include <doctest/doctest.h>

namespace fm::cli {
namespace {

using Act = InterruptPrompt::Act;

TEST_CASE("I-13 Ctrl-C once interrupts and asks") {
  InterruptPrompt prompt;
  CHECK(prompt.pressed(Millis(0)) == Act::kInterrupt);
  CHECK(prompt.is_asking());
  CHECK(prompt.answered("c") == Act::kContinue);
  CHECK(!prompt.is_asking());
}

TEST_CASE("I-13 each answer can be a key or a word") {
  for (const auto& [said, act] :
       {std::pair{"C", Act::kContinue}, std::pair{"continue", Act::kContinue},
        std::pair{"s", Act::kSkip}, std::pair{"Skip", Act::kSkip}, std::pair{"x", Act::kStop},
        std::pair{"stop", Act::kStop}}) {
    InterruptPrompt prompt;
    prompt.pressed(Millis(0));
    CHECK(prompt.answered(said) == act);
  }
}

TEST_CASE("I-13 other words are no answer, the question stands") {
  InterruptPrompt prompt;
  prompt.pressed(Millis(0));
  CHECK(prompt.answered("what about rain?") == Act::kNone);
  CHECK(prompt.is_asking());
}

TEST_CASE("I-13 Ctrl-C while it asks leaves, however late") {
  InterruptPrompt prompt;
  prompt.pressed(Millis(0));
  CHECK(prompt.pressed(Millis(60'000)) == Act::kLeave);
}

TEST_CASE("I-13 Ctrl-C twice within two seconds leaves, even when it was answered") {
  InterruptPrompt prompt;
  prompt.pressed(Millis(0));
  prompt.answered("c");
  CHECK(prompt.pressed(Millis(2'000)) == Act::kLeave);
}

TEST_CASE("I-13 a later Ctrl-C is a first one again") {
  InterruptPrompt prompt;
  prompt.pressed(Millis(0));
  prompt.answered("c");
  CHECK(prompt.pressed(Millis(2'001)) == Act::kInterrupt);
}

TEST_CASE("without a question there is nothing to answer") {
  InterruptPrompt prompt;
  CHECK(prompt.answered("c") == Act::kNone);
}

TEST_CASE("C-4 in a conversation Ctrl-C asks nothing, and twice within two seconds leaves") {
  InterruptPrompt prompt(InterruptPrompt::Then::kGiveTheFloor);
  CHECK(prompt.pressed(Millis(0)) == Act::kInterrupt);
  CHECK(!prompt.is_asking());
  CHECK(prompt.answered("c") == Act::kNone);
  CHECK(prompt.pressed(Millis(5000)) == Act::kInterrupt);
  CHECK(prompt.pressed(Millis(6999)) == Act::kLeave);
}

}  // namespace
}  // namespace fm::cli
