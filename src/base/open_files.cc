#include "base/open_files.h"

#include <fcntl.h>
#include <sys/resource.h>

#include <algorithm>

namespace fm {
namespace {

constexpr rlim_t kUsual = 256;             // where the system does not say
constexpr rlim_t kMost = rlim_t{1} << 20;  // "no limit" is a number too

}  // namespace

void fill_standard_descriptors() {
  for (int number = 0; number <= 2; ++number) {
    if (::fcntl(number, F_GETFD) >= 0) continue;
    // The lowest free number is this one.
    [[maybe_unused]] const int opened = ::open("/dev/null", number == 0 ? O_RDONLY : O_WRONLY);
  }
}

std::size_t open_files_limit() {
  rlimit limit{.rlim_cur = kUsual, .rlim_max = kUsual};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<std::size_t>(std::min(limit.rlim_cur, kMost));
}

std::size_t raise_open_files_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  return open_files_limit();
}

}  // namespace fm
