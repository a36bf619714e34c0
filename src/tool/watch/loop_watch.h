// Notices an agent that goes in circles (F-39, P-53): by what it does and what comes of it, never
// by what it says.
//
// A repetition is the same action with the same result: one alone (A A A A), or a round of up to
// four (A B A B A B). A poll whose result changes is progress, and so is a wait that was declared.
// What does not count in an action: comments in a command, arguments that the tool does not know.
// In a result: spans of time and addresses, which differ in every run. Kept by whoever runs the
// agent; made again after a restart by noting the calls of the log in order. A value.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/tools/tool_call.h"

namespace fm {

inline constexpr std::size_t kSameAction = 4;  // times in a row
inline constexpr std::size_t kSameRound = 3;   // times in a row, of a round of two to four

struct FoundLoop {
  std::size_t period = 1;   // actions in the round
  std::size_t repeats = 0;  // of the round
  std::size_t from = 0;     // the first noted call of it, from 0: where to cut back to
  std::string words;        // "run_command pytest -q, 4 times with the same result"
};

class LoopWatch {
 public:
  // After each call, with its result. Something: the agent goes in circles, now.
  std::optional<FoundLoop> note(const GivenCall& call, std::string_view result);

  // One call before the alarm: the agent may be told.
  bool is_close() const { return is_close_; }
  // After the person or a revision gave it something new: what was is no repetition any more.
  void forget();

 private:
  struct Note {
    std::string action;
    std::string words;
    std::string result;
  };
  std::size_t times_in_row(std::size_t period) const;

  std::vector<Note> notes_;
  std::size_t dropped_ = 0;  // notes that were let go
  bool is_close_ = false;
};

// Whether a call only waits, as it says itself: `sleep 600`.
bool is_declared_wait(const GivenCall& call);

}  // namespace fm
