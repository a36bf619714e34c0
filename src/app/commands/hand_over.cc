#include "app/commands/hand_over.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "team/agency/handing_over.h"
#include "team/room/project_status.h"
#include "work/git/hand_over.h"

namespace fm {
namespace {

constexpr std::string_view kHeads = "refs/heads/";
constexpr std::size_t kMostPaths = 20;

constexpr std::array<std::string_view, 3> kWays = {"merge", "patch", "push_lines"};

std::string short_name(std::string branch) {
  if (branch.starts_with(kHeads)) branch.erase(0, kHeads.size());
  return branch;
}

std::string first_of(std::vector<std::string> paths) {
  const std::size_t more = paths.size() > kMostPaths ? paths.size() - kMostPaths : 0;
  paths.resize(std::min(paths.size(), kMostPaths));
  return join(paths, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "") + ".";
}

// The result is whole where it is there to be judged, and after that.
Result<void> check_ready(const Project& project, const BuiltWork& work) {
  if (is_active(project.phase) && project.phase != Phase::kReview)
    return fail("work_open", "The work on \"" + project.goal + "\" is not finished.",
                "It is in " + std::string(to_string(project.phase)) + ".",
                "See what it waits for: folkmoot project status");
  if (work.branch.empty())
    return fail("nothing_built", "Nothing was built in \"" + project.goal + "\".",
                "No task of it was merged.", "See its projects: folkmoot project list");
  return {};
}

const OpenGate* review_of(const RoomView& room, const Project& project) {
  const auto found = std::ranges::find_if(room.gates, [&](const OpenGate& gate) {
    return gate.type == "review" && gate.subject != nullptr &&
           text_at(*gate.subject, "project") == project.id.value;
  });
  return found == room.gates.end() ? nullptr : &*found;
}

Result<void> check_plan(const BuiltWork& work, const BringInPlan& plan) {
  if (!plan.in_the_way.empty())
    return fail("changes_overlap",
                "You have changed files, and not committed them, that the result changes too.",
                first_of(plan.in_the_way),
                "Commit them, or put them aside with git stash, then run this again.");
  if (plan.kind != BringInKind::kConflict) return {};
  std::vector<std::string> paths;
  for (const Conflict& one : plan.conflicts) paths.push_back(one.path);
  return fail("merge_conflicts", "Your branch has gone on and changes the same lines.",
              first_of(std::move(paths)), "Merge it yourself: git merge " + work.branch);
}

Task<Result<HandedOver>> bring(const CommandParts& parts, RoomId room, BuiltWork work,
                               HandedOver handed) {
  const BringInPlan plan = CO_TRY(co_await plan_for_work(parts.workshop, work));
  CO_TRY(check_plan(work, plan));
  CO_TRY(co_await bring_in_work(parts.workshop, work, plan));
  handed.into = short_name(plan.branch);
  handed.commit = plan.to;
  handed.was_there = plan.kind == BringInKind::kNothing;
  handed.merged = plan.kind == BringInKind::kMerge;
  // Where its review waits, that tells it (review.cc).
  if (handed.gate.empty() && !handed.was_there)
    CO_TRY(co_await append_event(parts, room, brought_in(handed.project, plan.to)));
  co_return handed;
}

}  // namespace

std::string_view to_string(HandOverWay way) { return kWays[static_cast<std::size_t>(way)]; }

std::optional<HandOverWay> hand_over_way_from(std::string_view name) {
  const auto found = std::ranges::find(kWays, name);
  if (found == kWays.end()) return std::nullopt;
  return static_cast<HandOverWay>(found - kWays.begin());
}

Task<Result<HandedOver>> hand_over(const CommandParts& parts, Caller, RoomId room,
                                   HandOverRequest request) {
  const RoomViewPtr seen = CO_TRY(co_await parts.views.of(room));
  const Project* project = CO_TRY(choose_project(seen->projects, request.project));
  const BuiltWork work = built_work(*project);
  CO_TRY(check_ready(*project, work));
  HandedOver handed;
  handed.project = project->id;
  handed.title = work.title;
  handed.branch = work.branch;
  if (request.way == HandOverWay::kMerge) {
    if (const OpenGate* gate = review_of(*seen, *project)) {
      handed.gate = gate->gate;
      handed.digest = gate->digest;
    }
    co_return co_await bring(parts, room, work, std::move(handed));
  }
  Git& git = parts.workshop.git();
  const Repository repository = CO_TRY(co_await parts.workshop.repository(work.repository));
  if (request.way == HandOverWay::kPatch) {
    CO_TRY(co_await write_patch(git, repository, work.project, request.file));
    co_return handed;
  }
  const PushLines lines = CO_TRY(co_await push_lines(git, repository, work.project, work.title));
  handed.push = lines.push;
  handed.pull_request = lines.pull_request;
  co_return handed;
}

}  // namespace fm
