#include "model/failure/stated_context.h"

#include <array>
#include <charconv>
#include <string>

#include "reading/json/chars.h"

namespace fm {
namespace {

// Before the size. Providers say the size of the prompt too, but not after these.
constexpr std::array<std::string_view, 9> kBefore{"maximum context length is",
                                                  "maximum context length of",
                                                  "maximum allowed input length of",
                                                  "maximum number of tokens allowed",
                                                  "available context size",
                                                  "maximum prompt length is",
                                                  "exceeds the limit of",
                                                  "max context length",
                                                  "context limit:"};
constexpr std::string_view kAfter = "maximum";  // "> 200000 maximum"
constexpr std::int64_t kLeast = 256;            // below that nothing could be said at all
constexpr std::int64_t kMost = 100'000'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The number at the beginning, behind spaces and an opening bracket; thousands may have commas.
std::optional<std::int64_t> number_at(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && (text[at] == ' ' || text[at] == '(' || text[at] == ':')) ++at;
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
  for (const std::string_view before : kBefore)
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

}  // namespace fm
