// Painter: frames to the terminal's bytes, changing as little as possible.
//
// It knows which living lines are on the screen and where the cursor is, keeps what is the same
// and writes the rest over it. When growing words become final, their lines are equal and nothing
// is written at all. Only the bottom is ever touched, so the scrollback keeps the conversation.
// Pure: what it gives must reach the terminal whole and in order, since the next frame rests on it.
#pragma once

#include <cstddef>
#include <string>

#include "cli/ink.h"
#include "cli/live_screen.h"
#include "cli/terminal.h"

namespace fm::cli {

class Painter {
 public:
  explicit Painter(Reflow reflow) : reflow_(reflow) {}

  // The bytes that bring the screen from the former frame to this one; empty when nothing changed.
  std::string paint(const Frame& frame);

  // The bytes that take the living lines away, for a new width; the next frame draws them again.
  std::string resize(std::size_t columns);

  // The same, for a terminal that is handed back for a while (Ctrl-Z).
  std::string leave() { return resize(columns_); }

 private:
  Reflow reflow_;
  std::size_t columns_ = 80;
  Lines shown_;  // the living lines on the screen; empty: the cursor is on a fresh line
  std::size_t cursor_ = 0;
};

}  // namespace fm::cli
