// Child: a program that was started, and our ends of its streams.
//
// It is the first of a session and a group of its own, has the usual signals, no descriptor but its
// three streams, no core dumps, the limits it is given, and is killed by the kernel when the thread
// that started it ends: one of the loop's pool, which is there as long as the loop. Destroying a
// Child that was not waited for kills it, its group, and waits. Starting blocks: for the pool.
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "work/process/command.h"
#include "work/process/process_mark.h"

namespace fm {

// Owns one descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close();

 private:
  int number_ = -1;
};

// How a process ended.
struct ExitStatus {
  bool by_signal = false;
  int value = 0;  // its exit status, or the signal
};

class Child {
 public:
  // Errors as Commands::run() names them.
  static Result<Child> start(const CommandSpec& spec);
  Child(Child&& other) noexcept = default;
  Child& operator=(Child&& other) noexcept = delete;
  ~Child();

  // Once it has ended: takes its status, which frees its number. Until then none.
  std::optional<ExitStatus> wait();
  bool has_ended() const;  // and may not be waited for yet

  ProcessMark mark;
  Descriptor process;  // readable when it has ended
  Descriptor input;    // not open: it has none
  Descriptor output;   // of both, where they are merged
  Descriptor errors;   // not open: merged

 private:
  Child() = default;
};

}  // namespace fm
