#include "model/wire/json_values.h"

namespace fm {

bool JsonValues::feed(std::string_view bytes, const OnValue& on_value) {
  std::size_t begin = 0;  // of the open value, within these bytes
  for (std::size_t at = 0; at < bytes.size() && !too_long_; ++at) {
    const char byte = bytes[at];
    if (nesting_.is_inside()) {
      const bool broken = byte == '\n' && nesting_.is_in_string();
      if (broken) nesting_ = {};
      if (broken || nesting_.take(byte)) end_value(bytes.substr(begin, at + 1 - begin), on_value);
    } else if (byte == '{' || (byte == '[' && in_array_)) {
      begin = at;
      nesting_ = {};
      nesting_.take(byte);
    } else if (byte == '[') {
      in_array_ = true;
    } else if (byte == ']') {
      in_array_ = false;
    }
  }
  if (nesting_.is_inside()) partial_ += bytes.substr(begin);
  too_long_ = too_long_ || partial_.size() > limit_;
  return !too_long_;
}

void JsonValues::end_value(std::string_view tail, const OnValue& on_value) {
  if (partial_.size() + tail.size() > limit_) {
    too_long_ = true;
  } else if (partial_.empty()) {
    on_value(tail);
  } else {
    partial_ += tail;
    on_value(partial_);
  }
  partial_ = {};
}

}  // namespace fm
