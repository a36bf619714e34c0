#include "people/questions/questions.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "people/language/testing.h"
#include "people/language/testing_cases.h"

namespace fm {
namespace {

std::vector<FoundQuestion> find(std::string_view text) {
  return find_questions(test_vocabulary(), text);
}
std::vector<std::string> genuine(std::string_view text) {
  std::vector<std::string> texts;
  for (const FoundQuestion& question : find(text)) {
    if (question.genuine) texts.push_back(question.text);
  }
  return texts;
}
using Texts = std::vector<std::string>;

TEST_CASE("C-32 each question of a text is found, without its list mark or label") {
  CHECK(genuine("Nice. Who feeds the cats? And when?") ==
        Texts{"Who feeds the cats?", "And when?"});
  CHECK(genuine("1) Is there a cellar?\n2) How damp is it?") ==
        Texts{"Is there a cellar?", "How damp is it?"});
  CHECK(genuine("**Next:** Who has the key?") == Texts{"Who has the key?"});
}

TEST_CASE("C-32 some forms ask without a question mark") {
  CHECK(genuine("Let me know which of the boats is yours.").size() == 1);
  CHECK(genuine("We need to know whether the kiln is electric.").size() == 1);
  CHECK(genuine("Please tell us the opening date.").size() == 1);
  CHECK(genuine("I assume the keeper has a phone. Correct me if not.") ==
        Texts{"I assume the keeper has a phone."});
}

TEST_CASE("C-32 an offer, a report and other people's wishes ask nothing") {
  CHECK(find("Let me know if you need more detail.").empty());
  CHECK(find("Visitors want to know when the lift runs.").empty());
  CHECK(find("I have checked which port is free.").empty());
}

TEST_CASE("C-32 a mark in code, in a link or in a word is no question") {
  CHECK(find("`a ? b : c` picks one.").empty());
  CHECK(find("It is at https://kiln.example/find?glaze=blue now.").empty());
  CHECK(find("The pattern behaviou?r finds both.").empty());
  CHECK(find("```\nwhere id = ?\n```").empty());
}

TEST_CASE("C-32 what is quoted, rhetorical or answered at once is not genuine") {
  for (const std::string_view text :
       {"The sign says \"where is the exit?\" in red.", "> Do you take cards?\nThat was before.",
        "Do we need it? No.", "Why paper? Because it never runs out of battery.",
        "Our guests are patient, as we know, but for how long?",
        "FAQ: When do you open? Our hours are on the door."}) {
    CAPTURE(text);
    REQUIRE(find(text).size() == 1);
    CHECK_FALSE(find(text)[0].genuine);
  }
}

TEST_CASE("C-32 the type comes from the words, clarification where they say nothing") {
  const auto type = [](std::string_view text) { return to_string(find(text).at(0).type); };
  CHECK(type("Is the museum shop in scope?") == "scope");
  CHECK(type("What is the deadline for the poster?") == "constraint");
  CHECK(type("Would you prefer round or square tiles?") == "preference");
  CHECK(type("I assume nobody swims at night, right?") == "assumption");
  CHECK(type("Who is Ottilie?") == "clarification");
}

TEST_CASE("C-32 keywords are what the question is about") {
  const FoundQuestion question = find("Which Glazes do the potters want to fire?").at(0);
  CHECK(std::ranges::find(question.keywords, "glazes") != question.keywords.end());
  CHECK(std::ranges::find(question.keywords, "potters") != question.keywords.end());
  CHECK(std::ranges::find(question.keywords, "which") == question.keywords.end());
}

TEST_CASE("any bytes are read, and nothing is found in nothing") {
  CHECK(find("").empty());
  CHECK(find("???").empty());
  CHECK(find("\xff\xfe?\n>\n> ?\n\"?\" `?`").size() <= 3);
  const std::string many(20'000, '?');
  CHECK(find(many).empty());
  std::string tags;
  for (int at = 0; at < 2'000; ++at) tags += "and tell us > \"why?\" ";
  CHECK(find(tags).size() <= 4'000);
}

TEST_CASE("the questions of our own texts are found") {
  int texts = 0;
  int right_texts = 0;
  int types = 0;
  int right_types = 0;
  for (const Json& sample : read_cases("questions.jsonl")) {
    const auto& wanted = find_at(sample, "questions")->get_array();
    const std::vector<FoundQuestion> found = find(text_at(sample, "text"));
    ++texts;
    bool right = found.size() == wanted.size();
    for (std::size_t at = 0; right && at < wanted.size(); ++at)
      right = found[at].text == text_at(wanted[at], "text") &&
              found[at].genuine == find_at(wanted[at], "genuine")->get_bool();
    if (!right) continue;
    ++right_texts;
    for (std::size_t at = 0; at < wanted.size(); ++at) {
      ++types;
      right_types += to_string(found[at].type) == text_at(wanted[at], "type") ? 1 : 0;
    }
  }
  MESSAGE("texts " << right_texts << "/" << texts << ", types " << right_types << "/" << types);
  REQUIRE(texts > 0);
  CHECK(right_texts * 100 >= texts * 88);
  CHECK(right_types * 100 >= types * 93);
}

}  // namespace
}  // namespace fm
