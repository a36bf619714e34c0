// How much a reader may look at: work counted in steps, not in seconds.
//
// A step is about one byte of the text that is looked at, or as much work as that. Each reader of
// model output stays within kStepsPerByte steps for a byte of its text and kStepsAtLeast besides,
// whatever the text is: where a search could take more (values that break off again and again), it
// ends early and says so. Memory has bounds of the same kind: nesting (kMaxDepth), values
// (kMaxValues) and the numbers of candidates, blocks, lines and calls are limited in their files.
#pragma once

#include <cstddef>

namespace fm {

inline constexpr std::size_t kStepsPerByte = 104;
inline constexpr std::size_t kStepsAtLeast = 1 << 16;

class Steps {
 public:
  void add(std::size_t count) { taken_ += count; }
  std::size_t taken() const { return taken_; }

 private:
  std::size_t taken_ = 0;
};

}  // namespace fm
