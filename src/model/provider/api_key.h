// A key as people store it, made ready for its header (P-20): the one check for all keys.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace fm {

// Without what surrounds a key by mistake: byte-order mark, spaces, quotes, "Bearer ". Empty stays
// empty. Errors: model_key_invalid for what could not be one header's value; the key is not shown.
Result<std::string> clean_key(std::string_view text);

}  // namespace fm
