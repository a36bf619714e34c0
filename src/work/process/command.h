// CommandRunner: programs that are run to their end, and everything they started with them.
//
// One object a process, on the loop's thread. A command has a session of its own, the environment
// and the input it is given and no more, and dies with us. When it has ended, what it left running
// is ended too, deepest first; what outlives a kill -9 of ours is found by its mark (end_tree()).
// A task that is destroyed, and this object, end what runs; tasks are destroyed before it is.
//
// We are no subreaper: orphans of other parts of this process would come to us as well. So what
// leaves its session, loses its parents and empties its environment, all three, is found only in a
// sandbox, which has processes of its own and ends with all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/flow/task.h"
#include "loop/loop.h"
#include "work/process/process_limits.h"
#include "work/process/process_mark.h"

namespace fm {

enum class OutputStreams { kMerged, kApart };

struct CommandSpec {
  std::vector<std::string> argv;                   // argv[0] is looked up in the environment's PATH
  std::string folder;                              // where it runs
  std::map<std::string, std::string> environment;  // all of it (environment.h builds one)
  std::string input = {};                          // then end of file; empty: that at once
  std::size_t output_limit = 256 * 1024;           // bytes kept of each stream, half at each end
  Millis time_limit{0};                            // from its start; zero: for ever
  Millis quiet_limit{0};                           // without a byte of output; zero: for ever
  OutputStreams streams = OutputStreams::kMerged;
  ProcessLimits limits = {};
  std::string mark = {};  // name of its mark, by which it is found again; empty: a random one
};

enum class CommandEnding {
  kExited,      // `status` is its exit status
  kSignal,      // `status` is the signal that ended it
  kTimedOut,    // time_limit
  kQuiet,       // quiet_limit
  kOverLimits,  // more processes or memory than its limits allow; `why` says it
  kCancelled
};

struct CommandEnd {
  CommandEnding ending = CommandEnding::kExited;
  int status = 0;
  std::string
      output;  // bytes as they came; where `cut`, a line in the middle says what is left out
  std::string errors;             // of standard error, where streams are apart
  std::int64_t output_bytes = 0;  // of both, whatever was kept
  bool cut = false;
  Millis took{0};
  std::string why = {};             // kOverLimits: in words
  std::vector<pid_t> unended = {};  // of what it started, still there after KILL (kernel waits)

  bool ok() const { return ending == CommandEnding::kExited && status == 0; }
};

// "It ended with exit status 3.", "It was ended after 2 minutes without output.": for people.
std::string describe(const CommandEnd& end, const CommandSpec& spec);

// Hears one command; outlives its task. Not called after the task has ended.
class CommandListener {
 public:
  virtual ~CommandListener() = default;
  // It runs. False ends it: nobody wants it any more. It goes on while this is awaited.
  virtual Task<bool> on_start(ProcessMark mark);
  // Bytes as they come, of both streams; a character may be cut between two calls.
  virtual void on_output(std::string_view bytes);
  // Of standard error, where streams are apart; the same as on_output() unless it is told apart.
  virtual void on_errors(std::string_view bytes) { on_output(bytes); }
};

class CommandRunner {
 public:
  explicit CommandRunner(Loop& loop);  // which outlives it. The process ignores SIGPIPE from now on
  ~CommandRunner();                    // kills what runs
  CommandRunner(const CommandRunner&) = delete;
  CommandRunner& operator=(const CommandRunner&) = delete;

  // A program that ran is a result, however it ended. Errors: command_unknown_program,
  // command_not_executable, command_folder_missing, command_too_long (an argument or variable of
  // more than 100 KiB: give it as input or file), command_invalid, command_not_started.
  Task<Result<CommandEnd>> run(CommandSpec spec, CancelToken cancel,
                               CommandListener* listener = nullptr);

  // Ends what a mark says, and all it started: TERM deepest first, after `grace` KILL. Gives the
  // processes that are there even so. A mark of another boot, or of a process that is gone with all
  // it started, is no error.
  Task<std::vector<pid_t>> end_tree(ProcessMark mark, Millis grace = Millis{2000});

  std::size_t running() const;

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace fm
