// The living line: who is at work, how far the discussion is, what it has used.
//
//   ◉ Researcher thinking...  round 2/3, step 3/5, 7 ideas, 12,340 tokens, $0.03, 0:41
//   Your turn: 3 questions.  [questions] > brief > work > review, gpt-5
//
// What matters least goes first where the terminal is narrow. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/ids.h"
#include "cli/terminal/styled_text.h"
#include "cli/text/phase_strip.h"
#include "cli/view/view_state.h"

namespace fm::cli {

struct Status {
  std::string agent;     // empty: nobody is at work
  std::string activity;  // "thinking", "speaking"; or what is going on when nobody is at work
  int others = 0;        // more agents at work
  Progress progress;
  std::size_t ideas = 0;
  std::int64_t tokens = 0;
  MicroUsd cost;
  std::optional<PhaseStrip> strip = {};       // of a project
  int iteration = 0;                          // of it; the first is not told
  std::string model = {};                     // that speaks
  std::optional<Millis> elapsed = Millis(0);  // nothing: nobody waits
};

Line status_line(const Status& status, std::size_t columns, Charset charset);

std::string clock_text(Millis span);          // 0:41, 12:05, 1:02:05
std::string short_count(std::int64_t count);  // 850, 12k, 1.2M

}  // namespace fm::cli
