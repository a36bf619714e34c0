// One line of typing: bytes of a terminal in raw mode go in, an edited line comes out.
//
// Understands UTF-8 in pieces, the arrow and delete keys, Ctrl-A, E, U, K, W, and pasted text,
// whose line ends stay inside the line instead of sending it. With a history also up, down, Ctrl-P,
// N and R; with somebody who completes words, Tab. Unknown keys do nothing. Pure.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/terminal/history_walk.h"

namespace fm::cli {

class LineEditor {
 public:
  static constexpr std::size_t kLongest = 64 * 1024;  // bytes; more is not taken

  // The words that may stand where the last word of the text does.
  using Complete = std::function<std::vector<std::string>(std::string_view text)>;

  // What was typed before, and who completes words; both outlive the editor.
  void assist(const std::vector<std::string>& history, Complete complete);

  // Calls `entered` for each line that was ended with Enter, in order.
  void feed(std::string_view bytes, const std::function<void(std::string)>& entered);

  // Whether Ctrl-D was pressed in an empty line since this was last asked.
  bool take_finished() { return std::exchange(finished_, false); }

  // What Tab could mean, when it could not decide; empty after it was asked.
  std::vector<std::string> take_choices() { return std::exchange(choices_, {}); }

  const std::string& text() const { return text_; }
  std::string shown() const;           // line ends and tabs as spaces
  std::size_t cursor_columns() const;  // in shown()

 private:
  void key(std::string_view grapheme);
  void control(char c, const std::function<void(std::string)>& entered);
  bool escape(std::string_view bytes, std::size_t& at);
  bool search_key(std::string_view key);
  void show(const std::optional<std::string>& line);
  void complete();
  void insert(std::string_view text);
  void erase(std::size_t from, std::size_t to);
  std::size_t before(std::size_t at) const;  // the character before `at`
  std::size_t after(std::size_t at) const;
  std::size_t word_before(std::size_t at) const;

  std::string text_;
  std::size_t cursor_ = 0;  // in bytes
  std::string pending_;     // the beginning of a character or sequence
  bool pasting_ = false;
  bool finished_ = false;
  std::optional<HistoryWalk> walk_;
  Complete complete_;
  std::vector<std::string> choices_;
};

}  // namespace fm::cli
