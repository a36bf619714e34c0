// Letters: what kind of character a code point is, and words folded for comparing.
#pragma once

#include <string>
#include <string_view>

namespace fm {

enum class CharacterKind { kLetter, kCombining, kDigit, kSpace, kPunctuation, kSymbol, kOther };

CharacterKind kind_of(char32_t code);  // kOther: controls, private and unassigned

// Han, Kana, Hangul, Thai: scripts in which spaces do not show where a word ends.
bool is_unspaced_script(char32_t code);

// Case-folded and compatibility-composed, nothing else changed: "Ｓí" is "sí". Bad bytes are
// U+FFFD. At most 30 marks on a letter are kept.
std::string fold_letters(std::string_view word);

// Latin letters without their accents: "não" is "nao", "ł" is "l". Other scripts stay.
std::string without_accents(std::string_view folded);

}  // namespace fm
