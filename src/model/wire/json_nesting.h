// JsonNesting: whether JSON text that grows byte by byte is whole by its brackets and quotes.
//
// It judges the outline only, never the grammar, so it costs one step a byte at any depth. Bytes
// after the end begin another value.
#pragma once

#include <cstddef>
#include <string_view>

namespace fm {

class JsonNesting {
 public:
  // Takes one byte. True when it closes the value's outermost bracket.
  bool take(char byte);
  void take(std::string_view bytes);

  bool is_inside() const { return depth_ > 0 || in_string_; }
  bool is_in_string() const { return in_string_; }
  bool is_whole() const { return has_begun_ && !is_inside(); }

 private:
  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool has_begun_ = false;
};

}  // namespace fm
