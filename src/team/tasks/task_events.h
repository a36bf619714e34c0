// The events of an agency's work, made (docs/events.md, "Agency"). task_work.h folds them back.
//
// A change of status that the table of task_status.h does not have is a bug of whoever asks for it.
// Pure.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "engine/log/event.h"
#include "team/tasks/task_map.h"
#include "team/tasks/task_work.h"

namespace fm {

struct TaskChange {
  std::string task;
  std::string digest;  // of a start: the task as the map has it
  TaskStatus from = TaskStatus::kNotStarted;
  TaskAct act = TaskAct::kStart;
  std::string stage;
  int round = 0;  // 0: as it was; so the next
  int attempt = 0;
  std::string why;
};
NewEvent task_changed(const ProjectId& project, const TaskChange& change);

// It goes on to another stage or round of the same status.
NewEvent task_at_stage(const ProjectId& project, const TaskWork& task, const std::string& stage,
                       int round);

struct LaneChange {
  std::string task;  // empty: of the project's base
  std::string to;    // base, made, stepped, shown, restored, removed
  std::string path;
  std::string base;
  std::string branch;
  std::string commit;
  std::string tree;
  std::optional<std::vector<ChangedFile>> files = {};
  std::optional<std::string> diff = {};
};
NewEvent lane_changed(const ProjectId& project, const LaneChange& change);

NewEvent check_finished(const ProjectId& project, const std::string& task,
                        const CheckRecord& check);
NewEvent review_recorded(const ProjectId& project, const std::string& task,
                         const ReviewRecord& review);

// What the person decided about the folder's settings of that digest.
NewEvent worktree_settled(const ProjectId& project, const std::string& digest,
                          const WorktreeSettings& settings);

struct MergeEnd {
  std::vector<std::string> tasks;
  std::string branch;
  std::string base;                    // what it was merged into
  std::string commit;                  // empty: it was not
  std::vector<std::string> conflicts;  // paths
  std::string tests;                   // passed, failed, none
};
NewEvent merge_finished(const ProjectId& project, const MergeEnd& end);

}  // namespace fm
