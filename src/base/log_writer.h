// A bounded queue of bytes and the thread that writes them to a file descriptor.
//
// The descriptor is duplicated and closed at the end. Its flags stay as they are: a terminal's are
// shared with the shell, so it cannot be made non-blocking, and the thread may well hang in a
// write (Ctrl-S, a pipe nobody reads). For that case alone close() leaves the thread behind; the
// thread then owns what it touches.
#pragma once

#include <memory>
#include <string_view>

#include "base/clock.h"

namespace fm {

class LogWriter {
 public:
  LogWriter(int fd, std::size_t queue_bytes);
  ~LogWriter();  // close() comes before
  LogWriter(const LogWriter&) = delete;
  LogWriter& operator=(const LogWriter&) = delete;

  // False when the queue is full. Never waits for the descriptor. From any thread.
  bool put(std::string_view line);

  // Queues `last` whatever the bound, and waits at most `limit` until all is written.
  void close(std::string_view last, Millis limit);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace fm
