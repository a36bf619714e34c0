#include "base/result.h"

#include <cstdio>
#include <cstdlib>

namespace fm {

void throw_bug(std::string_view what, const char* file, int line) {
  throw Bug(std::string(what) + " (" + file + ":" + std::to_string(line) + ")");
}

void abort_bug(std::string_view what, const char* file, int line) noexcept {
  std::fprintf(stderr, "folkmoot: internal error: %.*s (%s:%d)\n", static_cast<int>(what.size()),
               what.data(), file, line);
  std::abort();
}

}  // namespace fm
