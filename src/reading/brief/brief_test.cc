#include "reading/brief/brief.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

const Roster& roster() {
  static const Roster team({{"architect", "System Architect", {"software architect"}},
                            {"coder", "Coder", {"developer"}},
                            {"leader", "Leader", {"team lead"}},
                            {"orchestrator", "Orchestrator", {}, true}});
  return team;
}

// The brief in one line of JSON, or its fault.
std::string brief(std::string_view text, const BriefOptions& options = {}) {
  const auto read = read_brief(text, roster(), options);
  return read ? canonical(to_json(read->brief))
              : "fault " + std::string(fault_name(read.error().code));
}

// The codes of its warnings.
std::string warnings(std::string_view text, const BriefOptions& options = {}) {
  const auto read = read_brief(text, roster(), options);
  if (!read) return "fault";
  std::string out;
  for (const Note& note : read->warnings) out += (out.empty() ? "" : " ") + note.code;
  return out;
}

constexpr std::string_view kWhole =
    R"({"title": "Shop", "goal": "Sell candles", "scope": {"included": ["cart"], "excluded": ["app"]},
 "constraints": {"Languages": "two", "platform": "web", "budget": 900},
 "unknowns": ["Which bank?"], "next_steps": {"developer": "build", "architect": "draw"}})";

TEST_CASE("a brief is read, put in order and written as the log has it") {
  CHECK(
      brief(kWhole) ==
      R"({"constraints":{"Languages":"two","budget":"900","platform":"web"},"goal":"Sell candles",)"
      R"("next_steps":{"architect":"draw","coder":"build"},"scope":{"excluded":["app"],)"
      R"("included":["cart"]},"title":"Shop","unknowns":["Which bank?"]})");
  const auto read = read_brief(kWhole, roster());
  REQUIRE(read.has_value());
  CHECK(read->brief.constraints.front().name == "budget");
  CHECK(read->brief.next_steps.front().agent == "architect");
  CHECK(read->warnings.empty());
}

TEST_CASE("what was written is read back the same") {
  Brief made = read_brief(kWhole, roster())->brief;
  made.constraints.push_back({"", "no cookies"});
  made.constraints.push_back({"", "another without a name"});
  put_in_order(made);
  CHECK(brief_from_json(to_json(made)) == made);
  const auto again = read_brief(canonical(to_json(made)), roster());
  REQUIRE(again.has_value());
  CHECK(again->brief == made);
}

TEST_CASE("a strange brief of the log reads as empty, not as a fault") {
  CHECK(brief_from_json(Json(7)) == Brief{});
  CHECK(brief_from_json(*parse_json(R"({"scope": [], "constraints": "x", "next_steps": 3})")) ==
        Brief{});
}

TEST_CASE("a fault says in words what is wrong, for the repair turn") {
  const auto read = read_brief(
      R"({"title": "Shop", "goal": "Sell", "next_steps": {"wizard": "conjure"}})", roster());
  REQUIRE_FALSE(read.has_value());
  const std::string prompt = repair_prompt(read.error(), brief_wanted(roster()));
  CHECK(prompt.contains("wizard"));
  CHECK(prompt.contains("architect, coder, leader"));
  CHECK_FALSE(prompt.contains("orchestrator"));
}

TEST_CASE("after the repair turn trifles are warnings") {
  const BriefOptions second{.steps_fall_to = "leader"};
  const std::string_view stranger =
      R"({"title": "Shop", "goal": "Sell", "scope": ["cart"], "next_steps": {"wizard": "conjure"}})";
  CHECK(brief(stranger) == "fault unknown_agent");
  CHECK(brief(stranger, second).contains(R"("next_steps":{"leader":"conjure"})"));
  CHECK(warnings(stranger, second) == "reassigned");
  const std::string_view none = R"({"title": "Shop", "goal": "Sell", "scope": ["cart"]})";
  CHECK(brief(none) == "fault missing_field");
  CHECK(warnings(none, second) == "no_next_steps");
  const std::string cut = std::string(kWhole) + "\nBetter:\n" + std::string(kWhole.substr(0, 60));
  CHECK(brief(cut) == "fault truncated");
  CHECK(warnings(cut, second) == "truncated");
  CHECK(brief(kWhole.substr(0, 100), second) == "fault truncated");
}

