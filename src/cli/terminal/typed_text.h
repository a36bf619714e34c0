// TypedText: the text that is being typed, and where in it the cursor is.
//
// It may have several lines. A long paste counts as one character: it is shown as "[pasted: 3,210
// lines]", moved over and deleted as one, and sent whole; so its length costs nothing while the
// rest is edited (P-80). Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fm::cli {

class TypedText {
 public:
  static constexpr std::size_t kMostTyped = std::size_t{64} << 10;  // bytes, without long pastes
  static constexpr std::size_t kShortPaste = 600;                   // bytes; longer ones collapse
  static constexpr std::size_t kFewLines = 6;                       // of a paste that is shown

  bool empty() const { return text_.empty(); }
  std::string whole() const;            // as it is sent
  std::string shown() const;            // long pastes collapsed, tabs as spaces
  std::size_t cursor_in_shown() const;  // in bytes
  // What was typed up to the cursor, where that is the end; for completing the last word.
  std::string_view typed() const { return text_; }
  bool is_at_end() const { return cursor_ == text_.size(); }

  // What was typed or sent before, cleaned; the cursor at its end.
  void set(std::string_view text);
  std::string take();  // whole; nothing is left

  // False: it would be too long, and nothing of it was taken. Of what is inserted, whole characters
  // in order, control characters are left out; what is pasted is clean.
  bool insert(std::string_view text);
  bool paste(std::string_view text);

  // Within the line, and between lines. False: there is no line in that direction.
  void left() { cursor_ = before(cursor_); }
  void right() { cursor_ = after(cursor_); }
  void line_begin() { cursor_ = begin_of_line(cursor_); }
  void line_end() { cursor_ = end_of_line(cursor_); }
  bool up();
  bool down();

  void erase_left() { erase(before(cursor_), cursor_); }
  void erase_right() { erase(cursor_, after(cursor_)); }
  void erase_word();
  void erase_to_begin();   // of the line; at its begin the line end before it
  void erase_to_end();     // the same way
  void erase_last_word();  // what completion replaces; the cursor is at the end

 private:
  std::size_t size() const { return text_.size() - pastes_.size() + pasted_; }  // of whole()
  void erase(std::size_t from, std::size_t to);
  std::size_t before(std::size_t at) const;
  std::size_t after(std::size_t at) const;
  std::size_t begin_of_line(std::size_t at) const;
  std::size_t end_of_line(std::size_t at) const;
  std::size_t at_column(std::size_t line, std::size_t columns) const;
  std::size_t columns(std::size_t from, std::size_t to) const;
  std::string shown_to(std::size_t end) const;

  std::string text_;                 // each long paste is one kPaste
  std::vector<std::string> pastes_;  // in the order of their places
  std::size_t pasted_ = 0;           // bytes of all of them
  std::size_t cursor_ = 0;           // in bytes of text_
};

}  // namespace fm::cli
