// The tasks of the flows' files of prompts, and the values that their texts must and may name (I-1
// to I-10, C-20 to C-44, P-53).
//
// A file of prompts is held to the table of its name; files of other names are free. Of an
// ideation:
//
//   round, rounds  the round that runs, and how many there are
//   count          kickoff: agents in the team; summary: messages that it replaces
//   members        names of the others, leader and ui-creator left out (I-1)
//   number         how many ideas, as words: ideas_wanted() (I-4)
//   ids            ids of the ideas that are meant
//   fault          what was wrong with an answer
//
// Of a conversation:
//
//   most, mine     how many questions the team has left, and how many the agent (C-31)
//   question       the agent's own, which the person wants explained
//   reason         why the agent was given the word (C-34)
//   objections     those that are open, in lines
//   proposal       what is voted on (C-38)
//   agents         the agents that can be meant: for work, or to speak next
//   models         the models that can be named
//   change         the person's wish, in the person's words
//   task, agent    a piece of work, and who did it
//   state          what is being worked on, in lines
//   points         what was agreed on, numbered
//   plan           the TaskMap as it stands, as JSON
//
// Of an agency; each is of the task that is worked on:
//
//   task, objective   its id, and what is there afterwards
//   files             that the plan names
//   acceptance        the commands that pass when it is done
//   others            the other tasks of the plan, in lines
//   feedback          what was found, in lines
//   diff              the whole change so far
//   checks            what Folkmoot ran on it, and what came of it
//   conflicts         paths in which both changed the same
#pragma once

#include <algorithm>
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

inline constexpr auto kConversationTasks = std::to_array<PromptTask>({
    {"reply", "", ""},
    {"answer", "", ""},
    {"questions", "agents most", ""},
    {"ask", "most mine", ""},
    {"explain", "question", ""},
    {"discuss", "", "reason"},
    {"vote", "proposal", ""},
    {"debate", "", ""},
    {"draft", "agents", ""},
    {"review_draft", "", ""},
    {"revise", "objections", ""},
    {"edit", "wish agents", "objections"},
    {"answer_brief", "", ""},
    {"route", "agents", "models"},
    {"findings", "", ""},
    {"options", "", ""},
    {"do_task", "", ""},
    {"adjust", "change", ""},
    {"work", "task", ""},
    {"redo", "task fault", ""},
    {"plan", "points agents", ""},
    {"cover_plan", "points plan", ""},
    {"edit_plan", "wish plan", "points agents"},
    {"check_whole", "", "change"},
    {"status", "state", "question"},
    {"summary", "", "count"},
    {"repair", "fault", ""},
    {"empty_reply", "", ""},
});

inline constexpr auto kAgencyTasks = std::to_array<PromptTask>({
    {"build", "task objective", "files acceptance others"},
    {"rework", "objective feedback", "task acceptance diff"},
    {"resolve", "conflicts", "task objective acceptance others"},
    {"outside", "", ""},
    {"outside_again", "fault", ""},
    {"review_code", "objective diff", "task acceptance checks"},
    {"review_plan", "objective", "task files acceptance others"},
    {"synthesize", "feedback", "task objective diff checks"},
    {"repair", "fault", ""},
    {"empty_reply", "", ""},
});

struct PromptFile {
  std::string_view name;  // of the file, without its ending
  std::string_view flow;  // "an ideation"
  std::span<const PromptTask> tasks;

  const PromptTask* task(std::string_view wanted) const {
    const auto found = std::ranges::find(tasks, wanted, &PromptTask::name);
    return found == tasks.end() ? nullptr : &*found;
  }
};

inline constexpr auto kPromptFiles = std::to_array<PromptFile>({
    {"ideation", "an ideation", kIdeationTasks},
    {"conversation", "a conversation", kConversationTasks},
    {"agency", "an agency", kAgencyTasks},
});

// Null when files of that name are free.
constexpr const PromptFile* prompt_file(std::string_view name) {
  const auto found = std::ranges::find(kPromptFiles, name, &PromptFile::name);
  return found == kPromptFiles.end() ? nullptr : &*found;
}

}  // namespace fm
