// The tasks of an ideation and the values that their texts must and may name (I-1 to I-10, P-53).
//
//   round, rounds  the round that runs, and how many there are
//   count          kickoff: agents in the team; summary: messages that it replaces
//   members        names of the others, leader and ui-creator left out (I-1)
//   number         how many ideas, as words: ideas_wanted() (I-4)
//   ids            ids of the ideas that are meant
//   fault          what was wrong with an answer
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace fm {

struct PromptTask {
  std::string_view name;
  std::string_view must;  // names with spaces between
  std::string_view may;
};

inline constexpr auto kIdeationTasks = std::to_array<PromptTask>({
    {"kickoff", "count members", "rounds"},
    {"research", "", "round rounds"},
    {"ideate", "number", "round rounds"},
    {"ideate_later", "round", "number rounds"},
    {"critique", "", "round rounds"},
    {"answer_objections", "", "round rounds"},
    {"settle_objections", "", "round rounds"},
    {"implement", "", "round rounds"},
    {"synthesis", "round", "rounds"},
    {"synthesis_last", "round", "rounds"},
    {"validate", "ids", ""},
    {"validate_missing", "ids", ""},
    {"select", "", "ids"},
    {"visualize", "", ""},
    {"summary", "", "count"},
    {"repair", "fault", ""},
    {"empty_reply", "", ""},
});

}  // namespace fm
