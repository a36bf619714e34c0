#include "team/room/contradictions.h"

#include <doctest/doctest.h>

#include "people/language/testing.h"
#include "reading/json/roster.h"

using namespace fm;

namespace {

using Said = std::vector<std::string>;

// "entry: said | brief", one a line.
std::string found(const Brief& brief, const Said& said) {
  std::string out;
  for (const Contradiction& one : contradictions_of(test_vocabulary(), brief, said))
    out += one.entry + ": " + one.said + " | " + one.brief + "\n";
  return out;
}

Brief barber() {
  return {.title = "Booking page",
          .goal = "Customers book a haircut by themselves",
          .included = {"a page with free slots", "card payments", "an email to the barber"},
          .excluded = {"gift cards"},
          .constraints = {{"budget", "5,000 euros"},
                          {"timeline", "two years"},
                          {"platform", "iOS app"},
                          {"", "three languages"}},
          .unknowns = {"Which newsletter?"},
          .next_steps = {{"coder", "Build the page\nAdd a calendar"}}};
}

}  // namespace

TEST_CASE("C-40 what contradicts the person in so many words is found, each by its entry") {
  CHECK(found(barber(), {"no card payments, web page, two weeks, 900 euros"}) ==
        "budget: 900 euros | 5,000 euros\n"
        "timeline: two weeks | two years\n"
        "platform: web page | iOS app\n"
        "in2: no card payments | card payments\n");
  // The same in sentences, over several messages, beside other things.
  CHECK(found(barber(), {"I cut hair and want people to book online. It should be a web page.",
                         "We have 900 euros at most. It must be ready in two weeks!",
                         "and please no card payments, people pay when they come"}) ==
        "budget: We have 900 euros at most | 5,000 euros\n"
        "timeline: It must be ready in two weeks | two years\n"
        "platform: It should be a web page | iOS app\n"
        "in2: please no card payments | card payments\n");
}

TEST_CASE("C-40 numbers, dates and spans of time that the brief has otherwise are found") {
  const auto with = [](std::string name, std::string text) {
    Brief brief;
    brief.goal = "Sell";
    brief.constraints = {{std::move(name), std::move(text)}};
    return brief;
  };
  const auto hit = [&](std::string name, std::string text, std::string said) {
    return !found(with(std::move(name), std::move(text)), {std::move(said)}).empty();
  };
  CHECK(hit("budget", "90 euros", "900 euros"));
  CHECK(hit("budget", "about 5k euros", "my budget is 900€"));
  CHECK(hit("budget", "$1,200", "we can spend $900 at most"));
  CHECK(hit("budget", "50 euros a month", "10 euros a month"));
  CHECK(hit("timeline", "three months", "within 2 weeks"));
  CHECK(hit("timeline", "six weeks", "2-3 weeks"));
  CHECK(hit("timeline", "1 day", "two weeks"));
  CHECK(hit("timeline", "zwei Jahre", "zwei Wochen"));
  CHECK(hit("timeline", "ready by 10 July", "ready by 3 May"));
  CHECK(hit("timeline", "in July", "it must be live by May 3"));
  CHECK(hit("", "done in two years", "it should be done in two weeks"));
  Brief tables = with("", "");
  tables.included = {"a plan of five tables"};
  CHECK(found(tables, {"there are twelve tables"}) ==
        "in1: there are twelve tables | a plan of five "
        "tables\n");
}

TEST_CASE("C-40 what was ruled out and is in scope or in a step is found") {
  const auto hit = [](std::string said) { return found(barber(), {std::move(said)}); };
  CHECK(hit("without card payments") == "in2: without card payments | card payments\n");
  CHECK(hit("We don't want any card payments.") ==
        "in2: We don't want any card payments | card payments\n");
  CHECK(hit("no need for card payments") == "in2: no need for card payments | card payments\n");
  CHECK(hit("please leave out card payments") ==
        "in2: please leave out card payments | card payments\n");
  CHECK(hit("no app").contains("platform: no app | iOS app"));
  CHECK(hit("I want it without an app") == "platform: I want it without an app | iOS app\n");
  CHECK(hit("no calendar please").starts_with("step-coder: no calendar please | "));
  Brief other = barber();
  other.included = {"payment by card at the door"};
  CHECK(found(other, {"no card payments"}) ==
        "in1: no card payments | payment by card at the door\n");
  other.included = {"Kartenzahlung"};
  CHECK(found(other, {"keine Kartenzahlung bitte"}).starts_with("in1: keine Kartenzahlung"));
}

