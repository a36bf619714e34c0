#include <doctest/doctest.h>

#include <algorithm>

#include "base/grapheme.h"
#include "base/test_seed.h"
#include "base/text.h"

namespace fm {
namespace {

using Lines = std::vector<std::string>;

const std::string kFamily = "👨‍👩‍👧‍👦";

const std::vector<std::string>& pieces() {
  static const std::vector<std::string> kPieces = {
      "a",      "bc", " ", "  ",     "日", "\u0301", "🎉",     "\u200d",
      "\ufe0f", "❤",  "🇩", "한",     "\t", "-",      "\xff",   "\u1100",
      "\u1161", "\n", "é", "longer", "क",  "\u094d", "\u0600", "\r"};
  return kPieces;
}

TEST_CASE("width counts what a terminal draws") {
  CHECK(width("") == 0);
  CHECK(width("abc") == 3);
  CHECK(width("日本") == 4);
  CHECK(width("ｆ") == 2);
  CHECK(width("e\u0301") == 1);
  CHECK(width("\u0301") == 0);
  CHECK(width("a\tb\n\r\n\x01") == 2);
  CHECK(width("\u1100\u1161\u11a8") == 2);
  CHECK(width("\xff\xfe") == 2);
}

TEST_CASE("an emoji is two columns wide, however it is put together") {
  for (const std::string_view emoji :
       {std::string_view(kFamily), std::string_view("🎉"), std::string_view("👍🏽"),
        std::string_view("❤️"), std::string_view("1️⃣"), std::string_view("🇩🇪"),
        std::string_view("🏳️‍🌈"), std::string_view("🏴󠁧󠁢󠁥󠁮󠁧󠁿")}) {
    CAPTURE(emoji);
    CHECK(width(emoji) == 2);
    CHECK(first_grapheme(emoji).bytes == emoji.size());
  }
  CHECK(width("❤") == 1);
  CHECK(width("🇩🇪🇫🇷") == 4);
}

TEST_CASE("a text that fits is not changed") {
  CHECK(fit("abc", 3) == "abc");
  CHECK(fit("日本", 4) == "日本");
  CHECK(fit("", 0).empty());
  CHECK(fit("e\u0301", 1) == "e\u0301");
}

TEST_CASE("a text that does not fit is cut between graphemes and ends in an ellipsis") {
  CHECK(fit("abcd", 3) == "ab…");
  CHECK(fit("日本語", 5) == "日本…");
  CHECK(fit("日本語", 4) == "日…");
  CHECK(fit("日本", 1) == "…");
  CHECK(fit("abc", 0).empty());
  CHECK(fit(kFamily + kFamily, 3) == kFamily + "…");
  CHECK(fit("e\u0301e\u0301e\u0301", 2) == "e\u0301…");
}

TEST_CASE("bytes are cut between graphemes") {
  CHECK(cut_bytes("abc", 2) == "ab");
  CHECK(cut_bytes("abc", 9) == "abc");
  CHECK(cut_bytes("aé", 2) == "a");
  CHECK(cut_bytes("ae\u0301", 2) == "a");
  CHECK(cut_bytes(kFamily, kFamily.size() - 1).empty());
  CHECK(cut_bytes("a\r\nb", 2) == "a");
}

TEST_CASE("lines are broken at spaces") {
  CHECK(wrap("the quick brown fox", 10) == Lines{"the quick", "brown fox"});
  CHECK(wrap("the quick brown fox", 9) == Lines{"the quick", "brown fox"});
  CHECK(wrap("the quick", 100) == Lines{"the quick"});
  CHECK(wrap("a  b", 10) == Lines{"a  b"});
  CHECK(wrap("a    b", 4) == Lines{"a", "b"});
}

TEST_CASE("a word that is too long is broken between graphemes") {
  CHECK(wrap("abcdefgh", 3) == Lines{"abc", "def", "gh"});
  CHECK(wrap("a abcdefgh z", 4) == Lines{"a", "abcd", "efgh", "z"});
  CHECK(wrap("日本語日本語", 5) == Lines{"日本", "語日", "本語"});
  CHECK(wrap("日a", 1) == Lines{"日", "a"});
  CHECK(wrap(kFamily + kFamily, 3) == Lines{kFamily, kFamily});
}

TEST_CASE("the text's own lines stay apart") {
  CHECK(wrap("a\n\nb\r\nc", 10) == Lines{"a", "", "b", "c"});
  CHECK(wrap("a\n", 10) == Lines{"a"});
  CHECK(wrap("", 10).empty());
  CHECK(wrap("a   \n   ", 10) == Lines{"a", ""});
}

TEST_CASE("indentation is kept on the lines that follow") {
  CHECK(wrap("  one two three", 9) == Lines{"  one two", "  three"});
  CHECK(wrap("\tone two", 8) == Lines{"    one", "    two"});
  CHECK(wrap("a\tb", 8) == Lines{"a   b"});
  CHECK(wrap("          deep", 6) == Lines{"   dee", "   p"});
}

TEST_CASE("zero columns are taken as one") { CHECK(wrap("ab", 0) == Lines{"a", "b"}); }

std::string without_white_space(std::string_view text) {
  std::string out;
  std::ranges::copy_if(text, std::back_inserter(out), [](char character) {
    return !is_white_space(static_cast<unsigned char>(character));
  });
  return out;
}

TEST_CASE("wrapped lines fit and lose nothing but white space") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = random.text_of(pieces(), 24);
    const std::size_t columns = random.below(12) + 1;
    CAPTURE(text);
    CAPTURE(columns);
    const Lines lines = wrap(text, columns);
    for (const std::string& line : lines) {
      CAPTURE(line);
      REQUIRE((width(line) <= columns || first_grapheme(trim(line)).columns > 1));
      REQUIRE(!line.ends_with(' '));
    }
    REQUIRE(without_white_space(join(lines, "")) == without_white_space(text));
  }
}

