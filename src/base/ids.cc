#include "base/ids.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "base/sha256.h"
#include "base/text.h"
#include "base/utf8.h"

namespace fm {
namespace {

constexpr std::size_t kLongestId = 64;
constexpr std::size_t kDerivedCharacters = 10;
constexpr std::size_t kRoomSlug = 24;
constexpr std::size_t kRoomCharacters = 4;

bool is_slug_character(char32_t code) {
  return (code >= 'a' && code <= 'z') || (code >= '0' && code <= '9');
}

// Latin letters that Unicode does not take apart into a letter and a mark. Lower case only: the
// folding comes before.
std::string_view latin_letters(char32_t code) {
  struct Letter {
    char32_t code;
    std::string_view ascii;
  };
  static constexpr std::array kLetters = {
      Letter{U'æ', "ae"}, Letter{U'ð', "d"}, Letter{U'ø', "o"},  Letter{U'þ', "th"},
      Letter{U'đ', "d"},  Letter{U'ħ', "h"}, Letter{U'ı', "i"},  Letter{U'ĸ', "k"},
      Letter{U'ł', "l"},  Letter{U'ŋ', "n"}, Letter{U'œ', "oe"}, Letter{U'ŧ', "t"},
      Letter{U'ɓ', "b"},  Letter{U'ɖ', "d"}, Letter{U'ɗ', "d"},  Letter{U'ə', "e"},
      Letter{U'ɛ', "e"},  Letter{U'ɔ', "o"}, Letter{U'ƙ', "k"},  Letter{U'ƴ', "y"}};
  const auto found = std::ranges::find(kLetters, code, &Letter::code);
  return found == kLetters.end() ? std::string_view() : found->ascii;
}

bool is_apostrophe(char32_t code) { return code == '\'' || code == 0x2019; }

// The ASCII letters and digits that `code` stands for; anything else in it is given as a space.
std::string to_slug_characters(char32_t code) {
  if (is_apostrophe(code)) return {};
  std::array<utf8proc_int32_t, 32> parts{};  // the longest decomposition has 18
  int boundary = 0;
  constexpr auto kOptions =
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                     UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
  const auto count =
      utf8proc_decompose_char(static_cast<utf8proc_int32_t>(code), parts.data(),
                              static_cast<utf8proc_ssize_t>(parts.size()), kOptions, &boundary);
  std::string out;
  for (std::size_t i = 0; std::cmp_less(i, count) && i < parts.size(); ++i) {
    const auto part = static_cast<char32_t>(parts[i]);
    const std::string_view letters = latin_letters(part);
    if (is_slug_character(part)) {
      out += static_cast<char>(part);
    } else if (!letters.empty()) {
      out += letters;
    } else {
      out += ' ';
    }
  }
  return out;
}

}  // namespace

Result<void> check_id(std::string_view id) {
  const bool good =
      !id.empty() && id.size() <= kLongestId && std::ranges::all_of(id, [](char character) {
        return character == '-' || is_slug_character(static_cast<unsigned char>(character));
      });
  if (good) return {};
  constexpr std::size_t kShown = 40;
  return fail("id_invalid",
              "\"" + fit(clean(id.substr(0, 4 * kShown)).text, kShown) + "\" is not an id.",
              "An id has 1 to 64 characters, each a letter from a to z, a digit or a hyphen.");
}

std::string derived_id(char prefix, const FlowId& flow, std::string_view place) {
  // The zero byte keeps the two apart whatever they hold.
  std::string key = flow.value;
  key += '\0';
  key += place;
  return std::string{prefix, '-'} + to_base32(sha256(key), kDerivedCharacters);
}

std::string room_id(std::string_view title, std::uint32_t random) {
  std::string id = slug(title, kRoomSlug);
  if (id.empty()) id = "room";
  id += '-';
  for (std::size_t i = 0; i < kRoomCharacters; ++i) {
    id += kIdAlphabet[random % kIdAlphabet.size()];
    random /= static_cast<std::uint32_t>(kIdAlphabet.size());
  }
  return id;
}

std::string slug(std::string_view text, std::size_t limit) {
  std::string out;
  bool gap = false;
  for (std::size_t at = 0; at < text.size() && out.size() < limit;) {
    const Decoded next = decode_utf8(text.substr(at));
    at += next.length;
    for (const char character : to_slug_characters(next.code)) {
      if (character == ' ') {
        gap = true;
        continue;
      }
      if (gap && !out.empty()) out += '-';
      gap = false;
      out += character;
    }
  }
  out.resize(std::min(out.size(), limit));
  if (out.ends_with('-')) out.pop_back();
  return out;
}

}  // namespace fm
