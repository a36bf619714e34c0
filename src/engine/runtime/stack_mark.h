// StackMark: which room's code runs just now, so that a process that ends in it blames that room
// and no other (R29).
//
// A page of memory that is a file: what stands there when the process ends, however it ends, is
// read by the next one. Writing it costs no call of the system. It need not outlive the machine: a
// power cut is nobody's fault. On the loop thread.
#pragma once

#include <memory>
#include <string>

#include "base/ids.h"
#include "base/result.h"

namespace fm {

class StackMark {
 public:
  // Makes the file if there is none, readable by its owner alone. Errors: store_unreadable.
  static Result<std::unique_ptr<StackMark>> open(const std::string& path);
  ~StackMark();
  StackMark(const StackMark&) = delete;

  // The room that the process before this one ended in; empty: it ended in none.
  const RoomId& left_behind() const { return left_behind_; }

  void enter(const RoomId& room);
  void leave();

 private:
  explicit StackMark(char* page);

  char* page_;
  RoomId left_behind_;
};

}  // namespace fm