TEST_CASE("C-40 what is no contradiction stays silent") {
  for (const char* said : {"no rush, take the time you need",
                           "no idea how people pay",
                           "no calendar yet",
                           "we have no calendar",
                           "there is no calendar in the shop",
                           "no problem",
                           "no gift cards",
                           "no newsletter",
                           "why no card payments?",
                           "what about no app?",
                           "if there are no card payments it is simpler",
                           "no card payments without a receipt",
                           "no more than three emails",
                           "a haircut costs 25 euros",
                           "I rent the shop for two years",
                           "open for three weeks now",
                           "customers wait two weeks for a slot",
                           "every two weeks",
                           "my website gets 40 visits a day",
                           "we have 3 chairs",
                           "I need 5,000 euros",
                           "no, card payments are fine",
                           "\"no card payments\" says my brother",
                           "`no card payments`",
                           "no one pays by card",
                           "it is not only a web page",
                           "no app icons",
                           "no emails to customers",
                           "I am not sure about card payments",
                           "he told me no card payments work here"}) {
    CAPTURE(said);
    CHECK(found(barber(), {said}) == "");
  }
}

TEST_CASE("C-40 equal, nearly equal and looser numbers stay silent") {
  const auto silent = [](std::string name, std::string text, std::string said) {
    Brief brief;
    brief.goal = "Sell";
    brief.constraints = {{std::move(name), std::move(text)}};
    return found(brief, {std::move(said)}).empty();
  };
  CHECK(silent("budget", "900 euros", "900 euros"));
  CHECK(silent("budget", "EUR 900", "nine hundred? no, 900€"));
  CHECK(silent("budget", "900 euros: 500 for the page, 400 for a year of hosting", "900 euros"));
  CHECK(silent("budget", "500 euros for the page and 400 euros for hosting", "900 euros"));
  CHECK(silent("budget", "at most 700 euros", "900 euros at most"));
  CHECK(silent("budget", "1,000 euros", "about 900 euros"));
  CHECK(silent("budget", "850 euros", "800 to 1000 euros"));
  CHECK(silent("budget", "1,000 dollars", "900 euros"));
  CHECK(silent("budget", "20 euros a month", "900 euros"));
  CHECK(silent("timeline", "one month", "four weeks"));
  CHECK(silent("timeline", "14 days", "two weeks"));
  CHECK(silent("timeline", "10 working days", "two weeks"));
  CHECK(silent("timeline", "one week", "within two weeks"));
  CHECK(silent("timeline", "three weeks", "2-3 weeks"));
  CHECK(silent("timeline", "one week for the page, one week for tests", "two weeks"));
  CHECK(silent("timeline", "ready by 1 May", "by 3 May"));
  CHECK(silent("timeline", "in May", "by May 3"));
  CHECK(silent("timeline", "before the summer", "two weeks"));
  CHECK(silent("platform", "a web page that works on iPhones and Android", "web page"));
  CHECK(silent("platform", "web, later perhaps an iOS app", "a simple website"));
  CHECK(silent("platform", "WordPress", "web page"));
  Brief pages{.title = "x", .goal = "y", .included = {"three pages", "ten pages of photos"}};
  CHECK(found(pages, {"three pages"}).empty());
  CHECK(found(pages, {"40 customers a day"}).empty());
}

TEST_CASE("C-40 the person's newest words count, and what they took back counts no more") {
  CHECK(found(barber(), {"two weeks", "ok, two years"}).empty());
  CHECK(found(barber(), {"900 euros", "5,000 euros is fine"}).empty());
  CHECK(found(barber(), {"900 euros", "forget the budget"}).empty());
  CHECK(found(barber(), {"two weeks", "the deadline does not matter"}).empty());
  CHECK(found(barber(), {"no card payments", "well, add card payments then"}).empty());
  CHECK(found(barber(), {"no card payments", "should we have card payments?"}) ==
        "in2: no card payments | card payments\n");
  CHECK(found(barber(), {"web page", "an iOS app"}).empty());
  CHECK(found(barber(), {"an iOS app and a web page"}).empty());
  CHECK(found(barber(), {"5,000 euros", "900 euros"}) == "budget: 900 euros | 5,000 euros\n");
}

TEST_CASE("C-40 what the brief itself rules out or puts off contradicts nobody") {
  Brief brief = barber();
  brief.included = {"a page without card payments", "card payments later",
                    "ask whether card "
                    "payments are wanted"};
  CHECK(found(brief, {"no card payments"}).empty());
}

TEST_CASE("hostile words cost no more than their length") {
  for (const std::string_view part : {"no ", "no card ", "900 ", "two weeks, ", "\"", "a", ",?;"}) {
    std::string text;
    while (text.size() < 100'000) text += part;
    Brief brief = barber();
    brief.included = {text};
    (void)contradictions_of(test_vocabulary(), brief, {text, text});
  }
}
