#include "base/text.h"

#include <doctest/doctest.h>

#include "base/test_seed.h"
#include "base/utf8.h"

namespace fm {
namespace {

std::string repeated(std::string_view piece, std::size_t count) {
  std::string text;
  while (count-- > 0) text += piece;
  return text;
}

TEST_CASE("valid UTF-8 is told from what only looks like it") {
  for (const char* text :
       {"", "plain", "ä", "日本", "🎉", "\u007f", "\u0080", "\ud7ff", "\uffff", "\U0010ffff"}) {
    CAPTURE(text);
    CHECK(is_utf8(text));
  }
  for (const char* text : {"\x80", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
                           "\xed\xbf\xbf", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80",
                           "\xf5\x80\x80\x80", "\xff", "12345678\xff", "\xe2\x82"}) {
    CAPTURE(text);
    CHECK(!is_utf8(text));
  }
}

TEST_CASE("invalid sequences become U+FFFD and the rest stays") {
  CHECK(to_utf8("grün") == "grün");
  CHECK(to_utf8("gr\xfcn") == "gr\uFFFDn");
  CHECK(to_utf8("\xf0\x9f\x8e") == "\uFFFD");
  CHECK(to_utf8("\xf0\x9f\x8e\xf0\x9f\x8e\x89") == "\uFFFD🎉");
}

TEST_CASE("every code point is written and read back") {
  for (char32_t code = 0; code <= 0x10FFFF; ++code) {
    std::string text;
    append_utf8(text, code);
    const Decoded back = decode_utf8(text);
    const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    const bool same = back.valid && back.length == text.size() &&
                      back.code == (is_surrogate ? kReplacement : code);
    if (!same) FAIL_CHECK("code point ", static_cast<unsigned>(code));
  }
}

TEST_CASE("any bytes become valid UTF-8") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes;
    for (std::size_t n = random.below(20); n > 0; --n) bytes += static_cast<char>(random.bits());
    REQUIRE(is_utf8(to_utf8(bytes)));
    REQUIRE(is_utf8(clean(bytes).text));
    REQUIRE(is_utf8(fold(bytes)));
    REQUIRE((to_utf8(bytes) == bytes) == is_utf8(bytes));
  }
}

TEST_CASE("white space of all kinds is trimmed at both ends") {
  CHECK(trim("  a b \t\r\n") == "a b");
  CHECK(trim("\u00A0\u3000a\u2003") == "a");
  CHECK(trim("").empty());
  CHECK(trim(" \n ").empty());
  CHECK(trim("日本") == "日本");
  CHECK(trim(" \xff ") == "\xff");
  CHECK(trim("\xa0") == "\xa0");
}

TEST_CASE("texts that differ in case, width, accents' form or punctuation fold to the same") {
  CHECK(fold("  Hello,   WORLD! ") == "hello world");
  CHECK(fold("Straße") == fold("STRASSE"));
  CHECK(fold("e\u0301") == fold("É"));
  CHECK(fold("ｆｕｌｌ　ｗｉｄｔｈ") == "full width");
  CHECK(fold("don’t") == fold("don't"));
  CHECK(fold("wait…what") == "wait what");
  CHECK(fold("`yes`") == "yes");
  CHECK(fold("co\u00ADop\u200B") == "coop");
  CHECK(fold("a_b-c/d") == "a b c d");
  CHECK(fold("c++ 日本。") == "c++ 日本");
  CHECK(fold("?!").empty());
  CHECK(fold("").empty());
}

TEST_CASE("folding what is folded changes nothing") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  const std::vector<std::string> pieces = {
      "a",  "É",  "ß", "ﬃ", "…", " ",  "\n",     "\u0301", "\u0327", "İ",      "ı", "\u0345", "Ω",
      "日", "🎉", "'", "½", "ﷺ", "한", "\u1100", "\u1161", "\u0F73", "\u200D", "´", "Σ"};
  for (int i = 0; i < 5000; ++i) {
    const std::string text = random.text_of(pieces, 8);
    CAPTURE(text);
    const std::string once = fold(text);
    REQUIRE(fold(once) == once);
  }
}

TEST_CASE("a pile of marks on one letter is cut, and folds in linear time") {
  const std::string piled = "a" + repeated("\u0301\u0323", 200'000);
  CHECK(fold(piled).size() < 100);
  CHECK(fold("a" + repeated("\u0F73", 200'000)).size() < 300);
  CHECK(fold("a" + repeated("\u0301\u200D\u0323", 100'000)).size() < 100);
}

TEST_CASE("lines are split at line feeds") {
  using Lines = std::vector<std::string_view>;
  CHECK(split_lines("a\nb\r\n\nc") == Lines{"a", "b", "", "c"});
  CHECK(split_lines("a\n") == Lines{"a"});
  CHECK(split_lines("\n") == Lines{""});
  CHECK(split_lines("a\rb") == Lines{"a\rb"});
  CHECK(split_lines("").empty());
}

TEST_CASE("parts are joined") {
  CHECK(join({"a", "", "b"}, ", ") == "a, , b");
  CHECK(join({"a"}, ", ") == "a");
  CHECK(join({}, ", ").empty());
}

}  // namespace
}  // namespace fm
