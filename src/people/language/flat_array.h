// Values that lie one after another in bytes that somebody else keeps, with no pointer among them.
//
// Each is copied out where it is asked for, so the bytes may lie at any address. Borrowed: the
// bytes outlive it. What is beyond the end is a bug.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "base/result.h"

namespace fm {

template <typename T>
class FlatArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  FlatArray() = default;
  explicit FlatArray(std::string_view bytes) : bytes_(bytes) {
    FM_CHECK_FATAL(bytes.size() % sizeof(T) == 0, "no part of a value is left over");
  }

  std::size_t size() const { return bytes_.size() / sizeof(T); }
  T operator[](std::size_t at) const {
    FM_CHECK_FATAL(at < size(), "it lies within the image");
    T value;
    std::memcpy(&value, bytes_.data() + at * sizeof(T), sizeof(T));
    return value;
  }

 private:
  std::string_view bytes_;
};

}  // namespace fm
