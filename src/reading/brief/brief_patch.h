// A change of a brief in a model's answer: only what is to be different is named (C-36, C-41).
//
// The model is shown the brief by entries, each with an id ("in2", "step-coder"), and answers
//
//   {"changes": [{"at": "in2", "text": "new words"},            another text; "" takes it away
//                {"add": "included", "text": "gift cards"},     a part of entries() below
//                {"at": "step-coder", "text": "...", "after": ["creative"]}],
//    "objections": [{"at": "o1", "outcome": "taken_up", "why": "the deposit is in scope"}]}
//
// in any of the shapes that models give. What is not named stays as it is, byte for byte. A whole
// brief in the answer is taken as the difference to the one that stands: a part that it lacks
// stays. Only the person overrules an objection; an agent's word for it leaves it open, and so does
// an outcome without a reason. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reading/brief/brief.h"

namespace fm {

// Ids are title, goal, in1.., out1.., budget, timeline, platform, rule1.. (the other constraints),
// decision1.., unknown1.., step-AGENT, and o1.. for the objections that are open.
struct BriefEntry {
  std::string id;
  std::string part;  // "included", "constraint Languages", "next step, after @ux"; may be empty
  std::string text;
};
std::vector<BriefEntry> entries_of(const Brief& brief);
// The number in the id of an entry of a list: `word` is "in", "out", "rule", "decision", "unknown".
int entry_number(const Brief& brief, std::string_view word, std::size_t index);

// One line an entry: "in2 (included): a page with free slots"; a text's own lines are parted by
// " / ".
std::string brief_entries(const Brief& brief);

struct BriefPatchRead {
  Brief brief;  // with the changes made
  // Ids of the entries that were changed or taken away, as the standing brief has them; of what was
  // added the part: included, excluded, constraints, decisions, unknowns, or step-AGENT.
  std::vector<std::string> named;
  std::vector<Note> repairs;
  // unknown_entry, required_entry (title and goal stay), overruled_by_agent, no_reason (of an
  // objection that is said to be met), several_patches, whole_brief, and those of read_brief()
  std::vector<Note> warnings;
};

// `brief` is the one that stands. Faults: those of read_brief(), nothing_changed.
Read<BriefPatchRead> read_brief_patch(std::string_view text, const Brief& brief,
                                      const Roster& roster, const BriefOptions& options = {},
                                      Steps* steps = nullptr);

// What the answer should be, for repair_prompt().
std::string brief_patch_wanted(const Roster& roster);

}  // namespace fm
