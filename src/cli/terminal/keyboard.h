// Keyboard: what the person types at the terminal while a room is watched.
//
// With the live view the terminal gives every key at once and shows none itself, so that typing
// does not disturb what is drawn: the line being typed is drawn by the view. Otherwise the terminal
// edits lines itself. The former settings come back with the destructor and while released. Signals
// (Ctrl-C, Ctrl-Z) are left to the terminal in both. Loop thread.
#pragma once

#include <termios.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cli/terminal/line_editor.h"
#include "cli/terminal/output.h"
#include "loop/loop.h"

namespace fm::cli {

enum class Typing { kByKey, kByLine };

class Keyboard {
 public:
  struct Handlers {
    std::function<void(std::string)> line;  // ended with Enter
    std::function<void()> changed;          // the line being typed
    std::function<bool(char)> key;          // before it is edited; true: taken
    std::function<void()> finished = {};    // Ctrl-D in an empty line, or nothing more comes
  };

  Keyboard(Loop& loop, int fd, Typing typing, Output& output, Handlers handlers);
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  LineEditor& editor() { return editor_; }

  void release();  // the terminal's own settings, e.g. before stopping
  void take();

 private:
  void read();

  Loop& loop_;
  int fd_;
  Typing typing_;
  Output& output_;
  Handlers handlers_;
  LineEditor editor_;
  std::optional<termios> former_;  // while taken
  std::unique_ptr<FdWatch> watch_;
};

}  // namespace fm::cli
