// The demonstrations, each played whole by its tasks in order, and when they are played at all.
#include "rehearsal/demonstration.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "reading/brief/brief.h"
#include "rehearsal/conversation_testing.h"

namespace fm {
namespace {

const Screenplay& screenplay() {
  static const Screenplay play = screenplay_of(*packaged_screenplay("conversation"));
  return play;
}

const Rehearsal& rehearsal() {
  static const Rehearsal played = packaged_rehearsal("conversation");
  return played;
}

const Demonstration& demonstration(std::string_view name) {
  for (const Demonstration& one : screenplay().demonstrations)
    if (one.name == name) return one;
  FAIL("there is no demonstration " << name);
  return screenplay().demonstrations.front();
}

std::string played_for(std::string_view wish) {
  const Demonstration* found = screenplay().demonstration_for(wish);
  return found != nullptr ? found->name : "";
}

// The file that a text hands in, without its fence.
std::string file_in(const std::string& text, const std::string& path) {
  const std::string fence = " path=" + path + "\n";
  const std::size_t from = text.find(fence);
  REQUIRE_MESSAGE(from != std::string::npos, text);
  const std::size_t to = text.find("\n```", from);
  REQUIRE(to != std::string::npos);
  return text.substr(from + fence.size(), to - from - fence.size());
}

TestConversation begun(std::string_view name) {
  TestConversation talk{rehearsal(), demonstration(name).opening};
  talk.more["agents"] = JsonArray{"leader", "researcher", "creative", "coder"};
  return talk;
}

std::vector<std::string> asked(const TestConversation& talk) {
  std::vector<std::string> agents;
  const Json round = fenced_json(talk.say("orchestrator", "questions"));
  for (const Json& question : round.at("questions").as_array()) {
    agents.emplace_back(text_at(question, "agent"));
    CHECK(text_at(question, "text").ends_with("?"));
    CHECK_FALSE(text_at(question, "fallback").empty());
  }
  return agents;
}

void answer(TestConversation& talk, const std::string& agent, const std::string& words) {
  const Json round = fenced_json(talk.say("orchestrator", "questions"));
  std::string text;
  for (const Json& question : round.at("questions").as_array())
    if (text_at(question, "agent") == agent) text = text_at(question, "text");
  talk.answer(agent, text.empty() ? "What?" : text, "scope", words);
}

Brief drafted(TestConversation& talk) {
  const std::string text = talk.say("leader", "draft");
  const auto read = read_brief(text, roster_of({"leader", "researcher", "creative", "coder"}));
  REQUIRE_MESSAGE(read.has_value(), text);
  CHECK(read->warnings.empty());
  talk.take_brief(fenced_json(text));
  return read->brief;
}

// The change of the brief, whose entries must all be there.
Json changed(const TestConversation& talk, const std::string& task) {
  const std::string text = talk.say("leader", task);
  const Json patch = fenced_json(text);
  REQUIRE_MESSAGE(patch.is_object(), text);
  std::set<std::string, std::less<>> known;
  for (const Json& entry : talk.more.at("entries").as_array())
    known.insert(std::string(text_at(entry, "id")));
  for (const Json& change : patch.at("changes").as_array()) {
    const std::string_view at = text_at(change, "at");
    CHECK_MESSAGE((!at.empty() ? known.contains(at) : !text_at(change, "add").empty()), text);
    CHECK_FALSE(text_at(change, "text").empty());
  }
  return patch;
}

void object(TestConversation& talk, const std::string& agent) {
  const std::string text = talk.say(agent, "review_draft");
  REQUIRE_MESSAGE(text.starts_with("Review: objects\n- "), text);
  talk.object(agent, text.substr(text.find("- ") + 2));
}

std::string entry_text(const Json& patch, std::string_view at) {
  for (const Json& change : patch.at("changes").as_array())
    if (text_at(change, "at") == at) return std::string(text_at(change, "text"));
  return {};
}

TEST_CASE("P-34 a demonstration is played for its opening and for words near to it, only") {
  REQUIRE(screenplay().demonstrations.size() == 3);
  for (const Demonstration& one : screenplay().demonstrations) {
    CHECK(played_for(one.opening) == one.name);
    CHECK(played_for(fold(one.opening)) == one.name);
    CHECK(played_for("  " + one.opening + "!!") == one.name);
    CHECK(width(one.opening) < 70);
    CHECK(width(one.about) <= 80);
  }
  CHECK(played_for("build me a booking page for my barber shop please") == "barber");
  CHECK(played_for("build a booking page for a barbershop") == "barber");
  CHECK(played_for("a command-line tool that renames photos by date") == "photos");
  CHECK(played_for("Should we charge per use or per seat") == "pricing");
  for (const char* other :
       {"Build a booking page for a dentist", "Build a web page for a barber shop",
        "Build a booking page for a barber shop without accounts",
        "Don't build a booking page for a barber shop", "barber", "book a barber",
        "Build a booking page for a barber shop in Oslo with Stripe payments, SMS reminders, a "
        "staff calendar and three languages",
        "Build a command-line tool that renames videos by date",
        "Should we charge per seat or per use for our new API product in Europe next spring?",
        "Should we charge per seat?", "Eine Buchungsseite für einen Barber", "", "🤖"})
    CHECK_MESSAGE(played_for(other).empty(), other);
}

TEST_CASE(
    "P-34 the booking page: questions, an objection that changes the draft, a page, a check") {
  TestConversation talk = begun("barber");
  CHECK(asked(talk) == std::vector<std::string>{"leader", "creative", "coder"});
  answer(talk, "creative", "Sharp & Co");
  TestConversation answered = talk;
  answered.answer("coder", "To which e-mail address should requests go?", "constraint",
                  "please use jo@sharp.example.");
  answered.questions.push_back(JsonObject{{"agent", "leader"},
                                          {"text", "How do customers get an appointment today?"},
                                          {"type", "scope"},
                                          {"iteration", 1}});
  CHECK(asked(answered).empty());

  const Brief draft = drafted(answered);
  CHECK(draft.included[4] == "On top of the page: “Sharp & Co”");
  CHECK(draft.constraints.front().text == "Requests go to jo@sharp.example");
  CHECK(draft.unknowns.front().starts_with("How do customers get an appointment today? Until"));
  REQUIRE(draft.next_steps.size() == 2);
  CHECK(draft.next_steps[0].agent == "creative");
  CHECK(draft.next_steps[1].after == std::vector<std::string>{"creative"});
  CHECK(draft.included[3].contains("confirmed on the page at once"));

  TestConversation by_coder = answered;
  object(by_coder, "coder");
  CHECK(entry_text(changed(by_coder, "revise"), "in3").ends_with("never in the past"));
  object(answered, "adversary");
  object(answered, "creative");
  CHECK(answered.say("researcher", "review_draft") == "Review: stands");
  const Json revised = changed(answered, "revise");
  CHECK(entry_text(revised, "in4").contains("the shop calls to confirm"));
  CHECK(entry_text(revised, "in3").ends_with("never in the past"));
  for (const Json& objection : revised.at("objections").as_array())
    CHECK(text_at(objection, "outcome") == "taken_up");

  answered.more["wish"] = "with prices, please";
  CHECK(entry_text(changed(answered, "edit"), "in2").contains("€28"));
  answered.more["wish"] = "close it on \"Saturdays\"";
  CHECK(answered.say("leader", "edit")
            .contains("We keep to your wish “close it on \\\"Saturdays\\\"”"));
  answered.more.erase("wish");
  answered.more["wishes"] = JsonArray{"with prices, please"};
  answered.more["job"] = "Write every text";

  const std::string texts = answered.say("creative", "work");
  const std::string full = "No free time left on this day. Please pick another one.";
  CHECK(texts.contains("| top | Sharp & Co |"));
  CHECK(texts.contains(full));
  answered.delivered("creative", "texts");
  const std::string first = file_in(answered.say("coder", "work"), "index.html");
  CHECK(first.starts_with("<!doctype html>"));
  CHECK(first.ends_with("</html>"));
  CHECK(first.contains("<h1>Sharp &amp; Co</h1>"));
  CHECK(first.contains("email: \"jo@sharp.example\""));
  CHECK(first.contains("price: \"€40\""));
  CHECK_FALSE(first.contains(full));
  answered.delivered("coder", "page");

  const std::string check = answered.say("adversary", "check_whole");
  CHECK(check.starts_with("Check: fail\n- coder: "));
  CHECK(check.contains(full));
  answered.more["fault"] = "the list is empty";
  const std::string second = file_in(answered.say("coder", "redo"), "index.html");
  CHECK(second.contains(full));
  answered.delivered("coder", "page");
  CHECK(answered.say("adversary", "check_whole") == "Check: pass");

  answered.more.erase("fault");
  answered.more["change"] = "make it dark";
  const std::string adjusted = answered.say("coder", "adjust");
  CHECK(adjusted.starts_with("Here is the page once more. It is dark now."));
  const std::string dark = file_in(adjusted, "index.html");
  CHECK(dark.contains("--paper: #191715"));
  CHECK(dark.contains(full));
  answered.more["change"] = "add a map";
  answered.more["wishes"] = JsonArray{};
  CHECK(answered.say("coder", "adjust").contains("Not done: “add a map”."));
}

TEST_CASE("P-34 the booking page stands on its defaults where nothing was answered as a wording") {
  for (const char* words : {"you decide", "no idea?", "haircuts, and mail to a@b.c, and so on"}) {
    TestConversation talk = begun("barber");
    answer(talk, "creative", words);
    CHECK(drafted(talk).included[4] == "On top of the page: “Fresh cut, no waiting”");
    CHECK(talk.say("creative", "work").contains("the headline from “" + std::string(words) + "”"));
  }
  // One reply to two questions is kept whole under both, and is no wording for either.
  TestConversation talk = begun("barber");
  talk.answer("creative", "Which words?", "scope", "by phone, Sharp Cuts");
  talk.answer("leader", "How?", "scope", "by phone, Sharp Cuts");
  CHECK(drafted(talk).included[4] == "On top of the page: “Fresh cut, no waiting”");

  // But where it has a part for each, these are the answers.
  TestConversation parted = begun("barber");
  for (const char* agent : {"leader", "creative", "coder"})
    parted.answer(agent, "What?", "scope", "they call me; Sharp since 1962; jo@sharp.example");
  CHECK(drafted(parted).included[4] == "On top of the page: “Sharp since 1962”");
  CHECK(parted.say("leader", "draft").contains("in your words: “they call me”"));
}

TEST_CASE("P-34 the photo tool: a risk found before it is built, a script, and a fault in it") {
  TestConversation talk = begun("photos");
  CHECK(asked(talk) == std::vector<std::string>{"leader", "creative", "coder"});
  answer(talk, "leader", "the folders below as well");
  talk.answer("coder",
              "A photo carries no date of its own: leave its name, or use the date of its file?",
              "preference", "leave the file alone");
  const Brief draft = drafted(talk);
  CHECK(draft.included[1].contains("all folders below it"));
  CHECK(draft.included[2].contains("keeps its name and is listed"));
  CHECK(draft.included[3] == "The photos are renamed at once, to 2024-07-31_18-05-09.jpg");

  object(talk, "adversary");
  object(talk, "coder");
  const Json revised = changed(talk, "revise");
  CHECK(entry_text(revised, "in4").contains("--undo takes the last run back"));
  talk.more["wish"] = "short names";
  CHECK(talk.say("leader", "edit").contains("2024-07-31_2.jpg"));
  talk.more.erase("wish");

  const std::string first = file_in(talk.say("coder", "work"), "rename_photos.py");
  CHECK(first.starts_with("#!/usr/bin/env python3\n"));
  CHECK(first.contains("\"--only\", dest=\"below\""));
  CHECK_FALSE(first.contains("st_mtime"));
  CHECK_FALSE(first.contains("number += 1"));
  talk.delivered("coder", "script");
  const std::string readme = file_in(talk.say("creative", "work"), "README.md");
  CHECK(readme.contains("the second gets _2"));
  CHECK(readme.contains("`--only` leaves them out"));
  talk.delivered("creative", "readme");

  CHECK(talk.say("researcher", "check_whole").starts_with("Check: fail\n- coder: two photos"));
  talk.more["fault"] = "a photo is lost";
  CHECK(file_in(talk.say("coder", "redo"), "rename_photos.py").contains("number += 1"));
  talk.delivered("coder", "script");
  CHECK(talk.say("researcher", "check_whole") == "Check: pass");
}

TEST_CASE("P-34 the decision: advice in one message, and answers to what is asked next") {
  TestConversation talk = begun("pricing");
  talk.intent = "advice";
  const std::string advice = talk.say("leader", "answer");
  CHECK(advice.starts_with("**Charge per seat now"));
  CHECK(advice.contains("The opposite is right"));
  CHECK(advice.contains("Not looked up"));
  CHECK(advice.size() < 1800);
  std::set<std::string> said = {advice};
  for (const char* next : {"and what about both?", "our AI costs differ a lot", "for small teams?",
                           "can we change it later?", "what would Oscar do?"}) {
    talk.more["said"] = next;
    CHECK_MESSAGE(said.insert(talk.say("leader", "answer")).second, next);
  }
  CHECK(talk.say("leader", "answer").starts_with("“what would Oscar do?” is not in the script"));
}

TEST_CASE("P-34 what is asked after the decision goes on with it, whatever way it is taken up") {
  TestConversation next{rehearsal(), "what about a mix of both?"};
  next.more["before"] = demonstration("pricing").opening;
  next.more["agents"] = JsonArray{"leader", "researcher", "creative"};
  CHECK(asked(next).empty());
  for (const char* task : {"answer", "reply", "discuss"})
    CHECK(next.say("leader", task).starts_with("**Both, if one of them is the price"));
  CHECK(next.say("researcher", "findings").contains("Both, if one of them is the price"));
  CHECK(next.say("leader", "options").contains("## Option 1: Seats with a fair-use limit"));
  // Another matter does not, nor does anything after one in which something was built.
  TestConversation other{rehearsal(), "what is the capital of France?"};
  other.more["before"] = demonstration("pricing").opening;
  CHECK(other.say("leader", "answer").contains("what is the capital of France?"));
  TestConversation built{rehearsal(), "and what do the prices cost?"};
  built.more["before"] = demonstration("barber").opening;
  CHECK_FALSE(built.say("leader", "draft").contains("barber"));
}

TEST_CASE("P-34 in a demonstration every answer, wish and question of the person comes back") {
  for (const std::string name : {"barber", "photos"}) {
    TestConversation talk = begun(name);
    for (const std::string& agent : asked(talk)) {
      talk.more["question"] = "the question of " + agent;
      CHECK(talk.say(agent, "explain").ends_with("Once more: the question of " + agent));
      talk.more["said"] = "und wenn es \"regnet\"?";
      CHECK(talk.say(agent, "discuss").contains("“und wenn es \"regnet\"?”"));
      CHECK(talk.say("leader", "answer_brief").contains("“und wenn es \"regnet\"?”"));
    }
    TestConversation answered = begun(name);
    answered.answer("leader", "Q1?", "scope", "erste \"Antwort\"");
    answered.answer("coder", "Q2?", "scope", "zweite \\ Antwort");
    answered.more["wishes"] = JsonArray{"noch ein Wunsch"};
    const Brief brief = drafted(answered);
    std::string all;
    for (const BriefConstraint& one : brief.constraints) all += one.name + ": " + one.text + "\n";
    CHECK(all.contains("“erste \"Antwort\"”"));
    CHECK(all.contains("“zweite \\ Antwort”"));
    CHECK(all.contains("We keep to your wish “noch ein Wunsch”"));
  }
}

TEST_CASE("P-34 a demonstration keeps its scenes and lists to itself") {
  TestConversation talk{rehearsal(), "happiness"};
  talk.more["agents"] = JsonArray{"leader", "creative", "coder"};
  for (const char* task : {"questions", "draft", "work", "answer", "check_whole", "discuss"})
    for (const char* word : {"barber", "photo", "seat", "index.html", "hello@"})
      CHECK_MESSAGE(!talk.say("coder", task).contains(word), task);
}

TEST_CASE("P-34 what is turned away is not heard") {
  const Demonstration& barber = demonstration("barber");
  const Demonstration::Words turns = screenplay().word_list("turns_away");
  const auto hears = [&](const std::string& text) {
    return canonical(barber.heard({text}, turns));
  };
  CHECK(hears("show the prices") == R"({"prices":true})");
  CHECK(hears("Dark, with prices") == R"({"dark":true,"prices":true})");
  CHECK(hears("no prices please") == "{}");
  CHECK(hears("leave out the prices") == "{}");
  CHECK(hears("don't make it dark") == "{}");
  CHECK(hears("ganz hell") == "{}");
}

TEST_CASE("P-34 an address and a wording are found in what a person answers, or nothing is") {
  const Demonstration::Words evades = screenplay().word_list("evades");
  CHECK(email_in("mail to a.b@c.example, please") == "a.b@c.example");
  CHECK(email_in("It is jo@sharp.example.") == "jo@sharp.example");
  CHECK(email_in("me @home") == "");
  CHECK(email_in("@") == "");
  CHECK(email_in("a@b") == "");
  CHECK(is_wording("Sharp & Co", evades));
  CHECK(is_wording("Scharf geschnitten seit 1962", evades));
  CHECK_FALSE(is_wording("whatever you like", evades));
  CHECK_FALSE(is_wording("is that needed?", evades));
  CHECK_FALSE(is_wording("???", evades));
  CHECK_FALSE(is_wording("one two three four five six seven eight nine", evades));
}

}  // namespace
}  // namespace fm
