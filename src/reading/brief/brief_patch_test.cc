#include "reading/brief/brief_patch.h"

#include <doctest/doctest.h>

#include <string>

#include "reading/brief/brief_numbers.h"
#include "reading/json/budget_testing.h"

namespace fm {
namespace {

using Outcome = BriefObjection::Outcome;

const Roster& roster() {
  static const Roster team({{"adversary", "Adversary", {"critic"}},
                            {"coder", "Coder", {"developer"}},
                            {"creative", "Creative", {}},
                            {"leader", "Leader", {"team lead"}},
                            {"orchestrator", "Orchestrator", {}, true}});
  return team;
}

Brief barber() {
  Brief brief{.title = "Barber shop",
              .goal = "Take bookings",
              .included = {"a page with free slots", "a phone number"},
              .excluded = {"an app"},
              .constraints = {{"budget", "900 euros"},
                              {"platform", "web"},
                              {"", "no cookies"},
                              {"Languages", "two"}},
              .unknowns = {"Which days?"},
              .next_steps = {{"creative", "write the words"}, {"coder", "build it", {"creative"}}},
              .decisions = {"one page"},
              .objections = {{"adversary", "Nobody checks the slots."},
                             {"coder", "Too dear.", Outcome::kTakenUp, "cheaper now"},
                             {"creative", "No colours are named."}}};
  put_in_order(brief);
  return brief;
}

// What is different: "in2: a phone number -> ...", or the fault.
std::string patched(std::string_view answer, const BriefOptions& options = {}) {
  const Brief before = barber();
  const auto read = read_brief_patch(answer, before, roster(), options);
  if (!read) return "fault " + std::string(fault_name(read.error().code));
  const std::vector<BriefEntry> was = entries_of(before), is = entries_of(read->brief);
  std::string out;
  const auto line = [](const BriefEntry& one) { return one.part + "|" + one.text; };
  for (const BriefEntry& one : was) {
    if (std::ranges::none_of(is, [&](const BriefEntry& other) { return line(other) == line(one); }))
      out += "- " + one.id + ": " + one.text + "\n";
  }
  for (const BriefEntry& one : is) {
    if (std::ranges::none_of(was,
                             [&](const BriefEntry& other) { return line(other) == line(one); }))
      out += "+ " + one.id + ": " + one.text + "\n";
  }
  return out;
}

std::string named(std::string_view answer) {
  const auto read = read_brief_patch(answer, barber(), roster());
  if (!read) return "fault " + std::string(fault_name(read.error().code));
  std::string out;
  for (const std::string& id : read->named) out += (out.empty() ? "" : " ") + id;
  return out;
}

std::string warnings(std::string_view answer) {
  const auto read = read_brief_patch(answer, barber(), roster());
  if (!read) return "fault " + std::string(fault_name(read.error().code));
  std::string out;
  for (const Note& note : read->warnings) out += (out.empty() ? "" : " ") + note.code;
  return out;
}

// What became of the adversary's objection.
std::string objection(std::string_view answer) {
  const auto read = read_brief_patch(answer, barber(), roster());
  if (!read) return "fault " + std::string(fault_name(read.error().code));
  const BriefObjection& one = read->brief.objections.front();
  return std::string(to_string(one.outcome)) + (one.why.empty() ? "" : ": ") + one.why;
}

constexpr std::string_view kSecond = "- in2: a phone number\n+ in2: a phone number and a map\n";

TEST_CASE("a brief is shown by entries, a line each") {
  CHECK(brief_entries(barber()) == R"(title: Barber shop
goal: Take bookings
in1 (included): a page with free slots
in2 (included): a phone number
out1 (excluded): an app
budget: 900 euros
platform: web
rule1 (constraint): no cookies
rule2 (constraint Languages): two
decision1 (decisions): one page
unknown1 (unknowns): Which days?
step-creative (next step): write the words
step-coder (next step, after @creative): build it
o1 (objection of @adversary): Nobody checks the slots.
o2 (objection of @creative): No colours are named.
)");
  Brief odd = barber();
  odd.goal = "One\nTwo\n\nThree";
  CHECK(brief_entries(odd).contains("goal: One / Two / Three\n"));
}

TEST_CASE("C-41 one change is read in any usual shape, and everything else stays") {
  for (const char* answer :
       {R"({"changes": [{"at": "in2", "text": "a phone number and a map"}]})",
        R"([{"at": "in2", "text": "a phone number and a map"}])",
        R"({"at": "in2", "text": "a phone number and a map"})",
        R"({"in2": "a phone number and a map"})",
        R"({"changes": {"in2": "a phone number and a map"}})",
        R"({"patch": {"changes": [{"id": "In 2", "new_text": "a phone number and a map"}]}})",
        R"({"edits": [{"op": "replace", "path": "/in2", "value": "a phone number and a map"}]})",
        R"~({"changes": [{"at": "in2 (included)", "to": "a phone number and a map"}]})~",
        R"({"changes": [{"at": "included2", "old": "a phone number",
                         "new": "a phone number and a map"}]})",
        R"({"changes": [{"at": "A phone number.", "text": "a phone number and a map"}]})",
        R"({"changes": ["in2: a phone number and a map"], "objections": []})",
        "```json\n{changes: [{'at': 'in2', 'text': 'a phone number and a map',}]}\n```",
        "Done:\n- in2: a phone number and a map\n", "**in2**: a phone number and a map"}) {
    CAPTURE(answer);
    CHECK(patched(answer) == kSecond);
    CHECK(named(answer) == "in2");
  }
}

