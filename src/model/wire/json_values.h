// JsonValues: bytes in, whole JSON values out, however the bytes were cut and the values framed.
//
// One document, one a line (NDJSON), one after the other, or the elements of one array that is sent
// in pieces: all give their objects one by one, as soon as each is whole. Nothing is read twice,
// and nothing but the value that is still open is kept. What stands between values is skipped. A
// value whose string runs over a line's end cannot be JSON: it is given out as it is, and reading
// goes on behind it, so that a broken line of NDJSON does not hide those after it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "model/wire/json_nesting.h"

namespace fm {

class JsonValues {
 public:
  explicit JsonValues(std::size_t limit) : limit_(limit) {}

  // False when a value has grown over the limit; then nothing more is read. A view is valid during
  // the call.
  using OnValue = std::function<void(std::string_view)>;
  bool feed(std::string_view bytes, const OnValue& on_value);

  // Inside a value, or an array that has not ended.
  bool is_open() const { return nesting_.is_inside() || in_array_; }

 private:
  void end_value(std::string_view tail, const OnValue& on_value);

  std::size_t limit_;
  JsonNesting nesting_;
  std::string partial_;  // what came of the open value before these bytes
  bool in_array_ = false;
  bool too_long_ = false;
};

}  // namespace fm
