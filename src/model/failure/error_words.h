// The words by which providers are understood when they fail. Data, in one place.
#pragma once

#include <string_view>

#include "model/model.h"

namespace fm {

// Whether `text` (lower case; codes, types and message together) speaks of this kind of failure.
bool says_kind(std::string_view text, ModelErrorKind kind);

}  // namespace fm
