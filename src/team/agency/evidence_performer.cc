#include "team/agency/evidence_performer.h"

#include <utility>

#include "team/agency/command_record.h"
#include "team/agency/lane_setup.h"
#include "team/tasks/task_events.h"
#include "work/git/merge.h"
#include "work/git/plumbing/commit.h"
#include "work/git/snapshot.h"
#include "work/git/worktree.h"

namespace fm {
namespace {

constexpr Millis kCommandTime{600'000};
constexpr std::size_t kDiffKept = 200'000;

std::vector<ChangedFile> files_of(const std::vector<FileChange>& changes) {
  std::vector<ChangedFile> files;
  for (const FileChange& one : changes)
    files.push_back(
        {one.path, static_cast<int>(one.added), static_cast<int>(one.deleted), one.binary});
  return files;
}

struct Checked {
  std::vector<CheckRecord> records;
  std::vector<std::string> failed;
  std::vector<std::string> markers;  // files in which a conflict is not resolved yet
  bool cancelled = false;
};

Task<Result<Checked>> run_all(Workshop& workshop, LaneWork work, std::string commit,
                              std::string tree, std::string on, std::vector<std::string> commands,
                              CancelToken cancel) {
  const Lane lane = work.lane;
  Checked checked;
  for (const std::string& command : commands) {
    const CommandEnd end = CO_TRY(co_await workshop.run_in_lane(
        {.work = work, .command = command, .time_limit = kCommandTime}, cancel));
    if (end.ending == CommandEnding::kCancelled) {
      checked.cancelled = true;
      co_return checked;
    }
    checked.records.push_back(
        command_record(command, tree, on, end, kCommandTime, workshop.options().redactor));
    if (!checked.records.back().passed()) checked.failed.push_back(command);
    // A verdict is about this tree and no other.
    const std::string now = CO_TRY(co_await tree_of(workshop.git(), lane));
    if (now != tree) CO_TRY(co_await restore(workshop.git(), lane, commit));
  }
  co_return checked;
}

Performed evidence(const TaskGround& ground, Checked checked, const std::string& commit,
                   const std::string& tree, bool changed, std::vector<NewEvent> events) {
  if (checked.cancelled) {
    Performed performed;
    performed.outcome.interrupted = true;
    return performed;
  }
  for (const CheckRecord& record : checked.records)
    events.push_back(check_finished(ground.project->id, ground.task, record));
  return done_with(JsonObject{{"tree", tree},
                              {"commit", commit},
                              {"changed", changed},
                              {"passed", checked.failed.empty() && checked.markers.empty()},
                              {"failed", to_json(checked.failed)},
                              {"markers", to_json(checked.markers)}},
                   std::move(events));
}

Task<Result<Performed>> of_lane(Workshop& workshop, EffectCall call, TaskGround ground,
                                std::string on) {
  Git& git = workshop.git();
  if (ground.work == nullptr) co_return fail("lane_missing", "The task has no lane.");
  const Lane lane =
      CO_TRY(co_await workshop.lane_of(ground.project->work.repository, ground.work->lane));
  CO_TRY(co_await verify_lane(git, lane));
  const std::vector<std::string> commands = texts_at(call.request, "commands");
  const Snapshot now = CO_TRY(co_await snapshot(git, lane, ground.task + ": as it was judged"));
  std::vector<NewEvent> events;
  bool changed = false;
  if (on == "task") {
    const Diff diff = CO_TRY(co_await diff_of(git, lane, {.limit = kDiffKept}));
    changed = !diff.files.empty();
    events.push_back(
        lane_changed(ground.project->id, {.task = ground.task,
                                          .to = "shown",
                                          .path = "",
                                          .base = "",
                                          .branch = "",
                                          .commit = now.commit,
                                          .tree = now.tree,
                                          .files = files_of(diff.files),
                                          .diff = workshop.options().redactor.redact(diff.text)}));
  }
  LaneWork work = CO_TRY(co_await lane_work(workshop, ground, lane));
  Checked checked = CO_TRY(
      co_await run_all(workshop, std::move(work), now.commit, now.tree, on, commands, call.cancel));
  if (on == "task") checked.markers = CO_TRY(co_await unresolved(git, lane));
  co_return evidence(ground, std::move(checked), now.commit, now.tree, changed, std::move(events));
}

Task<Result<Checked>> prepared_and_run(Workshop& workshop, LaneWork work, std::string commit,
                                       std::vector<std::string> commands, CancelToken cancel) {
  CO_TRY(co_await prepare_lane(workshop, work, commit, cancel));
  const std::string tree = CO_TRY(co_await tree_of(workshop.git(), work.lane));
  co_return co_await run_all(workshop, work, commit, tree, "merge", std::move(commands), cancel);
}

// The candidate of the train that was made last, in a lane that is gone afterwards.
Task<Result<Performed>> of_merge(Workshop& workshop, EffectCall call, TaskGround ground) {
  Git& git = workshop.git();
  const std::string project = ground.project->id.value;
  const Repository repository =
      CO_TRY(co_await workshop.repository(ground.project->work.repository));
  const auto candidate =
      CO_TRY(co_await read_ref(git, repository, project_ref(project, "_candidate")));
  if (!candidate) co_return fail("lane_missing", "There is no merge to be tested.");
  const Lane lane =
      CO_TRY(co_await make_lane(git, repository, workshop.lanes_folder(),
                                {project, "merge-" + candidate->substr(0, 10)}, *candidate));
  const LaneWork work = CO_TRY(co_await lane_work(workshop, ground, lane));
  auto checked = co_await prepared_and_run(workshop, work, *candidate,
                                           texts_at(call.request, "commands"), call.cancel);
  std::vector<NewEvent> events;
  for (const Error& error : co_await clean_up_lane(workshop, work, {}))
    events.push_back(warning_of(error));
  const auto removed = co_await remove_lane(git, lane, Remains::kRemove);
  if (!checked) co_return std::unexpected(checked.error());
  const std::string tree = CO_TRY(co_await tree_of_commit(git, repository, *candidate));
  if (!removed) events.push_back(warning_of(removed.error()));
  co_return evidence(ground, std::move(*checked), *candidate, tree, true, std::move(events));
}

}  // namespace

Task<Performed> EvidencePerformer::begin(EffectCall call, const Fold&) {
  auto ground = ground_of(call);
  if (!ground) return refused(std::move(ground.error()));
  std::string on(text_at(call.request, "on"));
  if (on == "merge") return settled(of_merge(workshop_, std::move(call), std::move(*ground)));
  return settled(of_lane(workshop_, std::move(call), std::move(*ground), std::move(on)));
}

}  // namespace fm
