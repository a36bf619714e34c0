#include "people/message/deciding_words.h"

#include <doctest/doctest.h>

#include <string_view>

#include "people/language/testing.h"
#include "people/message/signature.h"

namespace fm {
namespace {

DecidingWords found_in(std::string_view text) {
  const Utterance utterance = Utterance::of(test_vocabulary(), text);
  return find_deciding_words(utterance, read_acts(utterance));
}

TEST_CASE(
    "C-14 an act is whole where nothing is beside it but politeness, or praise of a named one") {
  for (const char* text : {"yes", "yes please, thanks", "go ahead", "please start the work now",
                           "works on my machine. accept", "cancel the project, please"}) {
    CAPTURE(text);
    CHECK(found_in(text).whole);
  }
  for (const char* text :
       {"yes, hello", "ok I am here", "go ahead with WordPress", "start page",
        "start if it is cheap", "cancel, but keep the map", "thanks for yesterday, works great"}) {
    CAPTURE(text);
    CHECK_FALSE(found_in(text).whole);
  }
}

TEST_CASE("C-14 what names the act, and what only agrees") {
  CHECK(found_in("approved").named);
  CHECK(found_in("go ahead").named);
  CHECK_FALSE(found_in("yes").named);
  CHECK(found_in("yes").yes);
  CHECK_FALSE(found_in("looks good").yes);
  CHECK(found_in("ok").mild);
  CHECK_FALSE(found_in("ok please").mild);
}

TEST_CASE("C-14 who orders to go ahead and to give up decides neither") {
  CHECK(found_in("start, stop").torn);
  CHECK_FALSE(found_in("start, stop").whole);
}

TEST_CASE("C-14 a message breaks off where something has to follow") {
  for (const char* text :
       {"yes but", "yes,", "ok...", "approve if", "ja aber", "и", "はい、でも"}) {
    CAPTURE(text);
    CHECK(breaks_off(Utterance::of(test_vocabulary(), text)));
  }
  for (const char* text : {"yes", "yes.", "no but seriously: approved", "ok!", ""}) {
    CAPTURE(text);
    CHECK_FALSE(breaks_off(Utterance::of(test_vocabulary(), text)));
  }
}

TEST_CASE("C-14 what stands under a message is no part of it") {
  const auto body = [](std::string_view text) {
    return without_signature(test_vocabulary(), text);
  };
  CHECK(body("yes\n\nSent from my phone") == "yes");
  CHECK(body("yes\n\nBest regards\nFront office\n--\nTo cancel, please call.") == "yes");
  CHECK(body("oui\nEnvoyé de mon téléphone") == "oui");
  CHECK(body("yes\n\nwith a bigger map") == "yes\n\nwith a bigger map");
  CHECK(body("Sent from my phone") == "Sent from my phone");
  CHECK(body("yes\n\nsent from my phone, which is why the list is too long to read on it, so "
             "please make it "
             "shorter") != "yes");
  CHECK(body("").empty());
}

}  // namespace
}  // namespace fm
