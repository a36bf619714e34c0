// What stands under a message and is no part of it: a device's line, a closing formula and a name,
// whatever follows the two dashes of a mail (G-2). Pure.
#pragma once

#include <string_view>

#include "people/language/vocabulary.h"

namespace fm {

// The message without it; the whole where nothing is left.
std::string_view without_signature(const Vocabulary& vocabulary, std::string_view message);

}  // namespace fm
