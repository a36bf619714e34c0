// JSON that an agent sent, set for reading: names and values as nested lists instead of braces.
//
// Nothing is left out and nothing is added; what lies deeper than eight levels is shown as JSON.
// The text is escaped. Pure.
#pragma once

#include <string>

#include "base/json.h"

namespace fm {

void append_json_html(std::string& out, const Json& value);

}  // namespace fm