TEST_CASE("C-41 entries are taken away and added, steps and their order changed") {
  const auto change = [](std::string_view one) {
    return patched(R"({"changes": [)" + std::string(one) + "]}");
  };
  for (const std::string_view gone :
       {R"({"at": "out1", "text": ""})", R"({"remove": "out1"})",
        R"({"at": "out1", "remove": true})", R"({"op": "remove", "at": "out1"})",
        R"({"at": "out1", "text": "none"})"}) {
    CAPTURE(gone);
    CHECK(change(gone) == "- out1: an app\n");
  }
  for (const std::string_view more :
       {R"({"add": "included", "text": "gift cards"})",
        R"({"add": "in scope", "text": "gift cards"})",
        R"({"op": "add", "to": "included", "value": "gift cards"})",
        R"({"add": "gift cards", "to": "included"})", R"({"at": "in3", "text": "gift cards"})",
        R"({"add": {"included": ["gift cards"]}})"}) {
    CAPTURE(more);
    CHECK(change(more) == "+ in3: gift cards\n");
  }
  CHECK(patched(R"({"included": ["gift cards", "a page with free slots"]})") ==
        "+ in3: gift cards\n");
  CHECK(change(R"({"at": "budget", "text": "1,200 euros"})") ==
        "- budget: 900 euros\n+ budget: 1,200 euros\n");
  CHECK(change(R"({"at": "timeline", "text": "two weeks"})") == "+ timeline: two weeks\n");
  CHECK(change(R"({"add": "constraints", "text": "Timeline: two weeks"})") ==
        "+ timeline: two weeks\n");
  CHECK(change(R"({"at": "rule2", "text": "Languages: three"})") ==
        "- rule2: two\n+ rule2: three\n");
  CHECK(change(R"({"at": "Languages", "text": "three"})") == "- rule2: two\n+ rule2: three\n");
  CHECK(change(R"({"add": "rule", "text": "no tracking"})") == "+ rule3: no tracking\n");
  CHECK(change(R"({"at": "decision1", "text": "two pages"})") ==
        "- decision1: one page\n+ decision1: two pages\n");
  CHECK(change(R"({"add": "unknowns", "text": "Who pays?"})") == "+ unknown2: Who pays?\n");
  CHECK(change(R"({"at": "step-coder", "text": "build and test it"})") ==
        "- step-coder: build it\n+ step-coder: build and test it\n");
  CHECK(change(R"({"at": "step-coder", "after": []})") ==
        "- step-coder: build it\n+ step-coder: build it\n");
  CHECK(change(R"({"at": "developer", "text": "build and test it", "after": ["creative"]})") ==
        "- step-coder: build it\n+ step-coder: build and test it\n");
  CHECK(
      change(
          R"({"add": "next_steps", "agent": "leader", "text": "tell the barber", "after": ["coder"]})") ==
      "+ step-leader: tell the barber\n");
  CHECK(change(R"({"at": "step-leader", "text": "tell the barber"})") ==
        "+ step-leader: tell the barber\n");
  CHECK(patched(R"({"next_steps": {"coder": "build and test it"}})") ==
        "- step-coder: build it\n+ step-coder: build and test it\n");
  CHECK(change(R"({"at": "step-creative", "text": ""})") ==
        "- step-creative: write the words\n- step-coder: build it\n+ step-coder: build it\n");
  CHECK(named(R"({"changes": [{"at": "step-coder", "text": "x y"}, {"add": "included", "text": "z"},
                              {"at": "rule1", "text": ""}, {"at": "goal", "text": "Take more"}]})") ==
        "step-coder included rule1 goal");
}

