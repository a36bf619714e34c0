#include "team/conversation/two_keys.h"

#include <doctest/doctest.h>

#include "test/support/understanding_testing.h"

namespace fm {
namespace {

using enum SpeechAct;

Understanding judged(std::string_view text, std::vector<SpeechAct> acts) {
  const ModelUnderstanding model = model_of(std::move(acts));
  return understood(at_gate("approve"), text, &model);
}

TEST_CASE("C-12 a closed form is read by rules alone, whatever a model says") {
  for (const char* text : {"yes", "Approve", "1", "approved, thanks"}) {
    CAPTURE(text);
    CHECK(judged(text, {kCancel}).does == Decision::kApprove);
    CHECK_FALSE(judged(text, {kCancel}).by_model);
  }
  CHECK(judged("no", {kApprove}).does == Decision::kNone);
}

TEST_CASE("C-12 both keys: a clause of its own, and a model that finds that act and nothing else") {
  const char* text = "the committee went through all of it this morning. approved";
  CHECK(understood(at_gate("approve"), text).asks == Decision::kApprove);
  CHECK(judged(text, {kApprove}).does == Decision::kApprove);
  CHECK(judged(text, {kRemark, kApprove}).does == Decision::kApprove);
  for (const SpeechAct other : {kChange, kWish, kQuestion, kReject, kAnswer}) {
    const Understanding got = judged(text, {kApprove, other});
    CHECK(got.does == Decision::kNone);
    CHECK(got.asks == Decision::kApprove);
  }
}

TEST_CASE("C-12 praise beside a verb that takes the work needs no second question") {
  const ModelUnderstanding model = model_of({kAccept});
  for (const char* text :
       {"much better, i take it", "way better now, i take it", "take it as it is"}) {
    CAPTURE(text);
    CHECK(understood(at_gate("accept"), text, &model).does == Decision::kAccept);
  }
  for (const char* text : {"much better with a map, i take it", "a larger font is much better"}) {
    CAPTURE(text);
    CHECK(understood(at_gate("accept"), text, &model).does == Decision::kNone);
  }
}

TEST_CASE("P-63 a model's reading alone does nothing, and one closed question asks") {
  for (const char* text : {"that is the spirit, north wind at our backs", "the print is too small",
                           "approve it once the logo is there", "what does it cost?"}) {
    CAPTURE(text);
    CHECK(judged(text, {kApprove}).does == Decision::kNone);
    CHECK(judged(text, {kApprove}).asks == Decision::kApprove);
  }
}

TEST_CASE("C-12 what the rules understand as a wish beside the act is not outvoted") {
  for (const char* text : {"approved, but the title has to go", "yes. please remove the map",
                           "approved, if the price stays"}) {
    CAPTURE(text);
    CHECK(judged(text, {kApprove}).does == Decision::kNone);
  }
}

TEST_CASE("C-12 a whole message that is no closed form is asked about when the model differs") {
  const char* text = "looks good to me, please go ahead and build it as written";
  CHECK(understood(at_gate("approve"), text).does == Decision::kApprove);
  CHECK(judged(text, {kApprove}).does == Decision::kApprove);
  CHECK(judged(text, {kQuestion}).does == Decision::kNone);
  CHECK(judged(text, {kQuestion}).asks == Decision::kApprove);
}

TEST_CASE("C-12 where both keys find a change it is one, whatever the rules find beside it") {
  const ModelUnderstanding change = model_of({kChange});
  const char* text = "well then put that right in the program, thats the thing i wanted";
  const Understanding got = understood(at_gate("accept"), text, &change);
  CHECK(got.act == kChange);
  CHECK(got.does == Decision::kNone);
  CHECK(got.asks == Decision::kNone);
}

TEST_CASE("C-12 an order that more follows may be about that, so a model alone does not carry it") {
  for (const char* text :
       {"undo that, please. the tabs I mean", "start a new project: packing lists",
        "go for Stripe payments as well, I changed my mind"}) {
    CAPTURE(text);
    for (const SpeechAct act : {kStart, kApprove, kCancel}) {
      const ModelUnderstanding model = model_of({act});
      CHECK(understood(at_gate("approve"), text, &model).does == Decision::kNone);
      CHECK(understood(in_discovery(), text, &model).does == Decision::kNone);
    }
  }
}

TEST_CASE("C-12 cancelling needs both keys too") {
  const ModelUnderstanding cancel = model_of({kCancel});
  const char* text = "we found a shop that sells it. cancel it";
  CHECK(understood(in_discovery(), text).asks == Decision::kCancel);
  CHECK(understood(in_discovery(), text, &cancel).does == Decision::kCancel);
  CHECK(understood(in_discovery(), "an undo would be nice", &cancel).does == Decision::kNone);
}

}  // namespace
}  // namespace fm
