#include "test/support/fake_terminal.h"

#include <algorithm>

#include "base/grapheme.h"
#include "base/result.h"

namespace fm::testing {
namespace {

std::string to_text(const std::vector<std::string>& row) {
  std::string text;
  for (const std::string& cell : row) text += cell;
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

}  // namespace

FakeTerminal::FakeTerminal(std::size_t columns, std::size_t rows)
    : columns_(columns), screen_(rows, Row(columns, " ")) {}

void FakeTerminal::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    if (bytes[0] == '\x1b') {
      bytes.remove_prefix(sequence(bytes));
    } else if (bytes[0] == '\r') {
      column_ = 0;
      bytes.remove_prefix(1);
    } else if (bytes[0] == '\n') {
      line_feed();
      bytes.remove_prefix(1);
    } else {
      const std::size_t size = first_grapheme(bytes).bytes;
      print(bytes.substr(0, size));
      bytes.remove_prefix(size);
    }
  }
}

void FakeTerminal::line_feed() {
  if (row_ + 1 < screen_.size()) {
    ++row_;
    return;
  }
  scrollback_.push_back(std::move(screen_.front()));
  screen_.erase(screen_.begin());
  screen_.emplace_back(columns_, " ");
}

void FakeTerminal::print(std::string_view grapheme) {
  const std::size_t wide = first_grapheme(grapheme).columns;
  if (column_ + wide > columns_) {
    ++overflows_;
    column_ = 0;
    line_feed();
  }
  if (wide == 0) return;
  screen_[row_][column_] = grapheme;
  for (std::size_t i = 1; i < wide; ++i) screen_[row_][column_ + i].clear();
  column_ += wide;
}

// The sequence's length.
std::size_t FakeTerminal::sequence(std::string_view bytes) {
  if (!bytes.starts_with("\x1b[")) throw Bug("FakeTerminal does not know this escape");
  const std::size_t end = bytes.find_first_not_of("0123456789;?", 2);
  if (end == std::string_view::npos) throw Bug("FakeTerminal was given half a sequence");
  const std::string_view parameter = bytes.substr(2, end - 2);
  const std::size_t count = parameter.empty() || parameter[0] == '?'
                                ? 1
                                : static_cast<std::size_t>(std::stoul(std::string(parameter)));
  switch (bytes[end]) {
    case 'A':
      row_ -= std::min(row_, count);
      break;
    case 'B':
      row_ = std::min(screen_.size() - 1, row_ + count);
      break;
    case 'C':
      column_ = std::min(columns_ - 1, column_ + count);
      break;
    case 'J':
      if (!parameter.empty()) throw Bug("FakeTerminal erases below only");
      for (std::size_t below = row_ + 1; below < screen_.size(); ++below)
        screen_[below].assign(columns_, " ");
      std::fill(screen_[row_].begin() + static_cast<std::ptrdiff_t>(column_), screen_[row_].end(),
                " ");
      break;
    case 'K':
      if (parameter != "2") throw Bug("FakeTerminal erases whole lines only");
      screen_[row_].assign(columns_, " ");
      break;
    case 'm':
    case 'h':
    case 'l':
      break;
    default:
      throw Bug("FakeTerminal does not know a sequence");
  }
  return end + 1;
}

std::vector<std::string> FakeTerminal::lines() const {
  std::vector<std::string> lines;
  for (const Row& row : scrollback_) lines.push_back(to_text(row));
  std::size_t last = row_;
  for (std::size_t i = 0; i < screen_.size(); ++i)
    if (!to_text(screen_[i]).empty()) last = std::max(last, i);
  for (std::size_t i = 0; i <= last; ++i) lines.push_back(to_text(screen_[i]));
  return lines;
}

}  // namespace fm::testing