TEST_CASE("C-41 changes stand by the ids that were shown, in whatever order they come") {
  CHECK(patched(R"({"changes": [{"at": "in1", "text": ""}, {"at": "in2", "text": "a map"},
                                {"add": "included", "text": "gift cards"}]})") ==
        "- in1: a page with free slots\n- in2: a phone number\n+ in2: a map\n+ in3: gift cards\n");
  CHECK(patched("{\"at\": \"in1\", \"text\": \"one\"}\n{\"at\": \"in2\", \"text\": \"two\"}") ==
        "- in1: a page with free slots\n- in2: a phone number\n+ in1: one\n+ in2: two\n");
}

TEST_CASE("C-36 objections are taken up or answered, with the reason") {
  for (
      const char* answer :
      {R"({"objections": [{"at": "o1", "outcome": "taken_up", "why": "the leader checks them"}]})",
       R"({"objections": {"o1": {"outcome": "accepted", "reason": "the leader checks them"}}})",
       R"({"objections": {"o1": "taken up: the leader checks them"}})",
       R"({"objections": ["o1: Taken up: the leader checks them"]})",
       R"({"changes": [], "objections": [{"id": "objection 1", "status": "resolved", "how": "the leader checks them"}]})",
       R"({"changes": [{"at": "o1", "outcome": "taken up", "why": "the leader checks them"}]})",
       R"({"objections": [{"agent": "critic", "outcome": "taken_up", "why": "the leader checks them"}]})",
       R"({"objections": [{"text": "nobody checks the slots", "outcome": "taken_up", "why": "the leader checks them"}]})"}) {
    CAPTURE(answer);
    CHECK(objection(answer) == "taken_up: the leader checks them");
    CHECK(named(answer) == "o1");
  }
  CHECK(objection(
            R"({"objections": [{"at": "o1", "outcome": "answered", "why": "there are ten"}]})") ==
        "answered: there are ten");
}

TEST_CASE(
    "C-36 only the person overrules, nothing is met without a reason, what is met stays met") {
  const auto one = [](std::string_view item) {
    return R"({"changes": [{"at": "in2", "text": "x y"}], "objections": [)" + std::string(item) +
           "]}";
  };
  CHECK(objection(one(R"({"at": "o1", "outcome": "overruled", "why": "the user said so"})")) ==
        "open");
  CHECK(warnings(one(R"({"at": "o1", "outcome": "overruled"})")) == "overruled_by_agent");
  CHECK(objection(one(R"({"at": "o1", "outcome": "taken_up"})")) == "open");
  CHECK(warnings(one(R"({"at": "o1", "outcome": "taken_up", "why": "n/a"})")) == "no_reason");
  CHECK(warnings(one(R"({"at": "o3", "outcome": "answered", "why": "no"})")) == "unknown_entry");
  CHECK(objection(one(R"({"at": "o1", "outcome": "open"})")) == "open");
  const auto read = read_brief_patch(one(R"({"at": "o2", "outcome": "answered", "why": "blue"})"),
                                     barber(), roster());
  REQUIRE(read.has_value());
  CHECK(read->brief.objections[1] == barber().objections[1]);
  CHECK(read->brief.objections[2].why == "blue");
}

