#include "flows/agency/merging.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/agency/building.h"
#include "team/room/room.h"

namespace fm {
namespace {

// Of `tasks`, in their order, those merged; the others with why not.
struct TrainEnd {
  bool interrupted = false;
  std::map<std::string, Merged> of;
};

Merged not_merged(Merged::What what, std::string why) {
  Merged end;
  end.what = what;
  end.why = std::move(why);
  return end;
}

std::vector<std::string> commands_of(const AgencyPtr& agency,
                                     const std::vector<std::string>& tasks) {
  std::vector<std::string> all;
  // What was merged before must still hold: its commands are run with the new ones.
  for (const MapTask& task : agency->map.tasks) {
    const bool is_new = std::ranges::find(tasks, task.id) != tasks.end();
    const auto end = agency->ends.find(task.id);
    const bool is_there = end != agency->ends.end() && end->second == TaskEnd::kDone;
    if (!is_new && !is_there) continue;
    for (const std::string& command : task.acceptance)
      if (std::ranges::find(all, command) == all.end()) all.push_back(command);
  }
  return all;
}

// Which commands fail on the merged result, and the end of what they said.
std::string why_tests_fail(const FlowHandle& flow, const AgencyPtr& agency, const Outcome& tested) {
  if (tested.error) return tested.error->message;
  const bool alone = std::ranges::none_of(
      agency->ends, [](const auto& end) { return end.second == TaskEnd::kDone; });
  std::string why = alone ? "In a fresh worktree these do not pass:"
                          : "Together with what was merged before, these do not pass:";
  const std::string_view tree = text_at(tested.value, "tree");
  for (const std::string& command : texts_at(tested.value, "failed")) {
    why += "\n`" + command + "`";
    for (const TaskWork& task : agency_project(flow, agency).work.tasks)
      for (const CheckRecord& check : task.checks)
        if (check.on == "merge" && check.tree == tree && check.command == command &&
            check.output != nullptr) {
          const std::string_view output = trim(*check.output);
          constexpr std::size_t kShown = 1'200;  // bytes, from its end
          why += "\n" + std::string(output.substr(output.size() - std::min(output.size(), kShown)));
        }
  }
  return why;
}

// One train: merged as objects, tested once, and only then the branch moves.
Flow<TrainEnd> run_train(FlowHandle flow, AgencyPtr agency, std::vector<std::string> tasks) {
  TrainEnd end;
  const auto fails = [&](const Outcome& outcome) {
    for (const std::string& task : tasks)
      end.of[task] = not_merged(Merged::What::kTestsFail, outcome.error->message);
  };
  const JsonObject request{{"project", agency->args.project.value}, {"tasks", to_json(tasks)}};
  const Outcome made = co_await flow.perform("train", {"merge_train", request});
  if (made.interrupted || flow.cancelled()) {
    end.interrupted = true;
    co_return end;
  }
  if (made.error) {
    fails(made);
    co_return end;
  }
  std::vector<std::string> joined = texts_at(made.value, "merged");
  if (const Json* conflicts = find_at(made.value, "conflicts"); conflicts != nullptr)
    for (const auto& entry : conflicts->get_object()) {
      Merged& one = end.of[std::string(entry.key())];
      one.what = Merged::What::kConflicts;
      one.conflicts = texts_at(*conflicts, entry.key());
    }
  if (joined.empty()) co_return end;
  const Outcome tested = co_await flow.perform(
      "test",
      evidence_request(agency->args.project, joined.back(), "merge", commands_of(agency, joined)));
  if (tested.interrupted || flow.cancelled()) {
    end.interrupted = true;
    co_return end;
  }
  if (tested.error || !bool_at(tested.value, "passed")) {
    co_await flow.catch_up("tested");
    const std::string why = why_tests_fail(flow, agency, tested);
    for (const std::string& task : joined) end.of[task] = not_merged(Merged::What::kTestsFail, why);
    co_return end;
  }
  JsonObject accept{{"project", agency->args.project.value},
                    {"tasks", to_json(joined)},
                    {"base", text_at(made.value, "base")},
                    {"candidate", text_at(made.value, "candidate")}};
  const Outcome accepted = co_await flow.perform("accept", {"merge_accept", std::move(accept)});
  if (accepted.interrupted) end.interrupted = true;
  if (accepted.error) fails(accepted);
  if (accepted.ok())
    for (const std::string& task : joined) end.of[task] = Merged();
  co_return end;
}

// All that are ready; where they do not pass together, one by one (S-11).
Flow<Nothing> merge_ready(FlowHandle flow, AgencyPtr agency) {
  const std::vector<std::string> tasks = std::exchange(agency->to_merge, {});
  TrainEnd end = co_await run_train(flow.at("train"), agency, tasks);
  const bool fails = std::ranges::any_of(
      end.of, [](const auto& one) { return one.second.what == Merged::What::kTestsFail; });
  if (fails && tasks.size() > 1 && !end.interrupted) {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (end.of[tasks[i]].what != Merged::What::kTestsFail) continue;
      TrainEnd one =
          co_await run_train(flow.at("alone", static_cast<int>(i) + 1), agency, {tasks[i]});
      if (one.interrupted) {
        end.interrupted = true;
        break;
      }
      end.of[tasks[i]] = one.of[tasks[i]];
    }
  }
  for (const std::string& task : tasks) {
    Merged merged = end.of[task];
    if (end.interrupted) merged.what = Merged::What::kInterrupted;
    agency->merged[task] = std::move(merged);
  }
  co_return Nothing();
}

}  // namespace

Flow<Merged> merge(FlowHandle flow, AgencyPtr agency, std::string task) {
  agency->merged.erase(task);
  co_await agency->merge_slot.take();
  // Whoever had the slot before may have taken this one along.
  if (!agency->merged.contains(task)) co_await merge_ready(flow, agency);
  agency->merge_slot.leave(flow);
  co_await flow.catch_up("merged");
  co_return agency->merged.at(task);
}

}  // namespace fm
