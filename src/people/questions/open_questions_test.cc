#include "people/questions/open_questions.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "people/language/testing.h"
#include "people/language/testing_cases.h"

namespace fm {
namespace {

const std::vector<OpenQuestion>& stable() {
  static const std::vector<OpenQuestion> questions = {{"a", "How many horses live there?"},
                                                      {"b", "Do you offer lessons?"},
                                                      {"c", "When does the stable open?"}};
  return questions;
}
ReplyToQuestions read(std::string_view reply) {
  return read_reply(test_vocabulary(), stable(), Utterance::of(test_vocabulary(), reply), reply);
}
std::string answer(const ReplyToQuestions& reply, std::string_view id) {
  const auto found = std::ranges::find(reply.answers, id, &GivenAnswer::id);
  return found == reply.answers.end() ? "" : found->text;
}
using Ids = std::vector<std::string>;

TEST_CASE("a number says which question is answered") {
  const ReplyToQuestions reply = read("3. at dawn\n1. eleven");
  CHECK(answer(reply, "a") == "eleven");
  CHECK(answer(reply, "c") == "at dawn");
  CHECK(reply.unanswered == Ids{"b"});
  CHECK(answer(read("the second one: yes, for adults"), "b") == "yes, for adults");
  CHECK(answer(read("Q2 no"), "b") == "no");
}

TEST_CASE("C-31 a list of as many parts as questions answers each as a whole") {
  for (const std::string_view text :
       {"some 9; children only; after the thaw", "eleven\nno\nat dawn", "eleven\nno\nat dawn\n"}) {
    CAPTURE(text);
    for (const char* id : {"a", "b", "c"}) CHECK(answer(read(text), id) == trim(text));
  }
  CHECK(read("thanks; hello; good morning").answers.empty());
  CHECK(read("Add a map; and a calendar; it must work offline").answers.empty());
  CHECK(read("we are a small club\nfounded in 1990").answers.empty());
  CHECK(read("some 9; children only; what do you mean?").answers.empty());
}

TEST_CASE("C-31 nothing is dealt out by position, by kind or by likeness") {
  for (const std::string_view text :
       {"9, yes, in March", "fourteen", "yes, 9, in March", "Probably in June",
        "some 9; children only", "eleven\nat dawn"}) {
    CAPTURE(text);
    CHECK(read(text).answers.empty());
  }
  CHECK(answer(read("1) 9 2) yes 3) in March"), "b") == "yes");
  CHECK(answer(read("1. about 9 2. yes 3. skip it"), "b") == "yes");
  CHECK(answer(read("1. about 9 2. yes 3. skip it"), "c") == "skip it");
}

TEST_CASE("C-31 a number is the one by which the question is shown") {
  const std::vector<OpenQuestion> left = {{"b", "Do you offer lessons?", 2},
                                          {"c", "When does the stable open?", 5}};
  const auto said = [&](std::string_view text) {
    return read_reply(test_vocabulary(), left, Utterance::of(test_vocabulary(), text), text);
  };
  CHECK(answer(said("5: at dawn"), "c") == "at dawn");
  CHECK(answer(said("2) no 5) at dawn"), "b") == "no");
  CHECK(answer(said("the second one: at dawn"), "c") == "at dawn");
  CHECK(said("2: no").is_marked);
  CHECK_FALSE(said("no lessons").is_marked);
}

TEST_CASE("C-31 a question is answered by its name, or where it is the only one") {
  CHECK(answer(read("we have no lessons"), "b") == "we have no lessons");
  CHECK(answer(read("Horses: fourteen"), "a") == "fourteen");
  const std::vector<OpenQuestion> one = {{"c", "When does the stable open?"}};
  const std::string_view said = "Probably in June";
  CHECK(answer(read_reply(test_vocabulary(), one, Utterance::of(test_vocabulary(), said), said),
               "c") == said);
}

TEST_CASE("where nothing points to a question it stays unanswered") {
  for (const std::string_view text : {"great team!", "the weather is awful here", "", "?"}) {
    CAPTURE(text);
    CHECK(read(text).answers.empty());
    CHECK(read(text).unanswered == Ids{"a", "b", "c"});
  }
}

TEST_CASE("who asks back answers nothing by it") {
  const ReplyToQuestions reply = read("Do ponies count as horses?");
  CHECK(reply.asks_context);
  CHECK(reply.unanswered == Ids{"a", "b", "c"});
  CHECK_FALSE(read("ten horses").asks_context);
}

TEST_CASE("you decide and enough questions are answers (C-31, C-33)") {
  CHECK(read("you decide").decide_for_me == Ids{"a", "b", "c"});
  CHECK(read("you choose the second").decide_for_me == Ids{"b"});
  const ReplyToQuestions rest = read("20 horses, everything else is up to you");
  CHECK(answer(rest, "a") == "20 horses");
  CHECK(rest.decide_for_me == Ids{"b", "c"});
  const ReplyToQuestions enough = read("Enough questions, please.");
  CHECK(enough.enough);
  CHECK(enough.answers.empty());
  CHECK_FALSE(read("ten is enough").enough);
}

TEST_CASE("who does not know leaves the question open") {
  CHECK(read("1: I don't know").answers.empty());
  CHECK(read("I'll ask my sister").answers.empty());
}

TEST_CASE("any bytes and any number of questions are read") {
  CHECK(read_reply(test_vocabulary(), {}, Utterance::of(test_vocabulary(), "1. yes"), "1. yes")
            .answers.empty());
  CHECK(read("\xff 1) \xfe 2)\n> \n>").unanswered.size() <= 3);
  const std::vector<OpenQuestion> many(40, {"x", "Why?"});
  CHECK(read_reply(test_vocabulary(), many, Utterance::of(test_vocabulary(), "so"), "so")
            .unanswered.size() == 40);
  std::string long_one;
  for (int at = 0; at < 5'000; ++at) long_one += "1) yes, 2 no; ";
  CHECK(read(long_one).unanswered.size() <= 3);
}

std::vector<std::string> ids_at(const Json& sample, std::string_view key) {
  std::vector<std::string> ids;
  const Json* list = find_at(sample, key);
  if (list == nullptr) return ids;
  for (const Json& id : list->get_array()) ids.emplace_back(id.get_string());
  return ids;
}
bool flag_at(const Json& sample, std::string_view key) {
  const Json* value = find_at(sample, key);
  return value != nullptr && value->get_bool();
}

TEST_CASE("C-31 our own replies are given to their questions, none to a wrong one") {
  int cases = 0;
  int right_cases = 0;
  int wrong_answers = 0;
  for (const Json& sample : read_cases("answers.jsonl")) {
    std::vector<OpenQuestion> open;
    for (const Json& question : find_at(sample, "open")->get_array())
      open.push_back(
          {std::string(text_at(question, "id")), std::string(text_at(question, "text"))});
    const Json& expected = *find_at(sample, "expect");
    const ReplyToQuestions got = read_reply(
        test_vocabulary(), open, Utterance::of(test_vocabulary(), text_at(sample, "reply")),
        text_at(sample, "reply"));
    ++cases;
    bool right = got.unanswered == ids_at(sample, "unanswered") &&
                 got.decide_for_me == ids_at(sample, "decide_for_me") &&
                 got.enough == flag_at(sample, "enough") &&
                 got.asks_context == flag_at(sample, "asks_context");
    for (const GivenAnswer& given : got.answers) {
      const std::string words(text_at(expected, given.id));
      wrong_answers += words.empty() ? 1 : 0;
      right = right && !words.empty() && fold(given.text).find(fold(words)) != std::string::npos;
    }
    right_cases += right ? 1 : 0;
  }
  MESSAGE("replies " << right_cases << "/" << cases << ", wrong answers " << wrong_answers);
  REQUIRE(cases > 0);
  CHECK(100 * right_cases >= 70 * cases);
  CHECK(wrong_answers == 0);
}

}  // namespace
}  // namespace fm
