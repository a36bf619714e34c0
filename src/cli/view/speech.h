// A speech: one agent's words under its name, as they grow and as they are kept.
//
// Both are laid out by the same function, so that nothing moves when the words become final. A
// Preview is a speech in growth. When it is taller than the screen its first lines move into the
// scrollback while it grows; what is out is remembered as its visible characters, which do not
// depend on the width, and what follows begins after them. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/service.h"
#include "cli/terminal/styled_text.h"
#include "cli/text/markdown.h"

namespace fm::cli {

struct Speech {
  std::string agent;
  std::string task;  // or the message's kind
  std::string_view text;
  bool person = false;
  bool rehearsed = false;
  bool interrupted = false;
  bool cut = false;      // by the model's limit
  bool is_open = false;  // a question that the log knows to be one, whatever its form
};

// A person as whoever looks reads it: "You", or their name, and the channel where it is not the
// terminal: "You (telegram:42)".
std::string person_name(std::string_view who, std::string_view me, std::string_view channel);

// "asks", "objects": what its author does by it; empty: they speak.
std::string_view manner_of(const Speech& speech);

// The author, and in what manner: who asks after having proposed begins under a new head.
std::string speaker_of(const Speech& speech);

Line speech_head(const Speech& speech, Charset charset);
Lines speech_body(const Speech& speech, std::size_t columns, Charset charset, Growth growth);

// Of what a person has just sent, long words by their beginning: they know the rest. All of it is
// in /log and `folkmoot room show`.
Lines shortened(Lines body);

// True when the body ends in "3 ideas:", and the table of these ideas belongs right below.
bool ends_in_list(const Speech& speech);

// The characters of `lines` without spaces, and a line end for each empty line: the same at every
// width.
std::string visible(const Lines& lines);

// What is left of `lines` when `out`, visible characters that stand in the scrollback already, is
// taken from their beginning; at another width than `out` was laid for that can be the end of a
// line. Nothing when `lines` say something else. Lines that end before `out` does say the same as
// far as they go, and nothing of them is left.
std::optional<Lines> rest_after(const Lines& lines, std::string_view out);

struct Preview {
  explicit Preview(std::string of_turn) : turn(std::move(of_turn)) {}

  std::string turn;
  std::string agent;  // empty until turn.started is seen
  std::string task;
  int attempt = 1;
  std::string text;
  bool begun = false;                      // its head is in the scrollback,
  std::string out;                         // and these visible characters
  std::string waiting;                     // why it waits just now (P-33)
  Millis wait{0};                          // for how long, where that is known
  std::optional<Millis> waits_until = {};  // as the view counts time; once it was drawn
  bool over = false;                       // the turn ended; its message may still come
  bool earlier = false;                    // it was cut off before, and may be done again

  void add(const TurnDelta& delta);
};

}  // namespace fm::cli
