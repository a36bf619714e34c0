#include "base/open_files.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fm {
namespace {

// The process's own limit, put back at the end.
struct Limits {
  Limits() { REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0); }
  ~Limits() { ::setrlimit(RLIMIT_NOFILE, &before); }
  void set(rlim_t now) const {
    const rlimit limit{.rlim_cur = now, .rlim_max = before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &limit) == 0);
  }
  rlimit before{};
};

TEST_CASE_FIXTURE(Limits, "P-30 the limit of open files is raised to what the system allows") {
  REQUIRE(before.rlim_max > 64);
  set(64);
  CHECK(open_files_limit() == 64);
  const std::size_t raised = raise_open_files_limit();
  CHECK(raised > 64);
  CHECK(raised == open_files_limit());
  rlimit now{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &now) == 0);
  CHECK(now.rlim_cur == before.rlim_max);
  CHECK(now.rlim_max == before.rlim_max);
  CHECK(raise_open_files_limit() == raised);  // again changes nothing
}

TEST_CASE("P-1 no file takes the number of a standard descriptor that is missing") {
  for (int missing = 0; missing < 8; ++missing) {
    CAPTURE(missing);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {  // only what is safe between fork and exit
      for (int number = 0; number <= 2; ++number)
        if (missing & (1 << number)) ::close(number);
      fill_standard_descriptors();
      const int next = ::open("/dev/null", O_RDONLY);
      ::_exit(next > 2 ? 0 : 1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
  }
}

}  // namespace
}  // namespace fm
