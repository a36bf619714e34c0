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
// brief in the answer is taken as the difference to the one that stands. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reading/brief/brief.h"

namespace fm {

// One line an entry: "in2 (included): a page with free slots". Ids are title, goal, in1.., out1..,
// budget, timeline, platform, rule1.. (the other constraints), decision1.., unknown1..,
// step-AGENT, and o1.. for the objections that are open.
std::string brief_entries(const Brief& brief);

struct BriefPatchRead {
  Brief brief;                     // with the changes made
  std::vector<std::string> named;  // ids of entries that were changed, taken away, or added to
  std::vector<Note> repairs;
  std::vector<Note> warnings;  // unknown_entry, whole_brief, and those of read_brief()
};

// `brief` is the one that stands. A patch that changes nothing is none: empty. Faults: those of
// read_brief(), nothing_changed.
Read<BriefPatchRead> read_brief_patch(std::string_view text, const Brief& brief,
                                      const Roster& roster, const BriefOptions& options = {},
                                      Steps* steps = nullptr);

// What the answer should be, for repair_prompt().
std::string brief_patch_wanted(const Roster& roster);

}  // namespace fm
