#include "flows/common/steering.h"

#include <doctest/doctest.h>

using namespace fm;

TEST_CASE("I-13 a message that is a word of steering and nothing else steers") {
  CHECK(read_steering("pause") == Steering::kPause);
  CHECK(read_steering("  Pause! ") == Steering::kPause);
  CHECK(read_steering("Skip round.") == Steering::kSkipRound);
  CHECK(read_steering("One more round, please.") == Steering::kMoreRound);
  CHECK(read_steering("STOP") == Steering::kStop);
  CHECK(read_steering("go on") == Steering::kContinue);
  CHECK(read_steering("skip") == Steering::kSkipTurn);
}

TEST_CASE("I-13 talk, questions and quotations do not steer") {
  for (const char* said :
       {"stop using tabs", "don't stop", "stop?", "should we pause?",
        "\"stop\" is what I would say", "one more round would be too much",
        "let us not skip round two", "please continue stopping", "I would pause the project",
        "nonstop", "", "  ", "stop, no, wait: go on"})
    CHECK_MESSAGE(!read_steering(said).has_value(), said);
}

TEST_CASE("I-13 every way to go on has a name that leads back to it") {
  for (const Steering steering : {Steering::kPause, Steering::kContinue, Steering::kSkipTurn,
                                  Steering::kSkipRound, Steering::kMoreRound, Steering::kStop})
    CHECK(steering_from(option_of(steering).id) == steering);
  CHECK_FALSE(steering_from("dance").has_value());
}
