// The lines of a descriptor that is no keyboard: standard input as a pipe or a file.
//
// Reads no further than what is asked for, so that an endless pipe grows nothing. A last line
// without an end counts. Loop thread; the descriptor stays the caller's.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/terminal/line_source.h"
#include "loop/loop.h"

namespace fm::cli {

class PipedLines final : public LineSource {
 public:
  static constexpr std::size_t kLongest = std::size_t{1} << 20;  // a longer one is parted

  PipedLines(Loop& loop, int fd) : loop_(loop), fd_(fd) {}

  void want(Got got) override;

 private:
  bool give();
  void read();

  Loop& loop_;
  int fd_;
  bool over_ = false;
  std::string text_;  // read and not given
  Got got_;
  std::unique_ptr<FdWatch> watch_;
};

}  // namespace fm::cli
