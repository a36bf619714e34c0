// Whom a message speaks to: names after an @ (C-2).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/words.h"

namespace fm {

// Folded, without the @, in order, each once; whether there is such an agent is the caller's to
// know. None in code, links, e-mail addresses, lines that quote another message, scopes like
// "@angular/core" and files like "@notes.txt". At most 64, from the first kLongestMessage bytes.
std::vector<std::string> find_mentions(std::string_view text);
// For a text whose words are known.
std::vector<std::string> find_mentions(std::span<const Word> words, std::string_view text);

}  // namespace fm
