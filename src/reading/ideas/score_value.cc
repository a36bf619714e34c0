#include "reading/ideas/score_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "base/text.h"
#include "reading/ideas/score_words.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/names.h"

namespace fm {
namespace {

constexpr std::int64_t kMillion = 1'000'000;
constexpr std::int64_t kLargest = 1'000'000'000;  // units; more counts as this much
constexpr std::size_t kLongestScore = 200;        // bytes

// Reads a text from its begin.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::string_view rest() const { return rest_; }
  bool done() const { return rest_.empty(); }
  char next() const { return rest_.empty() ? '\0' : rest_[0]; }

  void skip_space() {
    while (const std::size_t length = space_at(rest_, 0)) rest_.remove_prefix(length);
  }

  bool skip(std::size_t length) {
    rest_.remove_prefix(length);
    return length != 0;
  }

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::optional<std::int64_t> number() {
    if (const auto word = number_word_at(rest_)) {
      rest_.remove_prefix(word->length);
      return word->value * kMillion;
    }
    const bool negative = next() == '-';
    if (negative || next() == '+') rest_.remove_prefix(1);
    std::int64_t units = 0;
    std::size_t digits = 0;
    while (is_ascii_digit(next()) || thousands_mark(digits)) {
      if (is_ascii_digit(next())) {
        units = std::min(units * 10 + (next() - '0'), kLargest);
        ++digits;
      }
      rest_.remove_prefix(1);
    }
    std::int64_t part = 0;
    const bool point = next() == '.' || next() == ',';
    if (point && rest_.size() > 1 && is_ascii_digit(rest_[1])) {
      rest_.remove_prefix(1);
      for (std::int64_t scale = kMillion / 10; is_ascii_digit(next()); scale /= 10) {
        part += scale * (next() - '0');
        ++digits;
        rest_.remove_prefix(1);
      }
    } else if (next() == '.' && digits != 0) {
      rest_.remove_prefix(1);
    }
    if (const auto fraction = fraction_at(rest_); fraction && part == 0) {
      part = fraction->millionths;
      ++digits;
      rest_.remove_prefix(fraction->length);
    }
    if (digits == 0) return std::nullopt;
    std::int64_t value = units * kMillion + part;
    if (next() == 'e' && rest_.size() > 1 &&
        (is_ascii_digit(rest_[1]) || rest_[1] == '+' || rest_[1] == '-')) {
      rest_.remove_prefix(1);
      const bool down = next() == '-';
      if (down || next() == '+') rest_.remove_prefix(1);
      int power = 0;
      if (!is_ascii_digit(next())) return std::nullopt;
      while (is_ascii_digit(next())) {
        power = std::min(power * 10 + (next() - '0'), 40);
        rest_.remove_prefix(1);
      }
      for (; power > 0; --power)
        value = down ? value / 10 : std::min(value * 10, kLargest * kMillion);
    }
    return negative ? -value : value;
  }

 private:
  // "1,000" is a thousand, "8,5" is eight and a half.
  bool thousands_mark(std::size_t digits) const {
    if (next() != ',' || digits == 0 || digits > 3 || rest_.size() < 4) return false;
    const bool three =
        is_ascii_digit(rest_[1]) && is_ascii_digit(rest_[2]) && is_ascii_digit(rest_[3]);
    return three && (rest_.size() == 4 || !is_ascii_digit(rest_[4]));
  }

  std::string_view rest_;
};

// "'8'", "(8)", "[8]": marks around the whole are removed.
std::string_view without_quotes(std::string_view text) {
  for (const std::string_view pair : {"\"\"", "''", "()", "[]"}) {
    if (text.size() < 3 || text.front() != pair[0] || text.back() != pair[1]) continue;
    const std::string_view inner = text.substr(1, text.size() - 2);
    if (inner.find_first_of("()[]\"'") == std::string_view::npos) return trim(inner);
  }
  return text;
}

// "Score: 8": the label is removed.
std::string_view without_label(std::string_view text) {
  for (const std::string_view label : {"overall score", "score", "rating", "overall", "total"}) {
    if (!text.starts_with(label)) continue;
    const std::string_view rest = trim(text.substr(label.size()));
    if (rest.starts_with(':') || rest.starts_with('=')) return trim(rest.substr(1));
  }
  return text;
}

// Signs, but no dash or arrow that might lead to another number.
bool says_nothing(std::string_view text) {
  return static_cast<unsigned char>(text[0]) >= 0x80 && name_words(text).empty();
}

// "★★★★☆", where the stars say of how many; what is written after them in numbers counts more.
std::optional<ScoreValue> read_stars(std::string_view text) {
  const Stars stars = stars_at(text);
  if (stars.length == 0) return std::nullopt;
  std::string_view rest = trim_wide(text.substr(stars.length));
  if (rest.starts_with('(') && rest.ends_with(')')) rest = rest.substr(1, rest.size() - 2);
  if (const auto written = read_score_text(rest)) return written;
  const int of = stars.full + stars.empty;
  if (of != 5 && of != 10) return std::nullopt;
  return ScoreValue{stars.full * kMillion, of * kMillion};
}

}  // namespace

