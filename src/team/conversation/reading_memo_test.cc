// What was read with a memo is what is read without one, however a conversation grows.
#include "team/conversation/reading_memo.h"

#include <doctest/doctest.h>

#include "base/test_seed.h"
#include "team/conversation/message_reading.h"
#include "test/support/council_testing.h"
#include "test/support/project_builder.h"

namespace fm {
namespace {

// Short words, so that the same ones come again where something else is open.
constexpr std::string_view kPersonSays[] = {"no more questions please",
                                            "why do you ask?",
                                            "green",
                                            "for the regulars, and it costs 900 euros",
                                            "you decide",
                                            "what do you mean by colour?",
                                            "let us build a rocket for the moon instead",
                                            "I take the second one"};
constexpr std::string_view kAgentsSay[] = {
    "Which colour do you like?", "I would put the prices on the front page of the shop.",
    "Option A: a small page\nOption B: a large shop with a cellar", "Fine."};

TEST_CASE("P-10 words are read the same with and without what was kept of earlier readings") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  for (int conversation = 0; conversation < 12; ++conversation) {
    testing::ProjectBuilder room("/srv/tea");
    room.to(Phase::kDiscovery);
    ReadingMemo memo;
    const RoutingGround kept{council_vocabulary(), council_words(), council(), council_profiles(),
                             &memo};
    const RoutingGround fresh{council_vocabulary(), council_words(), council(), council_profiles()};
    int asked = 0;
    for (int said = 0; said < 25; ++said) {
      if (random.below(4) == 0) room.ask("colour " + std::to_string(++asked));
      if (random.below(6) == 0 && asked > 0)
        room.answer("colour " + std::to_string(1 + random.below(static_cast<std::size_t>(asked))),
                    QuestionEnd::kAnswered, "green");
      const bool person = random.below(2) == 0;
      const std::string_view text =
          person ? kPersonSays[random.below(std::size(kPersonSays))] : kAgentsSay[random.below(4)];
      if (person) room.script.by(testing::kAna);
      room.say(person ? "ana" : "ux", person ? "user" : "question", std::string(text));
      const RoomView& view = room.script.view;
      const Message& newest = view.messages.back();
      REQUIRE(canonical(Json(
                  to_json(read_message(kept, view, {.message = newest, .unsure_below = 45})))) ==
              canonical(Json(
                  to_json(read_message(fresh, view, {.message = newest, .unsure_below = 45})))));
      const auto a = question_round_state(kept, view, room.project());
      const auto b = question_round_state(fresh, view, room.project());
      REQUIRE(a.heard == b.heard);
      REQUIRE(a.enough == b.enough);
      REQUIRE(a.offered == b.offered);
      REQUIRE(a.done == b.done);
    }
  }
}

}  // namespace
}  // namespace fm
