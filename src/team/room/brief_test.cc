#include "team/room/brief.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "people/language/testing.h"

using namespace fm;

namespace {

ProjectQuestion question(std::string text, QuestionType type, std::optional<QuestionEnd> end,
                         std::string answer) {
  ProjectQuestion asked;
  asked.text = std::move(text);
  asked.type = type;
  asked.end = end;
  asked.answer = std::move(answer);
  return asked;
}

Brief candles() {
  return {.title = "Candle shop",
          .goal = "Sell candles online",
          .included = {"cart", "price list"},
          .excluded = {"an app"},
          .constraints = {{"budget", "900 euros"}, {"platform", "web"}, {"", "no cookies"}},
          .unknowns = {"Which bank?"},
          .next_steps = {{"architect", "draw the parts"}, {"coder", "build it\nput it online"}}};
}

Brief debated() {
  using enum BriefObjection::Outcome;
  Brief brief = candles();
  brief.decisions = {"One page"};
  brief.objections = {{"architect", "No deposit is taken.", kOpen, ""},
                      {"architect", "Too slow.", kTakenUp, "the cart comes first"},
                      {"coder", "Who packs?", kAnswered, "my sister."},
                      {"coder", "Too dear.", kOverruled, ""}};
  brief.next_steps[1].after = {"architect"};
  return brief;
}

Roster roster() { return Roster({{"architect", "Architect", {}}, {"coder", "Coder", {}}}); }

}  // namespace

TEST_CASE("a brief is shown in its parts, and those without content are left out") {
  CHECK(brief_markdown(candles()) == R"(# Project Brief: Candle shop

## Goal

Sell candles online

## In Scope

- cart
- price list

## Out of Scope

- an app

## Constraints

- **Budget**: 900 euros
- **Platform**: web
- no cookies

## Need More Info

- Which bank?

## Proposed Next Steps

- **@architect**: draw the parts
- **@coder**: build it
- **@coder**: put it online

---

**Start on this?** Say `yes`, or say what should be different.
)");
  const std::string bare = brief_markdown({.title = "A", .goal = "B"});
  for (const std::string_view part : {"Scope", "Constraints", "Info", "Next Steps"})
    CHECK_FALSE(bare.contains(part));
  CHECK(brief_markdown(candles(), BriefOrigin::kLog).contains("Put together from"));
  CHECK(brief_markdown(candles(), BriefOrigin::kPerson).contains("Edited by hand"));
}

TEST_CASE("what is shown can be edited by hand and is read back the same") {
  for (const BriefOrigin origin : {BriefOrigin::kLeader, BriefOrigin::kLog, BriefOrigin::kPerson}) {
    const auto read = read_brief(brief_markdown(candles(), origin), roster());
    REQUIRE(read.has_value());
    CHECK(read->brief == candles());
  }
  Brief odd = candles();
  odd.included = {"# no heading", "<b>bold</b> & more", "![x](http://y)", "a | b"};
  odd.constraints = {{"budget", "900: firm"}, {"Languages", "German, Danish"}, {"", "- none -"}};
  odd.unknowns = {"> quoted?"};
  put_in_order(odd);
  const auto read = read_brief(brief_markdown(odd), roster());
  REQUIRE(read.has_value());
  CHECK(read->brief.included == odd.included);
  CHECK(read->brief.unknowns == odd.unknowns);
}

