// What can be found out about a failure before it is judged: status, codes, words.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"

namespace fm {

struct ErrorFacts {
  int status = 0;       // of HTTP, else the number in the error, if there is one
  std::string codes;    // all codes and types, lower case, one space before and after each
  std::string message;  // the provider's words, as they are
};

// Adds what `document` says, whatever its shape. Nested JSON texts are opened.
void collect(ErrorFacts& facts, const Json& document);

// The text's title, for a web page: "502 Bad Gateway".
std::string page_title(std::string_view html);

}  // namespace fm
