// What a person's text has beside words and how to tell it: quotation marks, apostrophes, links and
// emoticons. Asked by split_words() alone.
#pragma once

#include <array>
#include <cstddef>
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

// Between two letters; people also type accents, primes and quotation marks there.
bool is_apostrophe(char32_t code);

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
