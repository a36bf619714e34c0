// Amounts in a text of a person or a brief: money, spans of time and dates, in words and digits,
// with ranges ("2-3 weeks") and bounds ("at most"). For contradictions.h.
//
// A text is cut into pieces at marks and at words like "and", because what stands beside an amount
// says what it is about. English, and the units and small numbers of German, French, Spanish,
// Italian, Portuguese and Dutch. Pure; linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

struct TextWord {
  std::string plain;  // folded, without accents; of a mark the mark itself
  bool is_word = false;
  bool is_number = false;       // in digits
  std::int64_t hundredths = 0;  // of a number, also of one in words; 0: none
  std::size_t begin = 0;        // in bytes of the text
  std::size_t end = 0;
};

// A piece of a sentence.
struct TextPiece {
  std::vector<TextWord> words;  // without the marks that part pieces
  bool asked = false;           // its sentence ends with a question mark
  std::size_t begin = 0;        // in bytes of the text
  std::size_t end = 0;
};

// Quotations, code and links are left out.
std::vector<TextPiece> pieces_of(std::string_view text);

enum class QuantityKind { kMoney, kSpan, kDate };

struct Quantity {
  QuantityKind kind = QuantityKind::kMoney;
  std::string unit;       // "eur", with "/month" where it recurs; "day" of spans; empty for dates
  std::int64_t low = 0;   // hundredths of the unit; of a date month * 100 + day, day 0: none
  std::int64_t high = 0;  // the same, but for a range
  bool about = false;     // roughly
  bool at_most = false;
  bool at_least = false;
  std::size_t first = 0;  // words of the piece
  std::size_t last = 0;   // one behind
};

std::vector<Quantity> quantities_of(const TextPiece& piece);

bool is_unit_word(std::string_view plain);  // of money or time

// Without the ending of a plural.
std::string word_stem(std::string_view plain);

}  // namespace fm
