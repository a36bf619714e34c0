// FirstLine: what a pipe says first, read before anything is opened for it.
//
// A pipe that says nothing, or nothing that can be said, then leaves nothing behind. What was read
// is given first, and then whatever the pipe says. Loop thread.
#pragma once

#include <deque>
#include <string>

#include "cli/terminal/line_source.h"
#include "loop/loop.h"

namespace fm::cli {

class FirstLine final : public LineSource {
 public:
  explicit FirstLine(LineSource& lines) : lines_(lines) {}

  // Runs the loop until there is a line that can be said. Errors: message_empty where there is
  // none, or why the last one that there was cannot be said.
  Result<void> read(Loop& loop);

  void want(Got got) override;

 private:
  LineSource& lines_;
  std::deque<Result<std::string>> read_;  // in order; blank ones are left out
};

}  // namespace fm::cli