TEST_CASE("C-41 a whole brief is the difference to the one that stands") {
  const std::string whole =
      R"({"title": "Barber shop", "goal": "Take bookings", "scope": {"included":
          ["a page with free slots", "a map"], "excluded": ["an app"]},
          "constraints": {"budget": "900 euros", "platform": "web", "Languages": "two",
          "others": ["no cookies"]}, "unknowns": [], "next_steps": {"creative": "write the words",
          "coder": {"task": "build it", "after": ["creative"]}}})";
  CHECK(patched(whole) == "- in2: a phone number\n- unknown1: Which days?\n+ in2: a map\n");
  CHECK(warnings(whole) == "whole_brief");
  CHECK(named(whole) == "in2 included unknown1");
  // What it lacks stays: decisions and objections.
  CHECK_FALSE(patched(whole).contains("decision1"));
  CHECK(patched(R"({"goal": "Take bookings", "scope": {"excluded": ["an app", "a blog"]}})") ==
        "+ out2: a blog\n");
  CHECK(patched("# Brief: Barber shop\n\n## Goal\n\nTake bookings by phone\n\n## In Scope\n\n"
                "- a page with free slots\n- a phone number\n") ==
        "- goal: Take bookings\n+ goal: Take bookings by phone\n");
  CHECK(objection(R"({"title": "Barber shop", "goal": "Take bookings", "next_steps":
                     {"creative": "write the words"}, "scope": ["a page"], "objections":
                     [{"agent": "adversary", "text": "Nobody checks the slots.",
                       "outcome": "taken_up", "why": "the leader does"}]})") ==
        "taken_up: the leader does");
}

TEST_CASE("C-41 what names nothing, changes nothing or was cut off is a fault or a warning") {
  CHECK(patched(R"({"changes": []})") == "fault nothing_changed");
  CHECK(patched(R"({"changes": [{"at": "in2", "text": "a phone number"}]})") ==
        "fault nothing_changed");
  CHECK(patched(R"({"changes": [{"at": "in9x", "text": "x"}]})") == "fault nothing_changed");
  CHECK(patched(R"({"changes": [{"at": "title", "text": ""}]})") == "fault nothing_changed");
  CHECK(patched(R"({"changes": [{"at": "in2", "text": "..."}]})") == "fault placeholder");
  CHECK(patched("I changed nothing.") == "fault no_json");
  CHECK(patched("") == "fault empty");
  CHECK(patched(R"({"agree": true})") == "fault missing_field");
  CHECK(patched(R"({"changes": [{"at": "in2", "text": "x y"}, {"at": "in1", "te)") ==
        "fault truncated");
  CHECK(patched(R"({"changes": [{"add": "next_steps", "agent": "wizard", "text": "conjure"}]})") ==
        "fault unknown_agent");
  CHECK(patched(R"({"changes": [{"add": "next_steps", "agent": "orchestrator", "text": "x"}]})") ==
        "fault forbidden_agent");
  CHECK(patched(R"({"changes": [{"add": "next_steps", "agent": "wizard", "text": "conjure"}]})",
                {.steps_fall_to = "leader"}) == "+ step-leader: conjure\n");
  CHECK(warnings(R"({"changes": [{"at": "in2", "text": "x y"}, {"at": "what?", "text": "z"},
                                 {"at": "goal", "text": ""}]})") == "unknown_entry required_entry");
  CHECK(warnings(R"({"changes": [{"at": "in2", "text": "x y"}]} or rather
                    {"changes": [{"at": "in2", "text": "z z"}]})") == "several_patches");
  CHECK(patched("<think>{\"in2\": \"no\"}</think>{\"in2\": \"a phone number and a map\"}") ==
        kSecond);
  const auto unknown =
      read_brief_patch(R"({"changes": [{"at": "in9x", "text": "x"}]})", barber(), roster());
  CHECK(repair_prompt(unknown.error(), brief_patch_wanted(roster())).contains("in9x"));
}

