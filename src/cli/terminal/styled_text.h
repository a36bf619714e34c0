// Styled lines: what the views draw, before it becomes bytes.
//
// A Line is a row of spans, each in one ink. Renderers make lines and compare them; paint() makes
// the terminal's bytes and plain() the text without any style. Colours are the sixteen that every
// terminal has, so that the person's own theme decides how they look. Values; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace fm::cli {

// As a width: no line is ever broken.
inline constexpr std::size_t kUnwrapped = 1'000'000;
// Indentation takes some of it away on the way down.
inline constexpr bool is_unwrapped(std::size_t columns) { return columns > kUnwrapped / 2; }

// What the terminal can show. With kAscii our own marks and the punctuation of typesetters become
// ASCII; people's words are left as they are, because most terminals show them all the same.
enum class Charset { kUtf8, kAscii };

struct TextStyle {
  std::uint8_t colour = 0;  // the foreground's SGR number, 0 for the terminal's own
  bool bold = false;
  bool dim = false;
  bool italic = false;

  bool operator==(const TextStyle&) const = default;
};

inline constexpr TextStyle kPlain{};
inline constexpr TextStyle kStrong{.bold = true};
inline constexpr TextStyle kQuiet{.dim = true};
inline constexpr TextStyle kGood{.colour = 32};
inline constexpr TextStyle kAsk{.colour = 33};
inline constexpr TextStyle kDanger{.colour = 31};

struct Span {
  std::string text;
  TextStyle style;

  bool operator==(const Span&) const = default;
};

struct Line {
  std::vector<Span> spans;

  Line() = default;
  explicit Line(std::string text, TextStyle style = kPlain) { add(std::move(text), style); }

  // Appends text; neighbours in one ink become one span, so that equal looks compare equal.
  Line& add(std::string_view text, TextStyle style = kPlain);
  bool operator==(const Line&) const = default;
};

using Lines = std::vector<Line>;

using fm::width;
std::size_t width(const Line& line);
std::string plain(const Line& line);

// NO_COLOR takes the colours away and nothing else.
enum class Colours { kShown, kNone };
// With SGR sequences, ending in the terminal's own style.
std::string paint(const Line& line, Colours colours = Colours::kShown);

void append(Lines& lines, Lines more);

// The part of `line` between two byte offsets of its plain text.
Line slice(const Line& line, std::size_t from, std::size_t to = std::string::npos);

// At most `columns` wide, ending in an ellipsis of the charset when anything was cut.
std::string cut(std::string_view text, std::size_t columns, Charset charset);
Line cut(const Line& line, std::size_t columns, Charset charset);

// The same where more follows that is not shown: it ends in an ellipsis though all of it fits.
Line cut_off(const Line& line, std::size_t columns, Charset charset);

// `text` filled up with spaces, or cut, to exactly `columns`.
std::string column(std::string_view text, std::size_t columns, Charset charset);
std::string column_right(std::string_view text, std::size_t columns, Charset charset);

// Text from outside, made safe for a terminal (fm::clean) and right for the charset. Line ends
// stay; in one_line() they and all other white space become single spaces.
std::string shown(std::string_view text, Charset charset);
std::string one_line(std::string_view text, Charset charset);

}  // namespace fm::cli
