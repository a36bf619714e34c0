// How a fuzz target reports a broken promise.
#pragma once

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace fm {

inline void hold(bool condition, const char* what, std::string_view detail = {}) {
  if (condition) return;
  std::cerr << "broken: " << what << "\n" << detail << "\n";
  std::abort();
}

}  // namespace fm
