// What is on the other end: a terminal or not, how large, what it can show.
//
// Facts are read once at start from the environment and the descriptors, as values, so that tests
// can make up any terminal. The size is read anew when the window changes.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "cli/terminal/styled_text.h"

namespace fm::cli {

// A variable's value, empty when it is not set.
using Environment = std::function<std::string(std::string_view)>;
Environment process_environment();

// What a terminal does with the lines on its screen when it becomes narrower or wider.
enum class Reflow { kWraps, kKeeps };

struct Size {
  std::size_t columns = 80;
  std::size_t rows = 24;

  bool operator==(const Size&) const = default;
};

struct Descriptors {
  bool stdin_tty = false;
  bool stdout_tty = false;
  bool stderr_tty = false;
  bool foreground = false;  // the terminal is ours now, and not that of the shell which started us
};
Descriptors look_at_descriptors();

struct Terminal {
  Descriptors on;
  Size size;
  Charset charset = Charset::kUtf8;
  bool colour = false;   // a terminal that shows colour, and nobody forbade it
  bool redraws = false;  // the cursor can be moved and is ours: the live view works
  Reflow reflow = Reflow::kWraps;

  bool is_interactive() const { return on.stdin_tty && on.stdout_tty && on.foreground; }
};

enum class Colour { kAuto, kNever };
Terminal read_terminal(const Environment& env, const Descriptors& on, Colour colour);

// The window's size: from the kernel, else COLUMNS and LINES, else 80 by 24.
Size read_size(const Environment& env);

}  // namespace fm::cli
