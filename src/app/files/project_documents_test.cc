#include "app/files/project_documents.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "app/files/project_state_json.h"
#include "test/support/project_builder.h"

namespace fm {
namespace {

using enum Phase;
using testing::ProjectBuilder;

constexpr Millis kHalfAnHour{30 * 60 * 1000};

Json state(const ProjectBuilder& told) {
  return project_state_json(told.script.view, told.project(), kHalfAnHour);
}

std::vector<ProjectFile> files(const ProjectBuilder& told) {
  const auto documents = built_in_documents();
  REQUIRE(documents.has_value());
  return project_files(told.script.view, told.project(), *documents, kHalfAnHour);
}

std::string file(const ProjectBuilder& told, std::string_view path) {
  for (const ProjectFile& one : files(told))
    if (one.path == path) return one.bytes;
  return "no such file";
}

TEST_CASE("the state has the known fields from the first moment on") {
  const ProjectBuilder told("/f");
  const Json json = state(told);
  CHECK(text_at(json, "phase") == "idle");
  CHECK(text_at(json, "user_goal") == "A tea shop.");
  CHECK(find_at(json, "discovery_log")->get_array().empty());
  for (const char* none :
       {"synthesis", "approval", "execution_plan", "previous_phase", "expires_at", "gate"}) {
    CAPTURE(none);
    REQUIRE(find_at(json, none) != nullptr);
    CHECK(find_at(json, none)->is_null());
  }
  CHECK(int_at(json, "iteration") == 0);
  CHECK(int_at(json, "schema") == 1);
  CHECK(text_at(json, "created_at") == "2026-05-01T12:00:03.000Z");
}

TEST_CASE("the state tells questions, answers, feedback, brief, approval, gate and when it rests") {
  ProjectBuilder told("/f");
  told.to(kDiscovery).ask("q1").ask("q2").ask("q3");
  told.answer("q1", QuestionEnd::kAnswered, "Green.").answer("q2", QuestionEnd::kYouDecide);
  told.to(kSynthesis).brief(1, "Tea").to(kApproval).to(kDiscovery, "No coffee.");
  told.to(kSynthesis).brief(2, "Tea only").to(kApproval);
  told.script.in("p-tea2").tell("gate.opened", R"({"gate":"g-1","type":"approval",)"
                                               R"("question":"Is it right?"})");
  const Json json = state(told);
  const JsonArray& log = find_at(json, "discovery_log")->get_array();
  REQUIRE(log.size() == 6);
  CHECK(text_at(log[0], "bot") == "ux");
  CHECK(text_at(log[0], "content") == "What about q1?");
  CHECK(bool_at(log[0], "is_question"));
  CHECK(text_at(log[3], "bot") == "user");
  CHECK(text_at(log[3], "content") == "Green.");
  CHECK_FALSE(bool_at(log[3], "is_question", true));
  CHECK(text_at(log[4], "content") == "You decide.");
  CHECK(text_at(log[5], "content") == "FEEDBACK: No coffee.");
  CHECK_FALSE(text_at(log[5], "timestamp").empty());
  CHECK(text_at(*find_at(json, "synthesis"), "title") == "Tea only");
  CHECK_FALSE(bool_at(*find_at(json, "approval"), "approved", true));
  CHECK(text_at(*find_at(json, "approval"), "feedback") == "No coffee.");
  CHECK(int_at(json, "iteration") == 2);
  CHECK(text_at(json, "previous_phase") == "synthesis");
  CHECK(text_at(*find_at(json, "gate"), "id") == "g-1");
  CHECK(text_at(*find_at(json, "gate"), "type") == "approval");
  CHECK(text_at(json, "expires_at") == to_rfc3339(told.project().last_activity + kHalfAnHour));
  told.to(kExecution);
  CHECK(find_at(state(told), "expires_at")->is_null());  // work never rests by itself
  CHECK(bool_at(*find_at(state(told), "approval"), "approved"));
}

TEST_CASE("a resting project tells where it can be taken up") {
  ProjectBuilder told("/f");
  told.to(kDiscovery).to(kIdle);
  CHECK(text_at(state(told), "phase") == "idle");
  CHECK(text_at(state(told), "previous_phase") == "discovery");
  CHECK(file(told, ".folkmoot/projects/p-tea2/STATE.md")
            .contains("Phase: 1 of 6 - idle, paused; it can continue in discovery"));
}

TEST_CASE("STATE.md has its sections, and everything in them comes from the log") {
  ProjectBuilder told("/f");
  told.to(kDiscovery).ask("q1").ask("q2").answer("q1", QuestionEnd::kAnswered, "Green.");
  told.say("leader", "debate",
           "# Debate: tea\n\n## Decided\n\n- One page (leader)\n\n## Open\n\n"
           "Nothing.\n");
  const std::string text = file(told, ".folkmoot/projects/p-tea2/STATE.md");
  CHECK(text.starts_with("# Project State\n\nA tea shop.\n"));
  CHECK(
      text.contains("## Current Position\n\nPhase: 1 of 6 - discovery, waits for answers to 1 "
                    "question\nLast activity: 2026-05-01\n"));
  CHECK(text.contains("## Session Continuity\n\nLast session: 2026-05-01 12:00 UTC\n"));
  CHECK(text.contains("Stopped at: discovery: "));
  CHECK(text.contains("Resume file: .folkmoot/project_states/general/p-tea2.json"));
  CHECK(text.contains("## Decisions\n\n- One page (leader)\n- What about q1?: Green.\n"));
  CHECK(text.contains("## Blockers/Concerns\n\n- Open question of ux: What about q2?\n"));
  told.to(kSynthesis).brief(1, "Tea");
  CHECK(file(told, ".folkmoot/projects/p-tea2/STATE.md")
            .contains("Resume file: .folkmoot/projects/p-tea2/brief.md"));
}

TEST_CASE("C-23 findings become one document with fixed sections and the certainty that was said") {
  ProjectBuilder told("/f");
  told.say("researcher", "findings",
           "**Summary**\n\nTea sells.\n\n**Recommendation:** Sell green tea.\n\n"
           "**Key findings**\n- Green tea grows (source: https://tea.example)\n- So does black\n\n"
           "**Confidence:** HIGH because I know it.");
  CHECK(file(told, ".folkmoot/projects/p-tea2/findings.md") == R"(# Discovery: A tea shop.

## Summary

Tea sells.

## Primary Recommendation

Sell green tea.

## Alternatives Considered

Nothing else was weighed.

## Key Findings

### Findings

- Green tea grows (source: https://tea.example)
- So does black (no source)

## Confidence Level

**HIGH**: I know it. 1 of 2 findings names no source.
)");
}

TEST_CASE("C-44 the files in the work have their own names, and none leads out of the project") {
  ProjectBuilder told("/f");
  told.to(kDiscovery).to(kSynthesis).brief(1, "Tea").to(kApproval).to(kExecution);
  told.say("coder", "work", "Here:\n\n```html path=index.html\none\n```\n");
  told.say("ux", "work", "```css path=css/site.css\nblue\n```\n```sh path=../../x.sh\nrm\n```\n");
  told.to(kReview).to(kExecution, "Greener.");
  told.say("coder", "work", "```html path=index.html\ntwo\n```\n");
  const std::string folder = ".folkmoot/projects/p-tea2/files/";
  CHECK(file(told, folder + "index.html") == "two\n");
  CHECK(file(told, folder + "css/site.css") == "blue\n");
  int count = 0;
  for (const ProjectFile& one : files(told)) {
    CHECK_FALSE(one.path.contains(".."));
    count += one.path.starts_with(folder) ? 1 : 0;
  }
  CHECK(count == 2);
  // Another stretch begins with nothing.
  told.to(kReview).to(kDiscovery, "Coffee.").to(kSynthesis).brief(2, "Coffee").to(kApproval);
  told.to(kExecution);
  CHECK(file(told, folder + "index.html") == "no such file");
}

TEST_CASE("each document has its file, and later work replaces the same agent's") {
  ProjectBuilder told("/f");
  told.to(kDiscovery).to(kSynthesis).brief(1, "Tea").brief(2, "Tea only").to(kApproval);
  told.to(kExecution).say("coder", "work", "first").say("ux", "work", "look");
  told.say("coder", "work", "second").say("leader", "debate", "# Debate\n");
  told.say("leader", "review", "---\nphase: 01-tea\n---\n\x1B[31mdone");
  told.say("../../x", "work", "odd");
  const std::string folder = ".folkmoot/projects/p-tea2/";
  CHECK(file(told, folder + "brief.md").contains("Tea only"));
  CHECK(file(told, folder + "work/coder.md") == "second\n");
  CHECK(file(told, folder + "work/ux.md") == "look\n");
  CHECK(file(told, folder + "debate.md") == "# Debate\n");
  CHECK(file(told, folder + "summary.md") == "---\nphase: 01-tea\n---\ndone\n");
  CHECK(file(told, folder + "findings.md") == "no such file");
  for (const ProjectFile& one : files(told)) {
    CHECK_FALSE(one.path.contains(".."));
    CHECK(one.path.starts_with(".folkmoot/"));
  }
}

TEST_CASE("the state is written for people too, an entry a line") {
  CHECK(indented(JsonObject{{"a", JsonArray{1, "x"}}, {"b", JsonObject{}}, {"c", nullptr}}) ==
        "{\n  \"a\": [\n    1,\n    \"x\"\n  ],\n  \"b\": {},\n  \"c\": null\n}\n");
  const ProjectBuilder told("/f");
  const auto parsed = parse_json(file(told, ".folkmoot/project_states/general/p-tea2.json"));
  REQUIRE(parsed.has_value());
  CHECK(*parsed == state(told));
}

TEST_CASE("C-49 the state of a project whose work was accepted says so") {
  ProjectBuilder told("/f");
  told.to(kDiscovery).to(kSynthesis).brief(1, "Tea").to(kApproval).to(kExecution).to(kReview);
  PhaseRequest request;
  request.to = kIdle;
  request.line_id = "m-end";
  request.ending = ProjectEnding::kSuccess;
  const auto events = change_phase(told.project(), request);
  REQUIRE(events);
  for (const NewEvent& event : *events) told.script.tell(event);
  CHECK(file(told, ".folkmoot/projects/p-tea2/STATE.md")
            .contains("Phase: 6 of 6 - done, the person accepted the work\n"));
}

}  // namespace
}  // namespace fm
