// Reads what git writes with -z: fields that end with NUL. Pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace fm {

class NulFields {
 public:
  explicit NulFields(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  std::string_view next() {  // behind the end: empty
    const std::size_t end = std::min(rest_.find('\0'), rest_.size());
    const std::string_view field = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return field;
  }

 private:
  std::string_view rest_;
};

// The word up to the next space, which goes from `line`.
inline std::string_view take_word(std::string_view& line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

}  // namespace fm
