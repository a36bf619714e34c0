#include "people/message/intent.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/testing.h"

namespace fm {
namespace {

IntentReading read(std::string_view message) {
  return read_intent(Utterance::of(test_vocabulary(), message));
}
std::string intent(std::string_view message) {
  return std::string(to_string(read(message).intent));
}

TEST_CASE("C-12 an order for a product is build, for a text or one action a task") {
  CHECK(intent("Make us a ticket shop for the choir") == "build");
  CHECK(intent("could you please build a bot that feeds my fish") == "build");
  CHECK(intent("we need an app for the beach lifeguards") == "build");
  CHECK(intent("Make a list of the guests below") == "task");
  CHECK(intent("translate the menu into Polish") == "task");
}

TEST_CASE("C-12 verbs of making mislead in questions and remarks") {
  CHECK(intent("how do I make my cat drink more?") == "advice");
  CHECK(intent("which firms develop tractors") == "research");
  CHECK(intent("you make me smile") == "chat");
}

TEST_CASE("C-12 ways to earn and open wishes are explore") {
  CHECK(intent("I love baking and hiking, any ideas how to earn money with that?") == "explore");
  CHECK(intent("brainstorm names for a rowing club") == "explore");
}

TEST_CASE("C-12 small talk is chat, and what is nothing known lies below every threshold") {
  CHECK(intent("hi there") == "chat");
  CHECK(intent("haha, good one") == "chat");
  const IntentReading nothing = read("zorgblat");
  CHECK(nothing.intent == Intent::kChat);
  CHECK(nothing.confidence == 20);
  CHECK(read("").intent == Intent::kChat);
}

TEST_CASE("C-12 a quotation is not what the person wants") {
  CHECK(intent("the sign says \"build me an app\", funny") != "build");
}

TEST_CASE("C-11 the result carries what it rests on") {
  const IntentReading reading =
      read("I love gardening and photography, could I earn money with my family?");
  CHECK(reading.interests == std::vector<std::string>{"gardening", "photography"});
  CHECK(reading.combined);
  CHECK(std::ranges::find(reading.people, "my family") != reading.people.end());
  CHECK_FALSE(reading.words.empty());
  CHECK(reading.confidence > 50);
  CHECK(reading.confidence <= 100);
}

TEST_CASE("every intent has its depth, flow and agents") {
  CHECK(plan_for(Intent::kBuild).flow == "full");
  CHECK(plan_for(Intent::kBuild).agents.size() == 4);
  CHECK(plan_for(Intent::kChat).depth == "none");
  for (std::size_t at = 0; at < kIntentCount; ++at) {
    const auto each = static_cast<Intent>(at);
    CHECK(intent_from(to_string(each)) == each);
    CHECK(plan_for(each).agents.front() != "");
  }
  CHECK_FALSE(intent_from("Build").has_value());
}

}  // namespace
}  // namespace fm
