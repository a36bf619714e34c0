// Whether a result is what a case of model output asks for. For tests and folkmoot-corpus only.
//
// Results are in the corpus's own form, {"error": code} among them; our scores and ratings are
// hundredths, those of the corpus numbers with a fraction.
#pragma once

#include <string>

#include "base/json.h"

namespace fm {

// `one` is the case: one right result, several acceptable ones, or an error.
bool is_right(const Json& one, const Json& got);

// What it asks for, in words.
std::string wanted_text(const Json& one);

}  // namespace fm
