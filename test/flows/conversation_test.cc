// Whole conversations, with everything but the models' thinking real.
#include <doctest/doctest.h>

#include "test/support/discussion.h"
#include "test/support/talk_lines.h"

using namespace fm;
using namespace fm::testing;

TEST_CASE("a conversation runs from a wish to an accepted result") {
  Discussion talk;
  talk.lines = talk_lines();
  REQUIRE(talk.open().has_value());
  const auto opened = talk.converse();
  REQUIRE_MESSAGE(opened.has_value(), (opened ? "" : opened.error().message));
  const auto phase = [&] {
    const RoomView view = talk.view();
    return view.projects.current() ? std::string(to_string(view.projects.current()->phase)) : "none";
  };
  for (const char* words :
       {"I want to build a booking page for a small barber shop", "Regulars, 900 euros, classic, no calendar yet",
        "Sounds good, let's do that", "go ahead", "yes, but make it cheaper", "yes", "accept"}) {
    talk.say(words);
    talk.settle();
    MESSAGE("after <" << words << ">: " << phase());
  }
  MESSAGE(talk.story());
  for (const Message& m : talk.view().messages) MESSAGE(m.from << " [" << m.kind << "] " << *m.text);
}
