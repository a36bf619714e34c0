// The person in front of the toy flow.
#include <doctest/doctest.h>

#include "test/support/toy_flow.h"

namespace fm::testing {

void play(World& world) {
  const bool begun = !world.events().empty();
  if (begun) {
    world.resume_all();
  } else {
    world.start();
    // The person speaks once the room is there.
    while (!world.engine().is_active(world.room) && world.step()) {
    }
  }
  for (int turns = 0; turns < 100 && !world.crashed(); ++turns) {
    for (int i = 1; i <= kToyMessages && !world.crashed(); ++i) {
      const std::string id = "said-" + std::to_string(i);
      world.say(id, "message " + std::to_string(i));
      while (!world.heard(id) && world.step()) {
      }
    }
    world.run_until_idle();
    if (world.crashed() || world.result()) return;
    const auto gates = world.gates();
    if (gates.empty())
      FAIL("the toy flow waits for nothing that anybody could give\n" << world.story());
    for (const OpenRow& gate : gates) {
      if (world.crashed()) return;
      const Json data = gate.data;
      std::string with = "yes";
      if (bool_at(data, "unknown")) {
        with = "do it again";
        for (const Performance& done : world.ledger)
          if (done.place == text_at(data, "place")) with = "it happened";
      }
      const auto answered = world.answer(gate.id, with);
      if (!answered && !world.crashed()) FAIL(answered.error().message << answered.error().cause);
    }
  }
}

void recover(World& world, CrashMode mode) {
  world.crash(mode);
  const auto opened = world.open();
  if (!opened) FAIL(opened.error().message << " " << opened.error().cause);
  play(world);
}

}  // namespace fm::testing
