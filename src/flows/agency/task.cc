// A task: wait, build, review, rework, merge; whatever goes wrong is the person's to decide (A-10).
#include "flows/agency/task.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/agency/building.h"
#include "flows/agency/merging.h"
#include "flows/agency/reviewing.h"
#include "team/room/room.h"
#include "team/tasks/task_events.h"
#include "team/tasks/task_work_json.h"
#include "team/text/one_line.h"

namespace fm {
namespace {

constexpr int kMostReviewRounds = 3;
constexpr int kMostMergeTries = 3;

// What a stretch of a task's work came to.
struct Stretch {
  TaskEnd end = TaskEnd::kDone;
  std::string why;
};
Stretch failed(std::string why) { return {TaskEnd::kFailed, std::move(why)}; }
Stretch interrupted() { return {TaskEnd::kInterrupted, "it was stopped"}; }

std::string counted(const TaskWork& work) {
  int added = 0;
  int deleted = 0;
  for (const ChangedFile& file : work.files) {
    added += file.added;
    deleted += file.deleted;
  }
  return fmt::format("{} {}, +{} -{}", work.files.size(), work.files.size() == 1 ? "file" : "files",
                     added, deleted);
}

std::string passed_text(const MapTask& task) {
  if (task.acceptance.empty()) return "It names no command that shows it.";
  return fmt::format("`{}` passes.", join(task.acceptance, "`, `"));
}

Flow<Nothing> at_stage(FlowHandle flow, AgencyPtr agency, std::string task, std::string stage,
                       int round) {
  co_await post_shown(
      flow, {task_at_stage(agency->args.project, *work_of(flow, agency, task), stage, round)});
  co_return Nothing();
}

// The lane, at the newest state of the project's branch; the one it has, if there is one.
Flow<Stretch> make_ready(FlowHandle flow, AgencyPtr agency, MapTask task) {
  const Outcome lane = co_await flow.perform(
      "lane", {"lane", {{"project", agency->args.project.value}, {"task", task.id}}});
  if (lane.interrupted || flow.cancelled()) co_return interrupted();
  if (lane.error) co_return failed(lane.error->message);
  co_await flow.catch_up("lane-made");
  const TaskWork* work = work_of(flow, agency, task.id);
  const bool known = std::ranges::any_of(
      work->checks, [](const CheckRecord& check) { return check.on == "base"; });
  if (known || task.acceptance.empty()) co_return Stretch();
  // So that "it failed before" is known, and a command that cannot run here is seen at once.
  const Outcome before = co_await flow.perform(
      "before", evidence_request(agency->args.project, task.id, "base", task.acceptance));
  if (before.interrupted || flow.cancelled()) co_return interrupted();
  if (before.error) co_return failed(before.error->message);
  co_await flow.catch_up("looked");
  co_return Stretch();
}

Flow<Stretch> build_once(FlowHandle flow, AgencyPtr agency, MapTask task, std::string work,
                         std::map<std::string, std::string> values) {
  const Built built = co_await build(flow, agency, task, std::move(work), std::move(values));
  if (built.interrupted) co_return interrupted();
  if (!built.done)
    co_return failed(built.why + (built.said.empty() ? "" : " It says: " + built.said));
  co_return Stretch();
}

// Stages before the code: a plan that is wrong is cheap to mend here.
Flow<Stretch> review_plan(FlowHandle flow, AgencyPtr agency, MapTask task) {
  for (const TaskStage& stage : task.stages) {
    if (!stage.reviews_plan()) continue;
    co_await at_stage(flow.at("stage"), agency, task.id, stage.name, 1);
    const ReviewEnd reviewed = co_await review(flow.at("plan-review"), agency, task, stage);
    if (reviewed.what == ReviewEnd::What::kInterrupted) co_return interrupted();
    if (reviewed.what == ReviewEnd::What::kFailed) co_return failed(reviewed.why);
    if (reviewed.what == ReviewEnd::What::kChanges)
      co_return failed("The review of its plan asks for changes:\n" +
                       findings_text(reviewed.findings));
  }
  co_return Stretch();
}

struct RoundEnd {
  Stretch stretch;
  std::vector<ReviewFinding> findings;  // to be put right
};

// All reviews of the code that the plan has for this task.
Flow<RoundEnd> review_code(FlowHandle flow, AgencyPtr agency, MapTask task, int round) {
  RoundEnd end;
  for (std::size_t i = 0; i < task.stages.size(); ++i) {
    const TaskStage stage = task.stages[i];
    if (!stage.reviews() || stage.reviews_plan()) continue;
    const FlowHandle at = flow.at("review", static_cast<int>(i));
    co_await at_stage(at.at("stage"), agency, task.id, stage.name, round);
    const ReviewEnd reviewed = co_await review(at, agency, task, stage);
    if (reviewed.what == ReviewEnd::What::kInterrupted) end.stretch = interrupted();
    if (reviewed.what == ReviewEnd::What::kFailed) end.stretch = failed(reviewed.why);
    if (end.stretch.end != TaskEnd::kDone) co_return end;
    end.findings.insert(end.findings.end(), reviewed.findings.begin(), reviewed.findings.end());
  }
  co_return end;
}

// What the person said to the task's builder since it was begun, for one who did not hear it.
std::string words_to_builder(const RoomView& view, const MapTask& task, const TaskWork& work) {
  std::string words;
  for (const Message& message : view.messages)
    if (message.kind == "user" && message.at >= work.started_at &&
        message.text->contains("@" + task.builder()))
      words += "The person says, and it counts more than the plan: " + *message.text + "\n";
  return words;
}

// Where a task that was begun before goes on: from what its lane holds and the log knows of that.
struct GoOn {
  bool is_built = false;  // and shown to pass, as it is: it is reviewed
  std::string feedback;   // what is to be put right; empty: nothing was begun
};
GoOn where_it_stands(const FlowHandle& flow, const AgencyPtr& agency, const MapTask& task,
                     const std::string& failure) {
  GoOn go_on;
  const TaskWork& work = *work_of(flow, agency, task.id);
  if (work.commit.empty() || work.commit == work.base) return go_on;
  int reviewed = 0;  // the newest round that was
  for (const ReviewRecord& review : work.reviews) reviewed = std::max(reviewed, review.round);
  std::vector<ReviewFinding> findings;
  for (const ReviewRecord* review : work.reviews_of(reviewed))
    if (review->verdict == ReviewVerdict::kChanges)
      findings.insert(findings.end(), review->findings.begin(), review->findings.end());
  const auto stage = std::ranges::find(task.stages, work.stage, &TaskStage::name);
  const bool in_review = stage != task.stages.end() && stage->reviews();
  bool passes = !task.acceptance.empty();
  for (const std::string& command : task.acceptance)
    passes = passes && std::ranges::any_of(work.checks, [&](const CheckRecord& check) {
               return check.on == "task" && check.command == command && check.tree == work.tree &&
                      check.passed();
             });
  const std::string words = words_to_builder(flow.view<RoomView>(), task, work);
  if (in_review && failure.empty() && passes && (findings.empty() || reviewed < work.round)) {
    go_on.is_built = true;
    return go_on;
  }
  if (!failure.empty()) go_on.feedback = "It was not done: " + failure + "\n";
  go_on.feedback += findings_text(findings) + words;
  if (go_on.feedback.empty() || (findings.empty() && failure.empty()))
    go_on.feedback =
        "The work was broken off before it was done. Go on from what the lane holds.\n" +
        go_on.feedback;
  return go_on;
}

Flow<Stretch> build_and_review(FlowHandle flow, AgencyPtr agency, MapTask task,
                               std::string failure) {
  const GoOn before = where_it_stands(flow, agency, task, failure);
  std::string work = before.feedback.empty() ? "build" : "rework";
  std::map<std::string, std::string> values;
  if (!before.feedback.empty()) values["feedback"] = before.feedback;
  for (int round = 1; round <= kMostReviewRounds; ++round) {
    const FlowHandle at = flow.at("round", round);
    co_await at_stage(at.at("stage"), agency, task.id, "IMPLEMENTATION", round);
    if (round > 1 || !before.is_built) {
      const Stretch built = co_await build_once(at.at("build"), agency, task, work, values);
      if (built.end != TaskEnd::kDone) co_return built;
    }
    const TaskWork& done = *work_of(at, agency, task.id);
    co_await post_shown(at.at("told"),
                        {line_of(at.at("told"), agency,
                                 fmt::format("{} has {} {} ({}). {}", task.builder(),
                                             round == 1 ? "built" : "reworked", task.id,
                                             counted(done), passed_text(task)))});
    const RoundEnd reviewed = co_await review_code(at, agency, task, round);
    if (reviewed.stretch.end != TaskEnd::kDone || reviewed.findings.empty())
      co_return reviewed.stretch;
    work = "rework";
    values["feedback"] = findings_text(reviewed.findings);
  }
  co_return failed(fmt::format("After {} rounds the reviews still ask for changes:\n{}",
                               kMostReviewRounds, values["feedback"]));
}

// Both sides' changes in one: the builder joins them in a lane that holds both.
Flow<Stretch> resolve(FlowHandle flow, AgencyPtr agency, MapTask task,
                      std::vector<std::string> conflicts) {
  const Outcome lane = co_await flow.perform(
      "lane", {"conflict_lane", {{"project", agency->args.project.value}, {"task", task.id}}});
  if (lane.interrupted || flow.cancelled()) co_return interrupted();
  if (lane.error) co_return failed(lane.error->message);
  co_await post_shown(flow.at("told"),
                      {line_of(flow.at("told"), agency,
                               fmt::format("{} and what was merged before it change the same lines "
                                           "in {}. {} joins the two.",
                                           task.id, join(conflicts, ", "), task.builder()))});
  co_return co_await build_once(flow.at("build"), agency, task, "resolve",
                                {{"conflicts", join(conflicts, ", ")}});
}

Flow<Stretch> bring_together(FlowHandle flow, AgencyPtr agency, MapTask task) {
  for (int go = 1; go <= kMostMergeTries; ++go) {
    const FlowHandle at = flow.at("try", go);
    agency->to_merge.push_back(task.id);
    const Merged merged = co_await merge(at, agency, task.id);
    switch (merged.what) {
      case Merged::What::kMerged:
        co_return Stretch();
      case Merged::What::kInterrupted:
        co_return interrupted();
      case Merged::What::kTestsFail:
        co_return failed(merged.why);
      case Merged::What::kConflicts:
        break;
    }
    const Stretch resolved = co_await resolve(at.at("resolve"), agency, task, merged.conflicts);
    if (resolved.end != TaskEnd::kDone) co_return resolved;
  }
  co_return failed("It conflicts again and again with what others merge.");
}

// `failure`: why the attempt before this one came to nothing.
Flow<Stretch> all_stages(FlowHandle flow, AgencyPtr agency, MapTask task, std::string failure) {
  Stretch stretch = co_await make_ready(flow, agency, task);
  if (stretch.end == TaskEnd::kDone)
    stretch = co_await review_plan(flow.at("before"), agency, task);
  if (stretch.end == TaskEnd::kDone)
    stretch = co_await build_and_review(flow.at("work"), agency, task, failure);
  if (stretch.end == TaskEnd::kDone)
    stretch = co_await bring_together(flow.at("merge"), agency, task);
  co_return stretch;
}

constexpr GateOption kRetry{"retry", "Try again"};
constexpr GateOption kSkip{"skip", "Go on without it"};
constexpr GateOption kEdit{"change-plan", "Change the plan"};
constexpr GateOption kBack{"back", "Stop, and talk about it"};

GateRequest failure_gate(const AgencyPtr& agency, const MapTask& task, const std::string& why) {
  GateRequest gate;
  gate.type = "task_failed";
  gate.question = fmt::format("Task {} is not done: {} What next?", task.id, on_one_line(why, 160));
  for (const GateOption& option : {kRetry, kSkip, kEdit, kBack}) gate.offer(option);
  gate.subject = JsonObject{{"project", agency->args.project.value},
                            {"task", task.id},
                            {"objective", task.objective},
                            {"why", why}};
  return gate;
}

// True: it is tried again.
Flow<bool> ask_after_failure(FlowHandle flow, AgencyPtr agency, MapTask task, std::string why) {
  co_await change_task(flow.at("failed"), agency, task.id, TaskAct::kFail, why,
                       fmt::format("{} is not done: {}", task.id, why));
  const Outcome answer = co_await flow.ask("gate", failure_gate(agency, task, why));
  if (!answer.ok()) {
    agency->ends[task.id] = TaskEnd::kInterrupted;
    co_return false;
  }
  const std::string_view said = text_at(answer.value, "answer");
  if (said == kRetry.id) {
    co_await change_task(flow.at("again"), agency, task.id, TaskAct::kRetry);
    co_return true;
  }
  if (said == kSkip.id) {
    co_await change_task(flow.at("skipped"), agency, task.id, TaskAct::kSkip,
                         "the person does without it");
    agency->ends[task.id] = TaskEnd::kSkipped;
    co_return false;
  }
  agency->ends[task.id] = TaskEnd::kFailed;
  agency->stopped_by = TaskEnd::kRevise;
  agency->words = text_at(answer.value, "reason");
  if (said == kEdit.id && agency->words.empty())
    agency->words = fmt::format("Task {} cannot be done as planned: {}", task.id, why);
  agency->stop.give(flow);
  co_return false;
}

TaskAct first_act(TaskStatus status) {
  switch (status) {
    case TaskStatus::kWaiting:
    case TaskStatus::kPaused:
      return TaskAct::kGoOn;
    case TaskStatus::kFailed:
      return TaskAct::kRetry;
    case TaskStatus::kCompleted:
      return TaskAct::kReopen;
    case TaskStatus::kNotStarted:
    case TaskStatus::kRunning:
      break;
  }
  return TaskAct::kStart;
}

Flow<Nothing> begin(FlowHandle flow, AgencyPtr agency, MapTask task) {
  const TaskStatus status = status_of(flow, agency, task.id);
  if (status == TaskStatus::kRunning) co_return Nothing();  // a run before this one began it
  TaskChange change{.task = task.id,
                    .digest = task.digest(),
                    .from = status,
                    .act = first_act(status),
                    .stage = "",
                    .round = 0,
                    .attempt = 0,
                    .why = ""};
  co_await post_shown(flow, {task_changed(agency->args.project, change)});
  co_return Nothing();
}

Flow<Nothing> work_through(FlowHandle flow, AgencyPtr agency, MapTask task) {
  co_await begin(flow.at("begin"), agency, task);
  std::string failure;
  for (int attempt = 1;; ++attempt) {
    const FlowHandle at = flow.at("attempt", attempt);
    const Stretch stretch = co_await all_stages(at, agency, task, failure);
    failure = stretch.why;
    if (flow.cancelled() || stretch.end == TaskEnd::kInterrupted) {
      // Told even where the whole is being stopped: the next run goes on from here.
      co_await change_task(at.at("paused").shielded(), agency, task.id, TaskAct::kPause,
                           "it was stopped");
      agency->ends[task.id] = TaskEnd::kInterrupted;
      if (!flow.cancelled() && agency->stopped_by == TaskEnd::kDone) {
        agency->stopped_by = TaskEnd::kInterrupted;
        agency->stop.give(flow);
      }
      co_return Nothing();
    }
    if (stretch.end == TaskEnd::kDone) {
      co_await change_task(at.at("done"), agency, task.id, TaskAct::kFinish, "",
                           fmt::format("{} is merged.", task.id));
      agency->ends[task.id] = TaskEnd::kDone;
      co_return Nothing();
    }
    const bool again = co_await ask_after_failure(at.at("ask"), agency, task, stretch.why);
    if (!again) co_return Nothing();
  }
}

bool stands_in_the_way(const AgencyPtr& agency, const std::string& dependency) {
  const auto end = agency->ends.find(dependency);
  return end != agency->ends.end() && end->second != TaskEnd::kDone &&
         end->second != TaskEnd::kSkipped;
}

}  // namespace

Flow<Nothing> do_task(FlowHandle flow, AgencyPtr agency, std::string id) {
  const MapTask task = *agency->map.find(id);
  for (const std::string& dependency : task.dependencies) co_await agency->ended[dependency].wait();
  const bool blocked = std::ranges::any_of(task.dependencies, [&](const std::string& dependency) {
    return stands_in_the_way(agency, dependency);
  });
  const TaskWork* before = work_of(flow, agency, id);
  const bool is_done = before != nullptr && before->status == TaskStatus::kCompleted &&
                       before->digest == task.digest();
  if (is_done) {
    agency->ends[id] = before->skipped ? TaskEnd::kSkipped : TaskEnd::kDone;
  } else if (blocked || flow.cancelled()) {
    agency->ends[id] = TaskEnd::kInterrupted;
  } else {
    co_await agency->agent_slots.take();
    if (!flow.cancelled() && agency->stopped_by == TaskEnd::kDone)
      co_await work_through(flow, agency, task);
    else
      agency->ends[id] = TaskEnd::kInterrupted;
    agency->agent_slots.leave(flow);
  }
  agency->ended[id].give(flow);
  co_return Nothing();
}

}  // namespace fm
