// Screen: the program on a real terminal of 80 by 24, inside a tmux server of its own.
//
// What the terminal is sent also goes through a pipe, so that wait_for() wakes when something was
// drawn and never sleeps. When the program ends, the screen shows "status=N" and the terminal's
// settings.
#pragma once

#include <string>
#include <string_view>

#include "test/e2e/program.h"

namespace fm::e2e {

class Screen {
 public:
  Screen(const Place& place, const std::string& arguments);  // as in a shell
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  void type(std::string_view text) const;
  void press(const std::string& key) const;  // in tmux's words: "Enter", "C-c"

  // The whole screen once it holds `words`; fails the test when they do not come.
  std::string wait_for(std::string_view words);
  std::string now() const;
  // All lines since the beginning; one that the terminal had to wrap is one long line.
  Words history() const;

 private:
  std::string tmux(const Words& words) const;

  const Place& place_;
  int drawn_ = -1;
  int alive_ = -1;
};

}  // namespace fm::e2e
