// The lines of a descriptor that is no keyboard: standard input as a pipe or a file.
//
// Reads no further than what is asked for, so that an endless pipe grows nothing. A last line
// without an end counts. One that is too long is read over and told as text_too_large: it is one
// message that is refused whole. Loop thread; the descriptor stays the caller's.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/terminal/line_source.h"
#include "loop/loop.h"

namespace fm::cli {

class PipedLines final : public LineSource {
 public:
  PipedLines(Loop& loop, int fd) : loop_(loop), fd_(fd) {}

  void want(Got got) override;

 private:
  bool give();
  void read();
  std::optional<Result<std::string>> take(std::size_t end);

  Loop& loop_;
  int fd_;
  bool over_ = false;
  bool too_long_ = false;  // what was read of this line is more than may be said
  std::string text_;       // read and not given
  Got got_;
  std::unique_ptr<FdWatch> watch_;
};

}  // namespace fm::cli
