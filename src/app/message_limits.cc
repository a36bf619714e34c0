#include "app/message_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/figures.h"
#include "base/grapheme.h"
#include "base/text.h"
#include "base/utf8.h"

namespace fm {
namespace {

// First and last of the code points that are drawn as nothing.
constexpr auto kEmpty = std::to_array<std::pair<char32_t, char32_t>>({
    {0xAD, 0xAD},
    {0x34F, 0x34F},
    {0x61C, 0x61C},
    {0x115F, 0x1160},
    {0x17B4, 0x17B5},
    {0x180B, 0x180F},
    {0x200B, 0x200F},
    {0x202A, 0x202E},
    {0x2060, 0x206F},
    {0x2800, 0x2800},
    {0x3164, 0x3164},
    {0xFE00, 0xFE0F},
    {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB},
    {0x1D173, 0x1D17A},
    {0xE0000, 0xE0FFF},
});

bool is_empty(char32_t code) {
  return std::ranges::any_of(
      kEmpty, [&](const auto& range) { return range.first <= code && code <= range.second; });
}

}  // namespace

bool is_blank(std::string_view text) {
  const std::string seen = clean(text).text;
  for (std::string_view rest = seen; !rest.empty();) {
    const Decoded next = decode_utf8(rest);
    if (!is_white_space(next.code) && !is_empty(next.code)) return false;
    rest.remove_prefix(next.length);
  }
  return true;
}

std::unexpected<Error> text_too_long(std::string_view what, std::size_t most) {
  return fail(
      "text_too_large", fmt::format("The {} is too long. Nothing of it was used.", what),
      fmt::format("It may have at most {} bytes.", thousands(static_cast<std::int64_t>(most))),
      "Put the long part into a file of the folder and name that file instead.");
}

Result<void> check_topic(std::string_view topic) {
  if (topic.size() > kTopicLimit)
    return fail("topic_too_long", "The topic is too long.",
                fmt::format("It has {} bytes; at most {} are taken.",
                            thousands(static_cast<std::int64_t>(topic.size())),
                            thousands(static_cast<std::int64_t>(kTopicLimit))),
                "Put the long part into a file of the folder and say in the topic what it is.");
  if (is_blank(topic))
    return fail("topic_empty", "There is no topic.",
                topic.empty() ? "Nothing was given." : "What was given has no visible character.",
                "Say what to think about: folkmoot ideate \"a tool library for our street\"");
  return {};
}

Result<void> check_message(std::string_view text) {
  if (text.size() > kMessageLimit) return text_too_long("message", kMessageLimit);
  if (is_blank(text))
    return fail("message_empty", "Nothing was said.", "The message has no visible text.",
                "Type something and press Enter; as an argument, give it in quotes.");
  return {};
}

}  // namespace fm
