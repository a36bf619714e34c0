// A tolerant parser: the JSON value that begins at a position, and what had to be repaired.
//
// Repaired is only what has one possible meaning (trailing and missing commas, comments, other
// quotes, Python's literals, unquoted keys, control characters, missing closers); anything else is
// a failure with its place. Every string and number in the value stands in the text. Integers stay
// integers; a number that no int64, uint64 or finite double can hold, NaN and Infinity become
// their text. What a cut (the end of the text inside the value) left incomplete is dropped.
//
// Work is linear in what is looked at, and counted (budget.h). Nesting deeper than kMaxDepth is a
// failure, so that no value is deep enough to overflow a stack when it is walked or destroyed; so
// are more than kMaxValues values, which no answer holds.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/json/budget.h"

namespace fm {

inline constexpr std::size_t kMaxDepth = 128;
inline constexpr std::size_t kMaxValues = 1'000'000;

enum class RepairKind {
  kTrailingComma,
  kMissingComma,
  kExtraComma,
  kComment,
  kOtherQuotes,  // ' ` “ ” „ « ＂ or three of them
  kInnerQuote,   // a quotation mark inside a string was not escaped
  kUnquotedKey,
  kBareWord,    // a value without quotation marks
  kLiteral,     // True, None, undefined
  kNumberForm,  // +1 .5 5. 007 0x1F 1_000
  kNotFinite,   // NaN, Infinity: kept as text
  kBigNumber,   // kept as text
  kControlCharacter,
  kBadEscape,
  kLoneSurrogate,
  kBadUtf8,
  kWideMark,       // full-width brackets, commas, colons
  kOddSpace,       // a no-break space and the like
  kJoinedStrings,  // "a" + "b"
  kMissingValue,   // "key": ,
  kMissingClose,
  kExtraClose,
  kEllipsis,        // "..." where an element should be
  kSameKeyTwice,    // with the same value
  kEscapedText,     // the whole value was escaped once more
  kHtmlEntities,    // the whole value was written with &quot;
  kOtherSeparator,  // ; for a comma, = or => for the colon behind a key in quotation marks
};

std::string_view repair_name(RepairKind kind);  // "trailing_comma"

struct Repair {
  RepairKind kind;
  std::size_t offset;  // in the text that was given
};

// How the value ended.
enum class Cut {
  kNone,
  kBetween,  // only closing brackets are missing: all values are complete
  kInside,   // inside a value, or where another had been begun; that one was dropped
};

struct ParsedJson {
  Json value;
  std::size_t end = 0;          // just after the value
  std::vector<Repair> repairs;  // at most 100 are kept
  std::size_t repair_count = 0;
  std::vector<Repair> conflicts;  // keys that came twice with different values; the last one stands
  std::string conflict_key;       // the first of them
  Cut cut = Cut::kNone;
  std::size_t open_depth = 0;  // containers that were open at a cut; they are the last ones
};

// Whether something was not written out ("key": , or ...), so that the value may not be all of it.
bool left_out(const ParsedJson& parsed);

struct ParseFailure {
  std::size_t offset = 0;
  std::string message;       // "expected ':' after the key \"title\""
  bool had_content = false;  // a member or an element had been read: it was meant as JSON
  bool too_large = false;    // nested too deep, or too many values
};

// The value at `at`, which must be an opening bracket. Looks no further than the end of `text`.
std::expected<ParsedJson, ParseFailure> parse_tolerant(std::string_view text, std::size_t at,
                                                       Steps& steps);

}  // namespace fm
