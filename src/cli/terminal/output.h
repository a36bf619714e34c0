// Output: bytes to a terminal or pipe, from a thread of its own behind a bounded queue.
//
// A terminal can stand still (Ctrl-S) and a pipe can be full or gone; the loop must not wait for
// either. write() never waits. Who can leave something out (a frame, a preview) asks congested()
// first; who cannot (a committed event) stops reading new ones until drained. A reader that went
// away (EPIPE) is no error: what is written after is dropped, and `closed` is told once.
// Loop thread only, but for what the class does itself. The descriptor stays the caller's.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "loop/loop.h"

namespace fm::cli {

class Output {
 public:
  static constexpr std::size_t kBound = std::size_t{256} << 10;

  explicit Output(int fd);
  ~Output();  // waits a moment for what is queued; a thread that hangs in a write is left behind
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string bytes);

  // The same for commands that do nothing else meanwhile: waits while the queue is full. False
  // when the reader is gone, so that nobody goes on working for it.
  bool write_all(std::string bytes);

  bool congested() const;  // more is queued than the bound
  bool empty() const;      // everything was taken by the system, or the reader is gone
  bool closed() const;     // the reader is gone
  int failure() const;  // errno of a write that failed for another reason, e.g. a full disk; or 0

  // Printed on `executor` each time the queue becomes empty, and once when the reader is gone. The
  // handlers are dropped with the Output, or by passing empty ones.
  void listen(Executor& executor, std::function<void()> drained, std::function<void()> gone);

  // Waits until all is written or the reader is gone; with a limit, at most so long. True when all
  // is written.
  bool flush(std::optional<Millis> limit = std::nullopt);

  // Gives up what is queued and takes nothing more: nobody waits for it any longer.
  void abandon();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace fm::cli
