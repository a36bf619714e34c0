// Those who do for the tools what is not done in files: run a command, ask git, fetch a page.
//
// Given to run_tool() by whoever owns the lane: commands run in the lane's sandbox, git by the
// module of worktrees. Each call is cancelled by its token, and by destroying its task. Loop thread
// only.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "engine/flow/task.h"

namespace fm {

struct CommandRequest {
  std::string command;  // for the shell, in the lane's folder
  Millis time_limit{0};
};

enum class ToolCommandEnd { kExited, kSignalled, kTimedOut, kTooMuchOutput, kCancelled };

struct CommandResult {
  ToolCommandEnd end = ToolCommandEnd::kExited;
  int status = 0;                // of kExited its exit status, of kSignalled the signal
  std::string output;            // both streams as they came, perhaps cut
  std::size_t output_bytes = 0;  // of all of it
  Millis took{0};
  std::string note;  // what else the agent should know: "no network in here"; may be empty
};

class LaneCommands {
 public:
  virtual ~LaneCommands() = default;
  // Errors: those of starting it. That a command fails is no error.
  virtual Task<Result<CommandResult>> run(CommandRequest request, CancelToken cancel) = 0;
  // What the lane has changed since its base, or that of one path; text as `git diff` prints it.
  virtual Task<Result<std::string>> diff(std::string path, CancelToken cancel) = 0;
  virtual Task<Result<std::string>> log(std::string path, int count, CancelToken cancel) = 0;
};

struct WebPage {
  std::string url;    // in the end
  std::string title;  // may be empty
  std::string text;   // of the page, without markup
  bool is_cut = false;
};

class WebPages {
 public:
  virtual ~WebPages() = default;
  // Errors: web_address_refused, web_failed and those of the HTTP client.
  virtual Task<Result<WebPage>> get(std::string url, CancelToken cancel) = 0;
};

}  // namespace fm
