// The leader's brief in a model's answer (C-40): JSON in any of the shapes that models give it, or,
// as the last resort, YAML or Markdown with the brief's sections, which is also how a person edits
// one.
//
// Every text in the result stands in the answer. Of several briefs the last complete one counts; a
// brief that was cut off is never completed. Agents are matched by names (names.h). What was left
// open in so many words ("TBD", "not mentioned") is left out. The brief is in one order: budget,
// timeline and platform, then the other constraints by name; a step behind those that it waits for,
// else by agent. Whether an answer may say that the person overruled an objection is the caller's.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/json/budget.h"
#include "reading/json/fault.h"
#include "reading/json/roster.h"

namespace fm {

struct BriefConstraint {
  std::string name;  // budget, timeline, platform; others as written, or empty
  std::string text;

  bool operator==(const BriefConstraint&) const = default;
};

struct BriefStep {
  std::string agent;                    // its id; each agent has one step at most
  std::string task;                     // several tasks are its lines
  std::vector<std::string> after = {};  // agents whose steps are done before it; never a circle

  bool operator==(const BriefStep&) const = default;
};

// What was objected to the brief, and what became of it (C-36, C-39).
struct BriefObjection {
  enum class Outcome { kOpen, kTakenUp, kAnswered, kOverruled };
  std::string agent;  // its id
  std::string text;
  Outcome outcome = Outcome::kOpen;
  std::string why = {};  // what was changed, or the answer; empty while it is open

  bool operator==(const BriefObjection&) const = default;
};
std::string_view to_string(BriefObjection::Outcome outcome);  // "taken_up"
std::optional<BriefObjection::Outcome> outcome_from(std::string_view name);

// The numbers in the ids of a list's entries, and the highest that was ever given there: what is
// taken away leaves its number to nobody.
struct EntryNumbers {
  std::vector<int> of = {};
  int highest = 0;

  bool operator==(const EntryNumbers&) const = default;
};

struct Brief {
  std::string title;
  std::string goal;
  std::vector<std::string> included;
  std::vector<std::string> excluded;
  std::vector<BriefConstraint> constraints;
  std::vector<std::string> unknowns;
  std::vector<BriefStep> next_steps;
  std::vector<std::string> decisions;
  std::vector<BriefObjection> objections;  // of agents; the person's are changes of the brief
  // By the word before them ("in", "out", "rule", "decision", "unknown"), where they are not 1, 2,
  // 3 and no more: an entry keeps its own when another is taken away.
  std::map<std::string, EntryNumbers> numbers = {};

  bool operator==(const Brief&) const = default;
};

struct BriefOptions {
  // For the answer after the repair turn, which must not fail for a trifle: the agent (its id) that
  // gets the steps of unknown agents and of none. A brief without steps and a later one that was
  // cut off are then warnings, too. Empty: all of these are faults.
  std::string steps_fall_to;
};

struct BriefRead {
  Brief brief;
  std::vector<Note> repairs;
  // from_markdown, from_yaml, several_briefs, no_title, no_scope, in_and_out, persons_step (moved
  // to the unknowns), reassigned, step_order (what a step was to wait for was dropped),
  // no_next_steps, truncated
  std::vector<Note> warnings;
};

// Faults: no_json, empty, truncated, missing_field, invalid_type, placeholder, out_of_range,
// duplicate_key_conflict, ambiguous, unknown_agent, forbidden_agent.
Read<BriefRead> read_brief(std::string_view text, const Roster& roster,
                           const BriefOptions& options = {}, Steps* steps = nullptr);

// What the answer should be, for repair_prompt().
std::string brief_wanted(const Roster& roster);

// {title, goal, scope {included, excluded}, constraints {name: text, others: [text]}, unknowns,
// next_steps {agent: task, or {task, after: [agent]}}}, and where there are any decisions: [text]
// and objections: [{agent, text, outcome, why}]; numbers {word: {of: [number], highest}};
// brief_from_json() gives the same brief back.
JsonObject to_json(const Brief& brief);
Brief brief_from_json(ObjectRef object);  // of the log: what is strange reads as empty

// Puts constraints and steps in the one order. What a step waits for is dropped where nobody of
// that name has a step, and where it would close a circle: a note step_order each.
std::vector<Note> put_in_order(Brief& brief);

}  // namespace fm
