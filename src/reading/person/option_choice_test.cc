#include "reading/person/option_choice.h"

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/json.h"
#include "reading/person/testing.h"

namespace fm {
namespace {

const std::vector<std::string> kBoats = {"Rowing boat", "Electric ferry", "Sailing school"};

// The option's number from 1 and what is to be changed: "2 cheaper"; "-" for none.
std::string choose(std::string_view reply, const std::vector<std::string>& options = kBoats) {
  const OptionChoice choice = read_option_choice(test_vocabulary(), options, reply);
  if (!choice.option) return "-";
  std::string told = std::to_string(*choice.option + 1);
  return choice.changes.empty() ? told : told + " " + choice.changes;
}

TEST_CASE("an option is chosen by number, letter or place") {
  CHECK(choose("2") == "2");
  CHECK(choose("option 3 please") == "3");
  CHECK(choose("C") == "3");
  CHECK(choose("the second one") == "2");
  CHECK(choose("number one") == "1");
  CHECK(choose("the last") == "3");
}

TEST_CASE("an option is chosen by a word that only it has") {
  CHECK(choose("the ferry") == "2");
  CHECK(choose("Sailing School") == "3");
  CHECK(choose("I like the rowing one") == "1");
  CHECK(choose("boats", {"Boat hire", "Boat repair"}) == "-");
}

TEST_CASE("what is to be changed is told in the person's words") {
  CHECK(choose("3 but cheaper") == "3 cheaper");
  CHECK(choose("the second, with a roof") == "2 with a roof");
  CHECK(choose("B only in summer") == "2 only in summer");
}

TEST_CASE("elimination chooses when one is left, and only then") {
  CHECK(choose("not 1 and not 2") == "3");
  CHECK(choose("not the ferry") == "-");
}

TEST_CASE("a self-correction takes its last word") {
  CHECK(choose("2. no, sorry, 3") == "3");
  CHECK(choose("1 or 3") == "-");
  CHECK(choose("1 and 2 together") == "-");
}

TEST_CASE("a choice is never guessed") {
  for (const std::string_view reply :
       {"", "yes", "what is 2?", "2 weeks", "we have 3 piers", "just a second", "all of them", "4",
        "0", "the cheaper one", "if it floats, 2", "\"2\"", "you choose", "99999999999999"}) {
    CHECK_MESSAGE(choose(reply) == "-", reply);
  }
  CHECK_FALSE(read_option_choice(test_vocabulary(), {}, "1").option);
}

TEST_CASE("our own cases of choices: never one where none was made") {
  std::ifstream file(std::string(std::getenv("FM_SOURCE_DIR")) +
                     "/test/own_corpus/option_choices.jsonl");
  REQUIRE(file);
  int right = 0;
  int total = 0;
  for (std::string line; std::getline(file, line); ++total) {
    const Json one = *parse_json(line);
    std::vector<std::string> options;
    for (const Json& option : one.at("options").as_array())
      options.emplace_back(std::string_view(option.as_string()));
    const OptionChoice choice =
        read_option_choice(test_vocabulary(), options, text_at(one, "reply"));
    const Json& expected = one.at("expect");
    if (expected.is_null()) CHECK_MESSAGE(!choice.option, text_at(one, "reply"));
    const bool same =
        expected.is_null() ? !choice.option : choice.option == expected.to_number<std::size_t>();
    const std::string_view changes =
        one.at("changes").is_null() ? std::string_view() : text_at(one, "changes");
    const bool same_changes = choice.changes.contains(changes);
    if (same && same_changes) ++right;
  }
  MESSAGE("own choices: ", right, " of ", total);
  CHECK(right >= 107);
}

}  // namespace
}  // namespace fm