TEST_CASE("what is odd in a brief is told") {
  CHECK(warnings(R"({"goal": "Sell", "scope": {"included": ["cart"], "excluded": ["the Cart"]},
                     "next_steps": {"coder": "build", "user": "send a logo"}})") ==
        "no_title in_and_out persons_step");
  CHECK(warnings(std::string(kWhole) + R"( {"goal": "Other", "next_steps": {"coder": "x"}})") ==
        "no_title no_scope several_briefs");
  CHECK(
      warnings("## Goal\nSell candles\n\n## In Scope\n- cart\n\n## Next Steps\n- coder: build\n") ==
      "no_title from_markdown");
}

TEST_CASE("a brief of nothing but one very long list is refused") {
  std::string text = R"({"goal": "Sell", "next_steps": [)";
  for (int i = 0; i < 300; ++i) text += R"({"agent": "coder", "task": "x"},)";
  CHECK(brief(text + "]}") == "fault out_of_range");
}

// "a < b" where b waits for a: the steps in their order, with what each waits for.
std::string steps(std::string_view text, const BriefOptions& options = {}) {
  const auto read = read_brief(text, roster(), options);
  if (!read) return "fault " + std::string(fault_name(read.error().code));
  std::string out;
  for (const BriefStep& step : read->brief.next_steps) {
    out += (out.empty() ? "" : "; ") + step.agent;
    for (const std::string& other : step.after) out += " < " + other;
    out += ": " + step.task;
  }
  return out;
}

std::string with_steps(std::string_view next_steps) {
  return R"({"title": "Shop", "goal": "Sell", "scope": ["cart"], "next_steps": )" +
         std::string(next_steps) + "}";
}

// "agent: text [outcome] why", one a line.
std::string objections(std::string_view value) {
  const auto read = read_brief(
      R"({"title": "Shop", "goal": "Sell", "scope": ["cart"], "next_steps": {"coder": "build"},)"
      R"("objections": )" +
          std::string(value) + "}",
      roster());
  if (!read) return "fault " + std::string(fault_name(read.error().code));
  std::string out;
  for (const BriefObjection& one : read->brief.objections) {
    out += (out.empty() ? "" : "\n") + one.agent + ": " + one.text + " [" +
           std::string(to_string(one.outcome)) + "]" + (one.why.empty() ? "" : " ") + one.why;
  }
  return out;
}

TEST_CASE("C-40 steps stand behind those that they wait for, however that is put") {
  constexpr std::string_view kWanted =
      "leader: plan; architect < leader: draw; coder < architect < leader: build";
  for (const char* text :
       {R"({"coder": {"task": "build", "after": ["architect", "leader"]},
            "architect": {"task": "draw", "after": "team lead"}, "leader": "plan"})",
        R"([{"agent": "coder", "task": "build", "after": "leader, architect"},
            {"agent": "architect", "task": "draw", "depends_on": ["@leader"]},
            {"agent": "leader", "task": "plan", "after": []}])",
        R"~({"coder": "build (after @architect, @leader)", "leader": "plan",
             "architect": "draw (after leader)"})~",
        R"~(["coder: build (after architect and leader)", "architect: draw (after the leader)",
             "leader: plan"])~",
        R"({"coder": [{"task": "build", "after": "architect, leader"}],
            "architect": {"task": "draw", "after": {"id": "leader"}}, "leader": ["plan"]})"}) {
    CAPTURE(text);
    CHECK(steps(with_steps(text)) == kWanted);
    CHECK(warnings(with_steps(text)).empty());
  }
  CHECK(steps(with_steps(R"~({"coder": "test (after the launch)"})~")) ==
        "coder: test (after the launch)");
}

TEST_CASE("C-40 waiting for nobody, for oneself or in a circle is dropped and told") {
  const std::string nobody =
      with_steps(R"({"coder": {"task": "build", "after": ["wizard", "leader", "none"]}})");
  CHECK(steps(nobody) == "coder: build");
  CHECK(warnings(nobody) == "step_order step_order");
  const std::string itself = with_steps(R"({"coder": {"task": "build", "after": ["coder"]}})");
  CHECK(steps(itself) == "coder: build");
  CHECK(warnings(itself) == "step_order");
  const std::string circle = with_steps(
      R"({"coder": {"task": "c", "after": ["leader"]}, "leader": {"task": "l", "after": ["architect"]},
          "architect": {"task": "a", "after": ["coder"]}})");
  CHECK(steps(circle) == "leader: l; coder < leader: c; architect < coder: a");
  CHECK(warnings(circle) == "step_order");
}