TEST_CASE("a fitted text is as wide as it may be") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = random.text_of(pieces(), 16);
    const std::size_t columns = random.below(12);
    CAPTURE(text);
    CAPTURE(columns);
    const std::string fitted = fit(text, columns);
    if (width(text) <= columns) {
      REQUIRE(fitted == text);
    } else if (columns > 0) {
      REQUIRE(fitted.ends_with("…"));
      const std::string kept = fitted.substr(0, fitted.size() - std::string_view("…").size());
      REQUIRE(text.starts_with(kept));
      REQUIRE(width(kept) + 1 <= columns);
      REQUIRE(width(kept) + 2 >= columns);
    }
  }
}

TEST_CASE("cut bytes are the longest beginning of whole graphemes") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = random.text_of(pieces(), 16);
    const std::size_t bytes = random.below(40);
    CAPTURE(text);
    const std::string_view cut = cut_bytes(text, bytes);
    REQUIRE(cut.size() <= bytes);
    REQUIRE(width(cut) + width(std::string_view(text).substr(cut.size())) == width(text));
    if (cut.size() < text.size()) {
      REQUIRE(cut.size() + first_grapheme(std::string_view(text).substr(cut.size())).bytes > bytes);
    }
  }
}

TEST_CASE("layout is linear, also for one endless word, mark or flag") {
  for (const char* piece : {"a", "\u0301", "🇩", "日", " ", "\t", "👩\u200d", "a ", "\r", "\xff"}) {
    CAPTURE(piece);
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += piece;
    CHECK(width(text) <= text.size());
    CHECK(fit(text, 10).size() <= text.size() + 3);
    CHECK(wrap(text, 10).size() <= text.size());
    CHECK(cut_bytes(text, 1000).size() <= 1000);
  }
}

}  // namespace
}  // namespace fm
