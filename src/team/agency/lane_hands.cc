#include "team/agency/lane_hands.h"

#include <filesystem>
#include <utility>

#include "work/git/changes.h"
#include "work/git/snapshot.h"

namespace fm {

Task<Result<CommandResult>> LaneHands::run(CommandRequest request, CancelToken cancel) {
  const CommandEnd end = CO_TRY(co_await workshop_.run_in_lane(
      {.work = work_, .command = std::move(request.command), .time_limit = request.time_limit},
      std::move(cancel)));
  CommandResult result{.status = end.status,
                       .output = end.output,
                       .output_bytes = static_cast<std::size_t>(end.output_bytes),
                       .took = end.took};
  switch (end.ending) {
    case CommandEnding::kExited:
      result.end = ToolCommandEnd::kExited;
      break;
    case CommandEnding::kSignal:
      result.end = ToolCommandEnd::kSignalled;
      break;
    case CommandEnding::kTimedOut:
    case CommandEnding::kQuiet:
      result.end = ToolCommandEnd::kTimedOut;
      break;
    case CommandEnding::kOverLimits:
      result.end = ToolCommandEnd::kSignalled;
      result.note = end.why;
      break;
    case CommandEnding::kCancelled:
      result.end = ToolCommandEnd::kCancelled;
      break;
  }
  co_return result;
}

// As git has it: agents name files from the folder they work in.
std::string LaneHands::from_top(const std::string& path) const {
  if (path.starts_with('/')) return path;
  return (std::filesystem::path(work_.below) / path).lexically_normal().string();
}

Task<Result<std::string>> LaneHands::diff(std::string path, CancelToken) {
  DiffRequest request;
  if (!path.empty()) request.paths = {from_top(path)};
  const Diff diff = CO_TRY(co_await diff_of(workshop_.git(), work_.lane, std::move(request)));
  co_return diff.text.empty() ? "Nothing has changed.\n" : diff.text;
}

Task<Result<std::string>> LaneHands::log(std::string path, int count, CancelToken) {
  GitCall call{.arguments = {"log", "-n", std::to_string(count), "--format=%h %ad %s",
                             "--date=short", work_.lane.base}};
  if (!path.empty()) {
    call.arguments.emplace_back("--");
    call.arguments.push_back(from_top(path));
  }
  const GitAnswer answer =
      CO_TRY(co_await workshop_.git().run(place_of(work_.lane), std::move(call)));
  co_return answer.output;
}

}  // namespace fm