std::optional<ScoreValue> read_score_text(std::string_view text) {
  if (text.size() > kLongestScore) return std::nullopt;
  std::string plain = ascii_lower(ascii_numbers(trim(text)));
  std::erase_if(plain, [](char mark) { return mark == '*' || mark == '`' || mark == '_'; });
  plain = std::string(without_quotes(plain));
  if (const auto stars = read_stars(plain)) return stars;
  Reader reader(without_label(plain));
  reader.skip(about_at(reader.rest()));
  reader.skip_space();
  const auto number = reader.number();
  if (!number) return std::nullopt;
  ScoreValue value{*number, 0};
  bool gap = space_at(reader.rest(), 0) != 0;
  reader.skip_space();
  const std::size_t before_unit = reader.rest().size();
  const bool unit = reader.skip(unit_at(reader.rest()));
  if (unit) reader.skip_space();
  if (reader.skip(out_of_at(reader.rest()))) {
    reader.skip_space();
    const auto scale = reader.number();
    if (!scale || *scale <= 0) return std::nullopt;
    value.out_of_millionths = *scale;
  } else if (reader.take("%")) {
    value.out_of_millionths = 100 * kMillion;
  } else if (!unit) {
    reader.take("+");
  }
  if (reader.rest().size() != before_unit) gap = space_at(reader.rest(), 0) != 0;
  reader.skip_space();
  // What is neither letters nor digits ("8 👍") says nothing about the number.
  if (reader.done() || says_nothing(reader.rest())) return value;
  // A range is not one number, and a word after the number may make it something else ("8
  // reasons").
  for (const std::string_view mark : {"(", "[", ";", ":", ",", ".", "!"}) {
    if (!reader.take(mark)) continue;
    const bool more = is_ascii_digit(reader.next());
    return more && mark != "(" && mark != "[" ? std::nullopt : std::optional(value);
  }
  for (const std::string_view dash : {"-", "–", "—"}) {
    if (!reader.take(dash)) continue;
    reader.skip_space();
    const bool letter =
        is_ascii_letter(reader.next()) || static_cast<unsigned char>(reader.next()) >= 0x80;
    const bool range = Reader(reader.rest()).number().has_value();
    return gap && letter && !range ? std::optional(value) : std::nullopt;
  }
  return value.out_of_millionths != 0 && gap && is_ascii_letter(reader.next())
             ? std::optional(value)
             : std::nullopt;
}

std::optional<ScoreValue> read_score(const Json& value) {
  if (value.is_int64()) {
    const std::int64_t number = value.get_int64();
    return ScoreValue{std::clamp(number, -kLargest, kLargest) * kMillion, 0};
  }
  if (value.is_uint64()) return ScoreValue{kLargest * kMillion, 0};
  if (value.is_double()) {
    const double number = value.get_double();
    if (!std::isfinite(number)) return std::nullopt;
    if (std::abs(number) >= 1e9) return ScoreValue{(number < 0 ? -1 : 1) * kLargest * kMillion, 0};
    // The shortest decimal that reads as this double is the one that was written.
    std::array<char, 400> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number,
                                   std::chars_format::fixed)
                         .ptr;
    const std::string_view text(digits.data(), static_cast<std::size_t>(end - digits.data()));
    const auto read = Reader(text).number();
    return read ? std::optional(ScoreValue{*read, 0}) : std::nullopt;
  }
  if (value.is_string()) {
    return read_score_text({value.get_string().data(), value.get_string().size()});
  }
  if (value.is_array() && value.get_array().size() == 1 && !value.get_array()[0].is_array()) {
    return read_score(value.get_array()[0]);
  }
  if (!value.is_object()) return std::nullopt;
  static constexpr std::array<std::string_view, 5> kValue = {"score", "value", "rating", "points",
                                                             "overall"};
  static constexpr std::array<std::string_view, 5> kScale = {"max", "outof", "maxscore", "scale",
                                                             "maximum"};
  const Json* inner = find_field(value.get_object(), kValue);
  if (inner == nullptr || inner->is_structured()) return std::nullopt;
  auto read = read_score(*inner);
  const Json* scale = find_field(value.get_object(), kScale);
  if (read && read->out_of_millionths == 0 && scale != nullptr && !scale->is_structured()) {
    if (const auto end = read_score(*scale); end && end->millionths > 0) {
      read->out_of_millionths = end->millionths;
    }
  }
  return read;
}

bool is_not_finite(const Json& value) {
  if (!value.is_string()) return false;
  std::string text = ascii_lower({value.get_string().data(), value.get_string().size()});
  if (text.starts_with('-') || text.starts_with('+')) text.erase(0, 1);
  return text == "nan" || text == "infinity" || text == "inf";
}

std::int64_t hundredths_on_scale(const ScoreValue& value, std::int64_t out_of, std::int64_t end) {
  const std::int64_t scale =
      value.out_of_millionths != 0 ? value.out_of_millionths : out_of * kMillion;
  if (scale <= 0) return 0;
  // value / scale * end * 100, rounded half up.
  const std::int64_t limit = kLargest * kMillion;
  const auto number =
      static_cast<__int128>(std::clamp(value.millionths, -limit, limit)) * 200 * end +
      static_cast<__int128>(scale);
  const auto divisor = static_cast<__int128>(scale) * 2;
  __int128 result = number / divisor;
  if (number % divisor < 0) --result;
  return static_cast<std::int64_t>(std::clamp<__int128>(result, -limit, limit));
}

}  // namespace fm
