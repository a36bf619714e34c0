// What a text has instead of a stretch that is not in it: the lines most like it, with their
// numbers, and the first difference. Pure; bounded for texts of any size.
#pragma once

#include <string>
#include <string_view>

namespace fm {

// Sentences for a model. Empty where nothing is like it.
std::string nearest_text(std::string_view text, std::string_view stretch);

}  // namespace fm
