// Labels are for people, ids for programs: how one is found from the other.
#include "engine/flow/gate_options.h"

#include <doctest/doctest.h>

#include "engine/flow/gate.h"

namespace fm {
namespace {

using Texts = std::vector<std::string>;

TEST_CASE("ids that are derived from labels never change, since stored gates have no others") {
  const Texts labels = {"Approve, in a room of its own",
                        "it happened",
                        "  Ja!  ",
                        "ja",
                        "はい",
                        "3) Mahé",
                        std::string(70, 'x'),
                        std::string(80, 'X')};
  const Texts ids = derived_option_ids(labels);
  CHECK(ids == Texts{"approve-in-a-room-of-its-own", "it-happened", "ja", "ja-4", "option-5",
                     "3-mah", std::string(63, 'x'), std::string(62, 'x') + "-8"});
  for (const std::string& id : ids) CHECK(id.size() <= 64);
}

TEST_CASE("an option is meant by its id, its label or its number, and by nothing else") {
  const Texts labels = {"Start implementation", "2", "Go on"};
  const Texts ids = {"start", "two", "3"};
  CHECK(find_option(labels, ids, "start") == 0);
  CHECK(find_option(labels, ids, "Start implementation") == 0);
  CHECK(find_option(labels, ids, "1") == 0);
  CHECK(find_option(labels, ids, "2") == 1);  // a label comes before a number
  CHECK(find_option(labels, ids, "3") == 2);
  for (const char* said :
       {"", "0", "4", "-1", "1.", " 1", "start?", "Start", "start implementation"})
    CHECK_MESSAGE(!find_option(labels, ids, said), said);
}

TEST_CASE("a stored answer is the option by whatever name a release gave it") {
  const Texts labels = {"Begin the work", "Talk on"};
  const Texts ids = {"start-implementation", "continue-discussion"};
  CHECK(find_stored_option(labels, ids, "start-implementation") == 0);
  CHECK(find_stored_option(labels, ids, "Begin the work") == 0);
  CHECK(find_stored_option(labels, ids, "begin-the-work") == 0);
  CHECK(find_stored_option(labels, ids, "Start implementation") == 0);  // its label of then
  CHECK(!find_stored_option(labels, ids, "1"));
  CHECK(!find_stored_option(labels, ids, "Cancel"));
}

TEST_CASE("E-6 the digest of a question and of its effect does not know of ids") {
  GateRequest gate;
  gate.type = "plan";
  gate.question = "Is the plan right?";
  gate.options = {"yes", "no"};
  gate.subject = JsonObject{{"tree", "abc"}};
  const std::string digest = "bkhnbbgg8qdeptw8wd8j77mhy9";  // as the first release had it
  CHECK(text_at(Json(gate_body("g-1", gate)), "digest") == digest);
  CHECK(texts_at(Json(gate_body("g-1", gate)), "option_ids") == Texts{"yes", "no"});
  gate.option_ids = {"go", "stay"};
  CHECK(text_at(Json(gate_body("g-2", gate)), "digest") == digest);
  CHECK(texts_at(Json(gate_body("g-2", gate)), "option_ids") == Texts{"go", "stay"});

  const JsonObject old = {{"type", "plan"}, {"options", {"yes", "no"}}};
  JsonObject asked = old;
  asked["option_ids"] = {"go", "stay"};
  CHECK(EffectRequest{"ask", asked}.digest() == EffectRequest{"ask", old}.digest());
  CHECK(EffectRequest{"turn", asked}.digest() != EffectRequest{"turn", old}.digest());
  asked["options"] = {"yes", "never"};
  CHECK(EffectRequest{"ask", asked}.digest() != EffectRequest{"ask", old}.digest());
}

}  // namespace
}  // namespace fm
