#include "base/text_memo.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

TEST_CASE("what came of a text is worked out once") {
  TextMemo<int> memo(100);
  int made = 0;
  const auto length = [&](std::string_view text) {
    return memo.of(text, [&] {
      ++made;
      return static_cast<int>(text.size());
    });
  };
  CHECK(length("four") == 4);
  CHECK(length("four") == 4);
  CHECK(length("three") == 5);
  CHECK(made == 2);
  memo.forget();
  CHECK(length("four") == 4);
  CHECK(made == 3);
}

TEST_CASE("what is asked for stays, what is not is forgotten, and a large text is never kept") {
  TextMemo<int> memo(40);
  memo.remember("wanted", 1);
  memo.remember("unwanted", 2);
  for (int i = 10; i < 90; ++i) {
    memo.remember(std::to_string(i), i);
    REQUIRE(memo.find("wanted") != nullptr);
  }
  CHECK(memo.find("unwanted") == nullptr);
  CHECK(memo.find("10") == nullptr);
  CHECK(*memo.find("89") == 89);
  CHECK(memo.remember("eleven byte", 3) == 3);
  CHECK(memo.find("eleven byte") == nullptr);
}

}  // namespace
}  // namespace fm
