// AgencyWork: how far the tasks of a project are, as the log tells it.
//
// Part of Project (team/room/project.h). Folding never fails: what is strange in a body reads as
// empty. Changes of status are held to the table of task_status.h where they are made
// (task_events.h). Bodies in docs/events.md. Values; long texts are shared.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/shared_vector.h"
#include "team/tasks/task_status.h"
#include "team/tasks/worktree_settings.h"

namespace fm {

struct Event;

// A command that Folkmoot itself ran, and what tree it ran on.
struct CheckRecord {
  std::string command;
  std::string tree;
  std::string on;   // setup, base, task, merge or cleanup
  int status = 0;   // of its exit; -1: it did not come to an end
  std::string why;  // of -1: "out of time"
  Millis took{0};
  std::shared_ptr<const std::string> output;  // its last lines; may be null
  RoomSeq room_seq;

  bool passed() const { return status == 0; }
};

struct ReviewFinding {
  std::string file;
  int line = 0;          // 0: of the file as a whole
  std::string severity;  // blocking, major, minor
  std::string text;
  std::string fix;  // what to do
};

enum class ReviewVerdict { kNone, kApprove, kChanges };
std::string_view to_string(ReviewVerdict verdict);
std::optional<ReviewVerdict> review_verdict_from(std::string_view name);

struct ReviewRecord {
  std::string agent;
  std::string tree;
  std::string stage;
  ReviewVerdict verdict = ReviewVerdict::kNone;  // none: it could not be had
  std::vector<ReviewFinding> findings;
  int round = 1;
  RoomSeq room_seq;
};

struct ChangedFile {
  std::string path;
  int added = 0;
  int deleted = 0;
  bool binary = false;
};

struct TaskWork {
  std::string id;
  std::string digest;  // of the task in the map that it was done for
  TaskStatus status = TaskStatus::kNotStarted;
  bool skipped = false;
  std::string stage;  // IMPLEMENTATION, ...; empty before the first
  int round = 1;      // of building and review
  int attempt = 1;    // after failures
  std::string why;    // of the newest change
  std::string lane;   // its folder; empty: none
  std::string base;   // commits
  std::string commit;
  std::string merged;
  std::string tree;                         // of `commit`
  std::vector<ChangedFile> files;           // from base to commit
  std::shared_ptr<const std::string> diff;  // the same, bounded; may be null
  SharedVector<CheckRecord> checks;         // of the newest attempt
  SharedVector<ReviewRecord> reviews;       // all rounds
  UtcMs started_at;
  UtcMs changed_at;
  RoomSeq room_seq;

  // The checks of that tree, the newest of each command.
  std::vector<const CheckRecord*> checks_of(std::string_view of_tree) const;
  std::vector<const ReviewRecord*> reviews_of(int of_round) const;
};

// The tool of a grant that is none: that commands run though no sandbox works.
inline constexpr std::string_view kNoSandbox = "no-sandbox";

// What a person allowed for one agent in this project, from then on (F-48).
struct Grant {
  std::string agent;
  std::string tool;
  std::string pattern;  // a command, path or host
};

// What the person decided about the worktrees of a plan, beside approving it.
struct SettledWorktree {
  std::string digest;  // of the folder's settings that it was decided about
  WorktreeSettings settings;
  RoomSeq room_seq;

  bool operator==(const SettledWorktree&) const = default;
};

struct AgencyWork {
  std::string repository;        // the folder that is worked for
  std::string base;              // commit that all began from
  std::string branch;            // folkmoot/...
  std::string head;              // its newest commit
  SharedVector<TaskWork> tasks;  // in the order in which they began
  SharedVector<Grant> grants;
  SettledWorktree settled;

  bool empty() const { return tasks.empty() && base.empty(); }
  // Whether the person said that commands may run here though no sandbox works.
  bool may_run_without_sandbox() const;
  const TaskWork* find(std::string_view id) const;
};

// task.changed, lane.changed, check.finished, review.recorded, merge.finished, permission.granted,
// worktree.settled.
void apply_to_work(AgencyWork& work, const Event& event);

}  // namespace fm