TEST_CASE("a hostile answer costs no more than its length") {
  for (const std::string_view part :
       {"{\"changes\":[", "{\"at\":\"in1\",\"text\":\"x\"}", "[[[[{{{{", "in1: x\n", "\"in1\":{",
        "```\n", "(after @coder)", "<think>"}) {
    std::string text;
    while (text.size() < 100'000) text += part;
    Steps steps;
    (void)read_brief_patch(text, barber(), roster(), {}, &steps);
    CAPTURE(part);
    CHECK(steps.taken() <= step_bound(text.size()));
  }
}

TEST_CASE(
    "C-41 an entry keeps its id when another is taken away, and what is added gets a new one") {
  Brief brief = barber();
  brief.unknowns = {"Which days?", "Which phone?", "Which colours?"};
  const auto change = [](const Brief& before, std::string_view answer) {
    const auto read = read_brief_patch(answer, before, roster());
    REQUIRE(read.has_value());
    return read->brief;
  };
  brief = change(brief, R"({"changes": [{"at": "unknown1", "text": ""}, {"at": "in1", "text": ""},
      {"add": "included", "text": "a map"}]})");
  const std::string shown = brief_entries(brief);
  CHECK(shown.contains("unknown2 (unknowns): Which phone?"));
  CHECK(shown.contains("unknown3 (unknowns): Which colours?"));
  CHECK(shown.contains("in2 (included): a phone number"));
  CHECK(shown.contains("in3 (included): a map"));
  CHECK(brief_from_json(to_json(brief)) == brief);
  brief = change(brief, R"({"changes": [{"at": "unknown3", "text": "Which logo?"}]})");
  CHECK(brief.unknowns == std::vector<std::string>{"Which phone?", "Which logo?"});
  // Rules stand in the order of their words, and keep their ids all the same.
  const std::string rules = brief_entries(brief);
  CHECK(rules.contains("rule1 (constraint): no cookies"));
  brief = change(brief, R"({"changes": [{"add": "constraints", "text": "a first rule"}]})");
  CHECK(brief_entries(brief).contains("rule1 (constraint): no cookies"));
  CHECK(brief_entries(brief).contains("rule3 (constraint): a first rule"));
}

TEST_CASE("C-41 the number of an entry that was taken away is given to none again") {
  Brief brief = barber();
  const auto change = [&brief](std::string_view answer) {
    const auto read = read_brief_patch(answer, brief, roster());
    REQUIRE(read.has_value());
    brief = brief_from_json(to_json(read->brief));  // as it is heard of in the log
    CHECK(brief == read->brief);
  };
  change(R"({"changes": [{"add": "included", "text": "a map"}]})");
  change(R"({"changes": [{"at": "in3", "text": ""}]})");
  change(R"({"changes": [{"add": "included", "text": "gift cards"}]})");
  CHECK(brief_entries(brief).contains("in4 (included): gift cards"));
  change(R"({"changes": [{"at": "in1", "text": ""}, {"at": "in2", "text": ""}]})");
  change(R"({"changes": [{"at": "in4", "text": ""}, {"add": "included", "text": "a phone"}]})");
  CHECK(brief_entries(brief).contains("in5 (included): a phone"));
}

TEST_CASE("C-41 a wish that is added as it was said moves no rule's id") {
  Brief brief = barber();
  const std::string before = brief_entries(brief);
  REQUIRE(before.contains("rule1 (constraint): no cookies"));
  REQUIRE(before.contains("rule2"));
  brief = with_rule(brief, "a first wish");
  CHECK(brief_entries(brief).contains("rule1 (constraint): no cookies"));
  CHECK(brief_entries(brief).contains("rule3 (constraint): a first wish"));
  CHECK(brief_from_json(to_json(brief)) == brief);
  const auto read =
      read_brief_patch(R"({"changes": [{"at": "rule3", "text": ""}]})", brief, roster());
  REQUIRE(read.has_value());
  CHECK(brief_entries(with_rule(read->brief, "a late wish"))
            .contains("rule4 (constraint): a late wish"));
}

TEST_CASE("C-40 a constraint that is a sentence with a colon has no name") {
  const auto read = read_brief(
      R"({"title": "t", "goal": "g", "scope": {"included": ["a"], "excluded": []}, "constraints":
      {"others": ["The script never reads a key: labels cost money", "Note: short"]},
      "next_steps": {"coder": "c"}})",
      roster());
  REQUIRE(read.has_value());
  for (const BriefConstraint& one : read->brief.constraints) CHECK(one.name.empty());
  CHECK(brief_entries(read->brief)
            .contains("(constraint): The script never reads a key: labels cost money"));
}

}  // namespace
}  // namespace fm
