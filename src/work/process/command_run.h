// CommandRun: one program while it runs, between its start and the end of its last process.
//
//   what comes                          what it means
//   the program has ended, streams too  over
//   the program has ended               over a short time later: what it left running may hold the
//                                       streams for ever
//   cancelled, out of time, too quiet,  over at once, for that reason; the first one counts
//   over its limits
//
// Over is when nobody waits for the program any more; its processes may be there still, and its
// output is taken until this object is destroyed. Loop thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/flow/task.h"
#include "loop/loop.h"
#include "loop/pool_scope.h"
#include "work/process/bounded_output.h"
#include "work/process/child.h"
#include "work/process/command.h"
#include "work/process/process_tree.h"

namespace fm {

class CommandRun {
 public:
  CommandRun(Loop& loop, PoolScope& pool, CommandSpec spec, Child child, CommandListener* listener);
  CommandRun(const CommandRun&) = delete;
  CommandRun& operator=(const CommandRun&) = delete;

  void begin(const CancelToken& cancel);
  void stop(CommandEnding ending, std::string why = {});
  const Later<bool>& over() const { return over_; }

  // The listener hears no more, and no limit counts.
  void let_go();

  // Once its processes are ended: what is to be told.
  CommandEnd finish();

  const ProcessMark& mark() const { return child_.mark; }
  const std::shared_ptr<ProcessTree>& tree() const { return tree_; }
  CommandEnding ending() const { return end_.ending; }

 private:
  struct Stream {
    Descriptor& descriptor;
    BoundedOutput& kept;
    std::unique_ptr<FdWatch> watch = {};
  };
  void write();
  void read(Stream& stream, std::size_t at_most);
  void on_exit();
  void check_over();
  void count_quiet();
  void count_limits();
  void check_limits(const TreeUsage& usage);

  Loop& loop_;
  PoolScope& pool_;
  const CommandSpec spec_;
  Child child_;
  CommandListener* listener_;
  const std::shared_ptr<ProcessTree> tree_;
  const Millis began_;
  BoundedOutput output_;
  BoundedOutput errors_;
  Stream out_{child_.output, output_};
  Stream err_{child_.errors, errors_};
  std::string_view unwritten_{spec_.input};
  std::unique_ptr<FdWatch> input_watch_;
  std::unique_ptr<FdWatch> exit_watch_;
  std::unique_ptr<Timer> time_;
  std::unique_ptr<Timer> quiet_;
  std::unique_ptr<Timer> drain_;
  std::unique_ptr<Timer> limits_;
  CancelToken::Registration cancelled_;
  Millis last_output_;
  CommandEnd end_;
  bool has_exited_ = false;
  const Later<bool> over_;
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace fm
