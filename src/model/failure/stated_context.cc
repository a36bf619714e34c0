#include "model/failure/stated_context.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "model/failure/failure_words.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr std::string_view kAfter = "maximum";  // "> 200000 maximum"
constexpr std::int64_t kLeast = 256;            // below that nothing could be said at all
constexpr std::int64_t kMost = 100'000'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The number at the beginning, behind spaces, brackets and the like; thousands may have commas.
std::optional<std::int64_t> number_at(std::string_view text) {
  std::size_t at = 0;
  at = std::min(text.find_first_not_of(" (:=["), text.size());
  std::string digits;
  for (; at < text.size() && (is_digit(text[at]) || (text[at] == ',' && !digits.empty())); ++at)
    if (text[at] != ',') digits += text[at];
  std::int64_t value = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failed != std::errc() || end == digits.data() || value < kLeast || value > kMost)
    return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::int64_t> stated_context(std::string_view words) {
  const std::string text = ascii_lower(words);
  // Where a sum does not fit, the size is the figure that the sum is compared with.
  if (const auto than = text.rfind('>'); than != text.npos)
    if (const auto size = number_at(std::string_view(text).substr(than + 1))) return size;
  for (const std::string_view before : failure_words().context_sizes)
    if (const auto at = text.find(before); at != text.npos)
      if (const auto size = number_at(std::string_view(text).substr(at + before.size())))
        return size;
  if (const auto at = text.find(kAfter); at != text.npos && at > 1) {
    std::size_t from = at - 1;
    while (from > 0 && is_digit(text[from - 1])) --from;
    return number_at(std::string_view(text).substr(from, at - from));
  }
  return std::nullopt;
}

bool is_refused_for_length(const ModelError& error, std::int64_t bytes, std::int64_t answered) {
  constexpr std::int64_t kLong = 8'000;  // bytes; shorter ones are refused for what they say
  const bool is_refusal = error.kind == ModelErrorKind::kInvalidRequest ||
                          error.kind == ModelErrorKind::kTooLarge ||
                          error.kind == ModelErrorKind::kBadResponse;
  const bool is_status =
      error.http_status == 400 || error.http_status == 413 || error.http_status == 422;
  return is_refusal && is_status && bytes >= kLong && answered > 0 && bytes > answered;
}

}  // namespace fm
