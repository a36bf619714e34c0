#include "people/options/option_choice.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/json.h"
#include "people/language/testing.h"
#include "people/language/testing_cases.h"

namespace fm {
namespace {

const std::vector<std::string> kBoats = {"Rowing boat", "Electric ferry", "Sailing school"};

// The option's number from 1 and what is to be changed: "2 cheaper"; "-" for none.
std::string choose(std::string_view reply, const std::vector<std::string>& options = kBoats) {
  const OptionChoice choice =
      read_option_choice(Utterance::of(test_vocabulary(), reply), options, reply);
  if (!choice.option) return "-";
  std::string told = std::to_string(*choice.option + 1);
  return choice.changes.empty() ? told : told + " " + choice.changes;
}

TEST_CASE("C-21 an option is chosen by number, letter or ordinal") {
  CHECK(choose("2") == "2");
  CHECK(choose("option 3 please") == "3");
  CHECK(choose("C") == "3");
  CHECK(choose("the second one") == "2");
  CHECK(choose("number one") == "1");
  CHECK(choose("the last") == "3");
}

TEST_CASE("C-21 an option is chosen by its title, whole or from its beginning") {
  CHECK(choose("electric ferry please") == "2");
  CHECK(choose("let's take the electric one") == "2");
  CHECK(choose("Sailing School") == "3");
  CHECK(choose("I like the rowing one") == "1");
  CHECK(choose("boat", {"Boat hire", "Boat repair"}) == "-");
  CHECK(choose("logo", {"Small logo", "Logo and website"}) == "-");
}

TEST_CASE("what is to be changed is told in the person's words") {
  CHECK(choose("3 but cheaper") == "3 cheaper");
  CHECK(choose("the second, with a roof") == "2 with a roof");
  CHECK(choose("B only in summer") == "2 only in summer");
}

TEST_CASE("C-21 two options, a refusal or a correction choose none: that is asked about") {
  for (const std::string_view reply :
       {"not 1 and not 2", "not the first", "2. no, sorry, 3", "1 or 3", "1 and 2 together",
        "rather 2 than 3", "3 instead of 2", "everything except 1"})
    CHECK_MESSAGE(choose(reply) == "-", reply);
}

TEST_CASE("C-21 a paraphrase chooses none: whom it means a model reads in context") {
  for (const std::string_view reply :
       {"the ferry", "sialing", "the one with the motor", "the ferry thing", "the nearest"})
    CHECK_MESSAGE(choose(reply) == "-", reply);
}

TEST_CASE("C-21 an option that is named beside a question is named") {
  const std::string_view reply = "I like option 3, can you help me build it?";
  const Utterance said = Utterance::of(test_vocabulary(), reply);
  CHECK_FALSE(read_option_choice(said, kBoats, reply).option);
  CHECK(read_named_option(said, kBoats, reply) == 2);
}

TEST_CASE("a choice is never guessed") {
  for (const std::string_view reply :
       {"", "yes", "what is 2?", "2 weeks", "we have 3 piers", "just a second", "all of them", "4",
        "0", "the cheaper one", "if it floats, 2", "\"2\"", "you choose", "99999999999999"}) {
    CHECK_MESSAGE(choose(reply) == "-", reply);
  }
  CHECK_FALSE(read_option_choice(Utterance::of(test_vocabulary(), "1"), {}, "1").option);
}

TEST_CASE("a number that counts something chooses nothing") {
  for (const std::string_view reply :
       {"2%", "-1", "1-3", "10:2", "2/3", "€2", "2€", "2 am", "2 more", "2 of us", "we are 2",
        "2 piers", "2 people can come", "more than 1", "we need 3", "at 2 we sail"}) {
    CHECK_MESSAGE(choose(reply) == "-", reply);
  }
}

TEST_CASE("a remark about an option does not choose it") {
  for (const std::string_view reply :
       {"the ferry is too slow", "we had a ferry once", "a boat", "boats are great", "she said 2",
        "you said 2", "drop the ferry", "the ferry leaves at noon", "the school could work",
        "my friend runs a ferry", "2 is too expensive", "3 is out of the question",
        "2 looks good but 3 is cheaper", "first, what do they cost?"}) {
    CHECK_MESSAGE(choose(reply) == "-", reply);
  }
}

TEST_CASE("C-21 a title may be short, typed another way, or a word of choosing") {
  CHECK(choose("tote & bag", {"Tote and bag", "Postcards"}) == "1");
  CHECK(choose("go", {"Rust", "Go"}) == "2");
  CHECK(choose("let's go with rust", {"Rust", "Go"}) == "1");
  CHECK(choose("let's go", {"Rust", "Go"}) == "-");
  CHECK(choose("yes", {"Yes, cancel it", "No, go on"}) == "1");
  CHECK(choose("no", {"Yes, cancel it", "No, go on"}) == "2");
}

TEST_CASE("places are understood in other languages and from the end") {
  for (const std::string_view reply :
       {"die zweite", "la deuxième", "la segunda", "la seconda", "o segundo", "de tweede", "第二个",
        "the middle one", "die vorletzte"}) {
    CHECK_MESSAGE(choose(reply) == "2", reply);
  }
  CHECK(choose("the latter", {"Bus", "Tram"}) == "2");
  CHECK(choose("the latter") == "-");
  CHECK(choose("the middle one", {"Bus", "Tram"}) == "-");
}

TEST_CASE("our own cases of choices: never one where none was made") {
  int right = 0;
  int total = 0;
  for (const Json& one : read_cases("option_choices.jsonl")) {
    std::vector<std::string> options;
    for (const Json& option : one.at("options").as_array())
      options.emplace_back(std::string_view(option.as_string()));
    const std::string_view reply = text_at(one, "reply");
    const OptionChoice choice =
        read_option_choice(Utterance::of(test_vocabulary(), reply), options, reply);
    const Json& expected = one.at("expect");
    if (expected.is_null()) CHECK_MESSAGE(!choice.option, reply);
    const bool same =
        expected.is_null() ? !choice.option : choice.option == expected.to_number<std::size_t>();
    const Json* changes = find_at(one, "changes");
    const bool same_changes =
        changes == nullptr ||
        (changes->is_null() ? choice.changes.empty()
                            : choice.changes.contains(text_at(one, "changes")));
    ++total;
    if (same && same_changes) ++right;
  }
  MESSAGE("own choices: ", right, " of ", total);
  CHECK(total > 500);
  CHECK(right * 100 >= total * 79);
}

}  // namespace
}  // namespace fm
