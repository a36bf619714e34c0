// What Ctrl-C means while a person watches a room (C-4, I-13).
//
//   state    Ctrl-C                              a key or line
//   quiet    interrupt the turn; ask      -> asking     (not ours)
//   asking   leave                                      c, s, x: do it -> quiet
//                                                       else: the question stands
//   quiet, within 2 s of the last Ctrl-C: leave
//
// In a conversation nothing is asked: whoever interrupts has the floor, and says what comes next.
// Decides only; acting is the session's. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "base/clock.h"

namespace fm::cli {

class InterruptPrompt {
 public:
  static constexpr Millis kTwice{2000};
  static constexpr std::string_view kQuestion = "continue, skip, or stop? [c/s/x] ";

  enum class Act { kNone, kInterrupt, kLeave, kContinue, kSkip, kStop };
  enum class Then { kAsk, kGiveTheFloor };

  explicit InterruptPrompt(Then then = Then::kAsk) : then_(then) {}

  Act pressed(Millis now);              // Ctrl-C
  Act answered(std::string_view text);  // kNone: not understood, the question stands
  bool is_asking() const { return asking_; }
  void withdraw() { asking_ = false; }  // there is nothing to answer for any more

 private:
  Then then_;
  bool asking_ = false;
  std::optional<Millis> last_;
};

}  // namespace fm::cli
