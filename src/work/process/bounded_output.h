// BoundedOutput: the beginning and the end of what a program writes, however much that is.
//
// Half of the limit is kept of each. Memory stays below twice the limit. Output that fits is given
// back byte for byte. Of longer output a line in the middle says how much is left out; around it
// lines are whole where lines are short enough, and characters always.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fm {

class BoundedOutput {
 public:
  explicit BoundedOutput(std::size_t limit) : half_(limit / 2) {}

  void add(std::string_view bytes);

  std::string text() const;
  std::int64_t bytes() const { return bytes_; }  // all that came
  bool is_cut() const;

 private:
  std::size_t half_;
  std::int64_t bytes_ = 0;
  std::int64_t lines_left_out_ = 0;  // newlines that are in neither part
  std::string head_;
  std::string tail_;
};

}  // namespace fm
