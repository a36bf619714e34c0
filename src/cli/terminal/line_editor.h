// What a person types at a terminal in raw mode: bytes go in, a message comes out (P-80).
//
// Enter sends. Ctrl-J, Alt-Enter, and Enter behind a backslash begin another line of the same
// message, and so do the line ends of what is pasted. Understands UTF-8 in pieces, the arrow and
// delete keys, Ctrl-A, E, U, K, W; with a history also up, down (from the first and last line),
// Ctrl-P, N and R; with somebody who completes words, Tab. Unknown keys do nothing. What is pasted
// takes time in proportion to its length (typed_text.h). Pure.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/terminal/history_walk.h"
#include "cli/terminal/typed_text.h"

namespace fm::cli {

class LineEditor {
 public:
  // The words that may stand where the last word of the text does.
  using Complete = std::function<std::vector<std::string>(std::string_view text)>;

  // What was typed before, and who completes words; both outlive the editor.
  void assist(const std::vector<std::string>& history, Complete complete);

  // Calls `entered` for each message that was sent with Enter, in order.
  void feed(std::string_view bytes, const std::function<void(std::string)>& entered);

  // Whether Ctrl-D was pressed in an empty line since this was last asked.
  bool take_finished() { return std::exchange(finished_, false); }

  // What Tab could mean, when it could not decide; empty after it was asked.
  std::vector<std::string> take_choices() { return std::exchange(choices_, {}); }

  // Whether something was too long to be taken since this was last asked.
  bool take_refused() { return std::exchange(refused_, false); }

  bool empty() const { return text_.empty(); }
  std::string text() const { return text_.whole(); }
  std::string shown() const;   // its lines, long pastes collapsed; or the search
  std::size_t cursor() const;  // in bytes of shown()

 private:
  std::string_view take_keys(std::string_view bytes,
                             const std::function<void(std::string)>& entered);
  std::string_view take_paste(std::string_view bytes);
  void pasted(std::string text);
  void control(char c, const std::function<void(std::string)>& entered);
  void enter(const std::function<void(std::string)>& entered);
  void escape(std::string_view sequence);
  void up();
  void down();
  bool search_key(std::string_view key);
  void show(const std::optional<std::string>& line);
  void complete();
  void insert(std::string_view text);

  TypedText text_;
  std::string pending_;               // the beginning of a character or sequence
  std::optional<std::string> paste_;  // what is being pasted
  bool too_long_ = false;             // that is, and is passed over
  bool finished_ = false;
  bool refused_ = false;
  std::optional<HistoryWalk> walk_;
  Complete complete_;
  std::vector<std::string> choices_;
};

}  // namespace fm::cli
