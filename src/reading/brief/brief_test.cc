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

}  // namespace
}  // namespace fm
