#include "engine/runtime/stack_mark.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

namespace fm {
namespace {

struct Place {
  std::string path =
      (std::filesystem::temp_directory_path() / ("stack_mark-" + std::to_string(::getpid())))
          .string();
  ~Place() { std::filesystem::remove(path); }
};

TEST_CASE("the room in whose code a process was killed is known to the next one") {
  const Place place;
  const pid_t child = ::fork();
  if (child == 0) {
    auto mark = StackMark::open(place.path);
    if (mark) (*mark)->enter({"a-room-7k2m"});
    ::raise(SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFSIGNALED(status));
  auto next = StackMark::open(place.path);
  REQUIRE(next.has_value());
  CHECK((*next)->left_behind().value == "a-room-7k2m");
}

TEST_CASE("a process that ends outside of any room's code blames none") {
  const Place place;
  {
    auto mark = StackMark::open(place.path);
    REQUIRE(mark.has_value());
    CHECK((*mark)->left_behind().empty());
    (*mark)->enter({"a-room"});
    (*mark)->leave();
  }
  auto next = StackMark::open(place.path);
  REQUIRE(next.has_value());
  CHECK((*next)->left_behind().empty());
}

TEST_CASE("what is no id is nobody's name") {
  for (const char* text : {"No Id!", "../../etc", "", "\n"}) {
    const Place place;
    std::ofstream(place.path) << text;
    auto mark = StackMark::open(place.path);
    REQUIRE(mark.has_value());
    CHECK((*mark)->left_behind().empty());
  }
  CHECK(StackMark::open("/no/such/folder/mark").error().code == "store_unreadable");
}

}  // namespace
}  // namespace fm
