#include "model/wire/json_nesting.h"

namespace fm {

bool JsonNesting::take(char byte) {
  if (in_string_) {
    if (escaped_) {
      escaped_ = false;
    } else if (byte == '\\') {
      escaped_ = true;
    } else if (byte == '"') {
      in_string_ = false;
    }
    return false;
  }
  switch (byte) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
      return false;
    case '"':
      in_string_ = true;
      break;
    case '{':
    case '[':
      ++depth_;
      break;
    case '}':
    case ']':
      if (depth_ > 0 && --depth_ == 0) return true;
      break;
    default:
      break;
  }
  has_begun_ = true;
  return false;
}

void JsonNesting::take(std::string_view bytes) {
  for (const char byte : bytes) take(byte);
}

}  // namespace fm
