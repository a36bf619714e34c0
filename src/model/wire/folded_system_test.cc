#include "model/wire/folded_system.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

TEST_CASE("P-20 without a system role its words stand before the user's first") {
  const auto folded =
      folded_system({{.role = Role::kSystem, .text = "Be kind.", .stable_ends = {8}},
                     {.text = "Hello", .stable_ends = {5}},
                     {.text = "Again"},
                     {.role = Role::kAssistant, .text = "Yes"},
                     {.role = Role::kSystem, .text = "Be short."},
                     {.text = "Go on"}});
  REQUIRE(folded.size() == 3);
  CHECK(folded[0].role == Role::kUser);
  CHECK(folded[0].text == "Be kind.\n\nBe short.\n\nHello\n\nAgain");
  CHECK(folded[0].stable_ends == std::vector<std::size_t>{8, 26});
  CHECK(folded[1].text == "Yes");
  CHECK(folded[2].text == "Go on");
}

TEST_CASE("P-20 a system message alone becomes the user's, and without one nothing changes") {
  const auto alone = folded_system({{.role = Role::kSystem, .text = "Say hello."}});
  REQUIRE(alone.size() == 1);
  CHECK(alone[0].role == Role::kUser);
  CHECK(folded_system({}).empty());
  CHECK(folded_system({{.text = "Hello"}, {.role = Role::kAssistant, .text = "Yes"}}).size() == 2);
}

}  // namespace
}  // namespace fm