TEST_CASE("C-36 decisions and objections are read in any usual shape") {
  const auto decisions = [](std::string_view value) {
    const auto read = read_brief(
        R"({"title": "Shop", "goal": "Sell", "next_steps": {"coder": "build"}, "decisions": )" +
            std::string(value) + "}",
        roster());
    REQUIRE(read.has_value());
    return read->brief.decisions;
  };
  using Texts = std::vector<std::string>;
  CHECK(decisions(R"(["One page", " No app "])") == Texts{"One page", "No app"});
  CHECK(decisions(R"([{"decision": "One page", "reason": "it is cheap"}])") ==
        Texts{"One page: it is cheap"});
  CHECK(decisions(R"([{"topic": "Payment", "decision": "at the shop"}])") ==
        Texts{"Payment: at the shop"});
  CHECK(decisions(R"({"Payment": "at the shop"})") == Texts{"Payment: at the shop"});
  CHECK(decisions(R"("One page\nNo app")") == Texts{"One page", "No app"});
  CHECK(decisions("[]").empty());

  constexpr std::string_view kOpen = "architect: No deposit. [open]";
  CHECK(objections(R"([{"agent": "architect", "text": "No deposit."}])") == kOpen);
  CHECK(
      objections(R"([{"by": "System Architect", "objection": "No deposit.", "status": "open"}])") ==
      kOpen);
  CHECK(objections(R"({"architect": "No deposit."})") == kOpen);
  CHECK(objections(R"({"architect": ["No deposit.", "No tests."]})") ==
        "architect: No deposit. [open]\narchitect: No tests. [open]");
  CHECK(objections(R"(["@architect: No deposit."])") == kOpen);
  CHECK(objections(R"("architect: No deposit.")") == kOpen);
  CHECK(objections(R"([{"agent": "architect", "text": "No deposit.", "outcome": "Taken up",
                        "why": "it is in scope"}])") ==
        "architect: No deposit. [taken_up] it is in scope");
  CHECK(objections(R"([{"agent": "architect", "text": "No deposit.", "resolved": true,
                        "how": "it is in scope"}])") ==
        "architect: No deposit. [taken_up] it is in scope");
  CHECK(objections(R"(["architect: No deposit. Answered: nobody pays ahead"])") ==
        "architect: No deposit. [answered] nobody pays ahead");
  CHECK(objections(R"([{"agent": "wizard", "text": "No magic."}])") ==
        ": wizard: No magic. [open]");
  CHECK(objections(R"([])").empty());
  CHECK(objections(R"(["none"])").empty());
}

TEST_CASE(
    "decisions, objections and what a step waits for are in the log only where there are any") {
  Brief made = read_brief(kWhole, roster())->brief;
  const std::string before = canonical(to_json(made));
  CHECK_FALSE(before.contains("decisions"));
  CHECK_FALSE(before.contains("after"));
  made.decisions = {"One page"};
  made.objections = {{"architect", "No deposit.", BriefObjection::Outcome::kTakenUp, "in scope"},
                     {"leader", "Too slow", BriefObjection::Outcome::kOpen, ""},
                     {"coder", "Too dear", BriefObjection::Outcome::kOverruled, ""}};
  made.next_steps.front().after = {"coder"};
  put_in_order(made);
  CHECK(made.next_steps.front().agent == "coder");
  CHECK(brief_from_json(to_json(made)) == made);
  const auto again = read_brief(canonical(to_json(made)), roster());
  REQUIRE(again.has_value());
  CHECK(again->brief == made);
}

TEST_CASE("very many steps that wait for each other are put in order") {
  Brief brief;
  for (int i = 0; i < 200; ++i) {
    BriefStep step{"a" + std::to_string(i), "x"};
    for (int j = 0; j < 200; ++j) step.after.push_back("a" + std::to_string(j));
    brief.next_steps.push_back(std::move(step));
  }
  put_in_order(brief);
  CHECK(brief.next_steps.size() == 200);
  CHECK(put_in_order(brief).empty());
}

}  // namespace
}  // namespace fm