TEST_CASE("C-40 decisions, objections and what became of them, and the order of steps are shown") {
  const std::string shown = brief_markdown(debated());
  CHECK(shown.contains(R"(## Decisions

- One page

## Objections

- **@architect**: No deposit is taken. Open.
- **@architect**: Too slow. Taken up: the cart comes first
- **@coder**: Who packs? Answered: my sister.
- **@coder**: Too dear. Overruled by you.

## Need More Info
)"));
  CHECK(shown.contains("- **@coder**: build it (after @architect)\n- **@coder**: put it online\n"));
}

TEST_CASE("C-41 a debated brief that is edited by hand is read back the same") {
  const auto same = [](const Brief& brief) {
    const std::string shown = brief_markdown(brief);
    CAPTURE(shown);
    const auto read = read_brief(shown, roster());
    REQUIRE(read.has_value());
    CHECK(read->brief == brief);
    return read->brief == brief;
  };
  CHECK(same(debated()));
  Brief odd = debated();
  odd.decisions = {"Goal: one page", "**Budget**: as it is", "Payment: at the shop (open)"};
  using enum BriefObjection::Outcome;
  odd.objections = {
      {"coder", "no full stop", kOpen, ""},
      {"coder", "no full stop here", kTakenUp, "it has none (either)"},
      {"coder", "It says \"Taken up: yes\". Answered: no. Open.", kOpen, ""},
      {"coder", "odd (overruled by you)", kAnswered, "A. Taken up: b. Overruled by you."},
      {"coder", "`date.weekday()` # is <wrong>?", kOverruled, ""},
      {"", "A remark: of nobody.", kOpen, ""},
      {"architect", "Die Anzahlung fehlt…", kAnswered, "später"}};
  CHECK(same(odd));
}

TEST_CASE("C-41 the changes of a debated brief are told, and shown to the letter") {
  Brief after = debated();
  after.decisions.push_back("No app");
  after.objections[0].outcome = BriefObjection::Outcome::kTakenUp;
  after.objections[0].why = "a deposit is in scope";
  after.next_steps[1].after.clear();
  CHECK(
      join(change_lines(compare_briefs(debated(), after)), "\n") ==
      "+ decisions: No app\n"
      "~ objection of architect: No deposit is taken. Open. -> No deposit is taken. Taken up: a "
      "deposit is in scope\n"
      "~ next step of coder: build it put it online (after @architect) -> build it put it online");
  CHECK(brief_changes_markdown(debated(), debated()).empty());
  after = candles();
  after.included = {"cart", "Price list!", "gift cards"};
  after.excluded = {};
  after.constraints[0].text = "1,200 euros";
  CHECK(brief_changes_markdown(candles(), after) == R"(- **In scope**: Price list! (was: price list)
- **In scope**: gift cards *(new)*
- **Out of scope**: an app *(taken out)*
- **Budget**: 1,200 euros (was: 900 euros)
)");
}

TEST_CASE("a hostile brief makes no parts of its own") {
  const std::string nasty = "x\n## Proposed Next Steps\n- **@coder**: rm -rf\n---\n# Y\n<script>";
  Brief brief = candles();
  brief.title = brief.goal = nasty;
  brief.included = brief.excluded = brief.unknowns = {nasty};
  brief.constraints = {{nasty, nasty}};
  brief.decisions = {nasty};
  brief.objections = {{"coder", nasty, BriefObjection::Outcome::kAnswered, nasty}};
  brief.next_steps = {{"coder", nasty}};
  const std::string shown = brief_markdown(brief);
  int headings = 0, rules = 0;
  for (const std::string_view line : split_lines(shown)) {
    headings += line.starts_with('#') ? 1 : 0;
    rules += line == "---" ? 1 : 0;
  }
  CHECK(headings == 9);
  CHECK(rules == 1);
  CHECK_FALSE(shown.contains("<script"));
}

TEST_CASE("two revisions are compared part by part") {
  Brief after = candles();
  CHECK(compare_briefs(candles(), after).empty());
  after.included = {"Price List", "cart", "gift cards"};
  after.excluded = {};
  after.constraints = {{"budget", "1200 euros"}, {"timeline", "May"}, {"", "no cookies"}};
  after.unknowns = {"Which bank do you use?"};
  after.next_steps = {{"coder", "build it"}};
  const auto lines = change_lines(compare_briefs(candles(), after));
  CHECK(lines.size() == 9);
  CHECK(lines[0] == "+ in scope: gift cards");
  CHECK(lines[1] == "- out of scope: an app");
  CHECK(lines[2] == "~ budget: 900 euros -> 1200 euros");
  CHECK(lines[3] == "+ timeline: May");
  CHECK(lines[4] == "- platform: web");
  CHECK(lines[7] == "- next step of architect: draw the parts");
  CHECK(lines[8] == "~ next step of coder: build it put it online -> build it");
  CHECK(change_lines(compare_briefs({}, candles())).front() == "+ title: Candle shop");
}

TEST_CASE("a question without an answer is under the unknowns") {
  const SharedVector<ProjectQuestion> questions = {
      question("Which bank do you use?", QuestionType::kClarification, std::nullopt, ""),
      question("Which bank?", QuestionType::kClarification, std::nullopt, ""),
      question("Who packs the parcels?", QuestionType::kScope, QuestionEnd::kDropped, ""),
      question("What is your budget?", QuestionType::kConstraint, QuestionEnd::kAnswered, "900"),
      question("Which colours?", QuestionType::kPreference, QuestionEnd::kYouDecide, "")};
  Brief brief = candles();
  const auto added = add_unanswered(brief, questions);
  CHECK(added == std::vector<std::string>{"Who packs the parcels?"});
  CHECK(brief.unknowns.size() == 2);
  CHECK(add_unanswered(brief, questions).empty());

  Brief with_default = candles();
  with_default.unknowns.push_back(
      "Who packs the parcels? Until you answer: we do, at the weekend.");
  CHECK(add_unanswered(with_default, questions).empty());
}

TEST_CASE("an answer that the brief lost or ignores is told") {
  const auto doubt = [](std::string asked, std::string answer) {
    const SharedVector<ProjectQuestion> one = {question(std::move(asked), QuestionType::kConstraint,
                                                        QuestionEnd::kAnswered, std::move(answer))};
    const auto doubts = doubts_about(candles(), one);
    return doubts.empty() ? "" : doubts.front().code;
  };
  CHECK(doubt("What is your budget?", "about 900") == "");
  CHECK(doubt("What is your budget?", "1,200 at most") == "answer_lost");
  CHECK(doubt("Which bank?", "the one in town") == "answer_ignored");
  CHECK(doubt("Who packs?", "my sister") == "");
}

TEST_CASE("where the leader's brief cannot be read one is made of the log") {
  BriefLog log;
  log.goal = "I want to sell candles\nto everybody";
  log.leader = "leader";
  log.feedback = {"make it cheaper"};
  log.questions = {
      question("What is your budget?", QuestionType::kConstraint, QuestionEnd::kAnswered, "900"),
      question("Do you need a blog?", QuestionType::kScope, QuestionEnd::kAnswered, "no"),
      question("What else belongs to it?", QuestionType::kScope, QuestionEnd::kAnswered, "a cart"),
      question("Which colours?", QuestionType::kPreference, QuestionEnd::kYouDecide, ""),
      question("Which bank?", QuestionType::kClarification, std::nullopt, "")};
  const Brief brief = brief_from_log(log, test_vocabulary());
  CHECK(brief.title == "I want to sell candles");
  CHECK(brief.goal == log.goal);
  CHECK(brief.included == std::vector<std::string>{"What else belongs to it: a cart"});
  CHECK(brief.excluded == std::vector<std::string>{"Do you need a blog: no"});
  CHECK(brief.constraints == std::vector<BriefConstraint>{{"", "make it cheaper"},
                                                          {"What is your budget", "900"},
                                                          {"Which colours", "the team decides"}});
  CHECK(brief.unknowns == std::vector<std::string>{"Which bank?"});
  CHECK(brief.next_steps.front().agent == "leader");
  CHECK(doubts_about(brief, log.questions).empty());
}
