#include "team/documents/agent_calls.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

TEST_CASE("C-44 an agent is called by an @, first in a sentence, by an order or by a duty") {
  for (const char* text : {"@coder sort them",
                           "please (@coder), sort them",
                           "Coder, sort them",
                           "**coder**: sort them",
                           "That is wrong. coder: sort them",
                           "then let coder fix it",
                           "tell the coder to sort them",
                           "please have coder sort them",
                           "have coder sort them",
                           "let ux and coder agree",
                           "@ux and coder have to agree",
                           "coder must sort them",
                           "that is it \u2014 coder should sort",
                           "- coder: sort them",
                           "coder still has to follow",
                           "the file is of coder, who has to do it",
                           "that is coder's part",
                           "that is coder\u2019s job",
                           "it belongs to coder",
                           "it needs work, coder needs to sort it"}) {
    CAPTURE(text);
    CHECK(calls(text, "coder"));
  }
  CHECK(calls("fe-developer has to", "fe-developer"));
  CHECK(calls("ask deep research", "deep-research"));
}

TEST_CASE("C-44 a word that is an agent's id, too, calls nobody") {
  struct Said {
    const char* agent;
    const char* text;
  };
  for (const Said& said : {
           Said{"creative", "Make it more creative"},
           {"creative", "make it more creative and ux should look at it"},
           {"creative", "Creative, but too long"},
           {"ask", "it should ask for the name"},
           {"market", "I have market numbers"},
           {"social", "the links to social media are missing"},
           {"debug", "switch debug off, it must be quiet"},
           {"ux", "@uxwriter sort them"},
           {"ux", "@ux-writer sort them"},
           {"writer", "ux-writer has to sort them"},
           {"ask", "write to me@ask.example"},
           {"ux", "coder.ux: it is empty"},
           {"market", "the market's prices are wrong"},
           {"coder", ""},
       }) {
    CAPTURE(said.text);
    CHECK_FALSE(calls(said.text, said.agent));
  }
}

TEST_CASE("C-44 what is left for an agent is told apart from what is only about its subject") {
  CHECK(waits_for("`app.py` is not changed by me; until coder does it, a row has no colour.",
                  "coder"));
  CHECK(waits_for("It waits for the coder.", "coder"));
  CHECK(waits_for("@coder sorts them", "coder"));
  CHECK(waits_for("coder has to follow", "coder"));
  CHECK_FALSE(waits_for("I have no market numbers", "market"));
  CHECK_FALSE(waits_for("Nothing was tested with social logins", "social"));
}

TEST_CASE("C-44 whom a long text calls costs no more than its length") {
  for (const std::string_view part :
       {"ux and ", "the ", "ask and ", "let ask and ", "@", "-", "\xE2\x80", "ask, "}) {
    std::string text;
    while (text.size() < 200'000) text += part;
    (void)calls(text, "ux");
    (void)waits_for(text, "ask");
  }
}

}  // namespace
}  // namespace fm
