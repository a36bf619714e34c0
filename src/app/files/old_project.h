// A project as other programs and earlier versions kept it: one JSON file for a room (C-49).
//
// Read strictly where it matters (phase, goal, the kinds of its parts) and leniently inside; made
// into the events by which the project stands in the log as the file says. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/json.h"
#include "base/result.h"
#include "engine/log/event.h"
#include "reading/brief/brief.h"
#include "team/room/phase.h"

namespace fm {

struct OldEntry {
  std::string bot;  // "user" is the person
  std::string content;
  bool is_question = true;
};

struct OldProject {
  Phase phase = Phase::kIdle;
  std::string goal;
  std::vector<OldEntry> log;
  std::optional<Brief> brief;
  std::optional<bool> approved;
  std::string feedback;  // of an approval that was none
  Json plan;             // null: none
  int skipped = 0;       // entries that could not be read

  bool empty() const { return goal.empty() && log.empty() && !brief; }
};

// Error: project_file_damaged, whose cause says what is wrong with it.
Result<OldProject> read_old_project(std::string_view bytes);

struct TakeOver {
  ProjectId id;
  std::string from;  // the file, for the line that tells of it
  By person;
};

// project.created, what was asked and answered, the brief, each phase along the table, and a rest
// with the place where it can be taken up (success if it was finished). What the person said stands
// in questions' answers, feedback and lines of the program, and is no message of theirs: nothing
// that was said long ago starts anything today.
std::vector<NewEvent> old_project_events(const OldProject& old, const TakeOver& how);

}  // namespace fm
