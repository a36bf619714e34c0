// Painter: frames to the terminal's bytes, changing as little as possible.
//
// It knows which living lines are on the screen and where the cursor is, keeps what is the same
// and writes the rest over it. When growing words become final, their lines are equal and nothing
// is written at all. Only the bottom is ever touched, so the scrollback keeps the conversation.
// Pure: what it gives must reach the terminal whole and in order, since the next frame rests on it.
#pragma once

#include <cstddef>
#include <string>

#include "cli/terminal/styled_text.h"
#include "cli/terminal/terminal.h"
#include "cli/view/live_screen.h"

namespace fm::cli {

class Painter {
 public:
  Painter(Reflow reflow, Size size, Colours colours = Colours::kShown)
      : reflow_(reflow), size_(size), colours_(colours) {}

  // The bytes that bring the screen from the former frame to this one; empty when nothing changed.
  std::string paint(const Frame& frame);

  // The bytes that take the living lines away; the next frame draws them again.
  std::string take_away();

  // The same for a window of a new size, in which the terminal has moved the lines already.
  // `scrolled_off` is how many of them have left it at its top and stay in the scrollback.
  struct Resized {
    std::string bytes;
    std::size_t scrolled_off = 0;
  };
  Resized resize(Size size);

 private:
  Reflow reflow_;
  Size size_;
  Colours colours_;
  Lines shown_;             // the living lines on the screen; empty: the cursor is on a fresh line
  std::size_t cursor_ = 0;  // its column,
  std::size_t above_ = 0;   // and its lines above the last one
};

}  // namespace fm::cli
