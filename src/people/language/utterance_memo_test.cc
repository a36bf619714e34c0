#include "people/language/utterance_memo.h"

#include <doctest/doctest.h>

#include <string>

#include "people/language/testing.h"

namespace fm {
namespace {

Utterance read(const std::string& text) { return Utterance::of(test_vocabulary(), text); }

TEST_CASE("a text that was read is remembered until it is forgotten") {
  UtteranceMemo memo;
  CHECK_FALSE(memo.find("go ahead"));
  memo.remember("go ahead", read("go ahead"));
  REQUIRE(memo.find("go ahead"));
  CHECK(memo.find("go ahead")->words().size() == 2);
  CHECK_FALSE(memo.find("go  ahead"));
  memo.forget();
  CHECK_FALSE(memo.find("go ahead"));
}

TEST_CASE("what is asked for stays, what is not goes, and what is long is not kept at all") {
  UtteranceMemo memo;
  const auto one = read("yes");
  memo.remember("asked for", one);
  for (int i = 0; i < 4'000; ++i) {
    memo.remember(std::to_string(i) + std::string(1'000, 'x'), one);
    if (i % 100 == 0) CHECK(memo.find("asked for"));
  }
  CHECK_FALSE(memo.find("0" + std::string(1'000, 'x')));
  CHECK(memo.find("3999" + std::string(1'000, 'x')));
  memo.remember(std::string(std::size_t{1} << 20, 'x'), one);
  CHECK_FALSE(memo.find(std::string(std::size_t{1} << 20, 'x')));
}

TEST_CASE("the same text reads the same the second time") {
  const std::string text = "Sounds good, but please make the header green before you go ahead.";
  const Utterance first = Utterance::of(test_vocabulary(), text);
  const Utterance again = Utterance::of(test_vocabulary(), text);
  CHECK(first.phrases().size() == again.phrases().size());
  CHECK(first.clauses().size() == again.clauses().size());
  CHECK(first.said(0, first.words().size()) == again.said(0, again.words().size()));
}

}  // namespace
}  // namespace fm
