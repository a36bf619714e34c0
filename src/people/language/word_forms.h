// What a person's text has beside words and how to tell it: quotation marks, apostrophes, links and
// emoticons. Asked by split_words() alone.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace fm {

// What opens a quotation, and what may close it.
inline constexpr auto kQuotationMarks = std::to_array<std::pair<char32_t, std::u32string_view>>({
    {U'"', U"\""},
    {U'“', U"”\"“"},
    {U'„', U"“”\""},
    {U'”', U"”"},
    {U'«', U"»"},
    {U'»', U"«»"},
    {U'‹', U"›"},
    {U'「', U"」"},
    {U'『', U"』"},
    {U'‘', U"’"},
    {U'‚', U"‘’"},
    {U'\'', U"'"},
    {U'＂', U"＂"},
    {U'《', U"》"},
});

// Between two letters. People also type accents, primes and quotation marks there.
bool is_apostrophe(char32_t code);
std::string with_plain_apostrophes(std::string_view word);

// Joins letters of Persian and Indian scripts, or parts a word at a line's end.
constexpr bool is_joiner(char32_t code) { return code == 0x200C || code == 0x200D || code == 0xAD; }

// What may follow an emoji and belongs to it: joiner, selectors, skin tones.
constexpr bool is_dress(char32_t code) {
  return code == 0x200D || code == 0xFE0E || code == 0xFE0F || (code >= 0x1F3FB && code <= 0x1F3FF);
}
constexpr bool is_half_of_flag(char32_t code) { return code >= 0x1F1E6 && code <= 0x1F1FF; }

// The square around "1️⃣".
constexpr bool is_keycap(char32_t code) { return code == 0xFE0F || code == 0x20E3; }

// Where a run of `least` to `most` ticks ends, looking from `place` on; npos: there is none.
std::size_t find_ticks(std::string_view text, std::size_t place, char tick, std::size_t least,
                       std::size_t most);

// The bytes before the next white space or punctuation that no link has (“”、。).
std::size_t length_of_run(std::string_view text);

// Whether a run is a URL, an e-mail address or the path of a file.
bool is_link(std::string_view run);

// The bytes of ":-)" and the like at the begin of the text, or 0.
std::size_t length_of_emoticon(std::string_view text);

// Whether a name or word of the text ends in a consonant that elides: "l'idée", "dall'app"; but not
// "i'm" and "don't".
bool elides(std::string_view before_apostrophe);

}  // namespace fm
