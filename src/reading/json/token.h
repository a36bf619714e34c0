// The smallest parts of tolerant JSON: spaces and comments, strings, numbers, bare words.
//
// A Scanner holds a position in a text and the list of repairs; the parser in repair.cc drives it.
// It lives as long as one parse. Whether a quotation mark ends its string is decided in one of two
// ways: kStrict, by JSON's rule (any does), or kByNeighbours, by what comes after it, for strings
// with unescaped quotation marks inside.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "reading/json/chars.h"
#include "reading/json/repair.h"

namespace fm {

enum class QuoteRule { kStrict, kByNeighbours };
enum class Inside { kObject, kArray };

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t at, QuoteRule rule, ParsedJson& out)
      : text_(text), at_(at), rule_(rule), out_(out) {}

  std::size_t at() const { return at_; }
  bool at_end() const { return at_ >= text_.size(); }
  std::size_t looked_ahead() const { return looked_ahead_; }
  bool closed_strings() const { return closed_strings_; }

  void note(RepairKind kind) { note(kind, at_); }
  void note(RepairKind kind, std::size_t offset);

  void skip_space();  // and comments
  Mark peek_mark() const { return mark_at(text_, at_); }
  void take(const Mark& mark);
  bool take_word(std::string_view word);  // as it is
  bool line_break_before() const;         // between the previous token and here

  bool at_quote() const;
  // The string that begins here. Nothing when the text ends inside it.
  std::optional<std::string> read_string(Inside inside, bool is_key);

  // An unquoted key up to its colon, which is not taken; nothing if there is none.
  std::optional<std::string> read_bare_key();

  enum class Scalar { kDone, kNone, kCut };
  // A number, literal or bare word.
  Scalar read_scalar(Inside inside, Json& value);

  std::string excerpt() const;  // what stands here, for messages

 private:
  struct Quote;
  Quote quote_at(std::size_t at) const;
  bool closes(const Quote& quote, std::size_t after, Inside inside, bool is_key);
  bool value_may_end_here(std::size_t at, Inside inside);
  bool key_at(std::size_t at);
  std::size_t skip_plain_space(std::size_t at);
  void read_escape(std::string& out);
  char32_t read_hex4(std::size_t at) const;
  std::size_t escape_sequence() const;
  std::size_t past_decimal_comma(Inside inside, std::size_t end) const;
  bool number_from(std::string_view token, Json& value);
  bool literal_from(std::string_view token, Json& value);

  std::string_view text_;
  std::size_t at_;
  QuoteRule rule_;
  ParsedJson& out_;
  std::size_t before_space_ = 0;
  std::size_t looked_ahead_ = 0;
  bool closed_strings_ = false;
};

}  // namespace fm
