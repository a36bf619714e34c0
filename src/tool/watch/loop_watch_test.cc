#include "tool/watch/loop_watch.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

GivenCall run(std::string command) {
  return {.id = "c", .name = "run_command", .arguments = {{"command", command}}};
}
GivenCall read(std::string path) {
  return {.id = "c", .name = "read_file", .arguments = {{"path", path}}};
}

TEST_CASE("F-39 a poll whose output grows is progress") {
  LoopWatch watch;
  std::string log;
  for (int i = 0; i < 20; ++i) {
    log += "compiled " + std::to_string(i) + "\n";
    CHECK_FALSE(watch.note(run("tail build.log"), log).has_value());
  }
}

TEST_CASE("F-39 the same action with the same result is a loop, and is told with where it began") {
  LoopWatch watch;
  watch.note(read("a.py"), "x");
  std::size_t at = 0;
  std::optional<FoundLoop> found;
  for (std::size_t i = 1; i <= 6 && !found; ++i) {
    CHECK(watch.is_close() == (i == kSameAction));
    found = watch.note(run("pytest -q"), "1 failed");
    at = i;
  }
  REQUIRE(found.has_value());
  CHECK(at == kSameAction);
  CHECK(found->period == 1);
  CHECK(found->from == 1);
  CHECK(found->words == "run_command pytest -q, 4 times with the same result");
}

TEST_CASE("F-39 what a model says beside an action does not make it another") {
  LoopWatch watch;
  bool found = false;
  for (int i = 0; i < 4; ++i) {
    GivenCall call = run("pytest -q  # try " + std::to_string(i));
    call.arguments["description"] = "attempt " + std::to_string(i);
    found = watch.note(call, "1 failed in 0." + std::to_string(i) + "2s").has_value();
  }
  CHECK(found);
}

TEST_CASE("F-39 a round of actions is a loop") {
  LoopWatch watch;
  std::optional<FoundLoop> found;
  int calls = 0;
  for (int i = 0; i < 8 && !found; ++i, ++calls)
    found = watch.note(i % 2 == 0 ? read("a.py") : read("b.py"), i % 2 == 0 ? "a" : "b");
  REQUIRE(found.has_value());
  CHECK(found->period == 2);
  CHECK(calls == 6);
  CHECK(found->words == "read_file a.py, then read_file b.py, 3 times with the same result");
}

TEST_CASE("F-39 a declared wait is none, and work between two equal runs is progress") {
  LoopWatch watch;
  for (int i = 0; i < 8; ++i) CHECK_FALSE(watch.note(run("sleep 600"), "").has_value());
  for (int i = 0; i < 8; ++i) {
    CHECK_FALSE(watch.note(run("pytest -q"), "1 failed").has_value());
    const GivenCall edit{.id = "c",
                         .name = "edit_file",
                         .arguments = {{"path", "a.py"}, {"old", std::to_string(i)}, {"new", "x"}}};
    CHECK_FALSE(watch.note(edit, "edited").has_value());
  }
  CHECK(is_declared_wait(run("sleep 600 && sleep 1")));
  CHECK_FALSE(is_declared_wait(run("sleep 1; make")));
}

TEST_CASE("F-39 what was forgotten is no repetition any more") {
  LoopWatch watch;
  for (int i = 0; i < 3; ++i) watch.note(read("a"), "x");
  watch.forget();
  std::optional<FoundLoop> found;
  for (int i = 0; i < 4; ++i) found = watch.note(read("a"), "x");
  REQUIRE(found.has_value());
  CHECK(found->from == 3);
}

TEST_CASE("F-39 calls that cannot be read are compared as they came") {
  LoopWatch watch;
  std::optional<FoundLoop> found;
  for (int i = 0; i < 4; ++i) found = watch.note({.id = "c", .name = "nonsense"}, "error");
  CHECK(found.has_value());
}

}  // namespace
}  // namespace fm
