#include "base/letters.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "base/test_seed.h"
#include "base/text.h"
#include "base/utf8.h"

namespace fm {
namespace {

TEST_CASE("a character is a letter, mark, digit, space, punctuation, symbol or something else") {
  for (const char32_t code :
       {U'a', U'Z', U'é', U'ß', U'ж', U'ع', U'क', U'中', U'あ', U'ー', U'한', U'ʼ'})
    CHECK(kind_of(code) == CharacterKind::kLetter);
  for (const char32_t code : {U'\u0301', U'\u3099', U'\u093F', U'\u20E3', U'\uFE0F'})
    CHECK(kind_of(code) == CharacterKind::kCombining);
  for (const char32_t code : {U'0', U'９', U'٣', U'②', U'Ⅳ', U'½'})
    CHECK(kind_of(code) == CharacterKind::kDigit);
  for (const char32_t code :
       {U' ', U'\t', U'\n', U'\r', U'\u00A0', U'\u2003', U'\u2028', U'\u3000'})
    CHECK(kind_of(code) == CharacterKind::kSpace);
  for (const char32_t code : {U'.', U'_', U'-', U'@', U'(', U'’', U'«', U'」', U'。', U'؟'})
    CHECK(kind_of(code) == CharacterKind::kPunctuation);
  for (const char32_t code : {U'+', U'€', U'^', U'👍', U'🇩', U'\uFFFD', U'´'})
    CHECK(kind_of(code) == CharacterKind::kSymbol);
  for (const char32_t code : {U'\0', U'\u0007', U'\u200B', U'\u200D', U'\uFEFF', U'\uE000'})
    CHECK(kind_of(code) == CharacterKind::kOther);
}

TEST_CASE("what is no code point is something else") {
  CHECK(kind_of(0xD800) == CharacterKind::kOther);
  CHECK(kind_of(0x110000) == CharacterKind::kOther);
  CHECK(kind_of(0x7FFFFFFF) == CharacterKind::kOther);
  CHECK(kind_of(0xFFFFFFFF) == CharacterKind::kOther);
}

TEST_CASE("scripts whose words have no spaces between them are known") {
  for (const char32_t code : {U'中', U'々', U'あ', U'ン', U'ｱ', U'한', U'ก', U'𠮷', U'豈'})
    CHECK(is_unspaced_script(code));
  for (const char32_t code : {U'a', U'é', U'ж', U'ع', U'क', U'Ａ', U'。', U'👍', U'1'})
    CHECK(!is_unspaced_script(code));
}

TEST_CASE("folded letters are in lower case, composed, and of ASCII where they can be") {
  CHECK(fold_letters("Hello World_9!") == "hello world_9!");
  CHECK(fold_letters("ÉTÉ") == "été");
  CHECK(fold_letters("e\u0301") == "é");
  CHECK(fold_letters("ＡＢｃ１") == "abc1");
  CHECK(fold_letters("ΣΊΣΥΦΟΣ") == fold_letters("σίσυφος"));
  CHECK(fold_letters("STRASSE") == fold_letters("straße"));
  CHECK(fold_letters("ﬁ②") == "fi2");
  CHECK(fold_letters("ЖУК") == "жук");
  CHECK(fold_letters("ﾌﾟ") == "プ");
  CHECK(fold_letters("co\u00ADop\uFE0F") == "coop");
  CHECK(fold_letters("").empty());
}

TEST_CASE("folding keeps spaces, punctuation and accents") {
  CHECK(fold_letters("  a-b, c'd  ") == "  a-b, c'd  ");
  CHECK(fold_letters("ñ ü ç") == "ñ ü ç");
}

TEST_CASE("bad bytes become U+FFFD") {
  CHECK(fold_letters("A\xFF") == "a\uFFFD");
  CHECK(fold_letters("\xC3") == "\uFFFD");
  CHECK(fold_letters("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");
}

TEST_CASE("at most 30 marks on a letter are kept, and many cost no more than their number") {
  std::string marks = "x";
  for (int count = 0; count < 30; ++count) marks += "\u0323";
  CHECK(fold_letters(marks) == fold_letters(marks + "\u0323"));
  std::string many = "x";
  for (int count = 0; count < 200'000; ++count) many += count % 2 == 0 ? "\u0301" : "\u0323";
  CHECK(fold_letters(many).size() <= 1 + 30 * 2);
}

TEST_CASE("Latin letters lose their accents, other scripts keep theirs") {
  CHECK(without_accents("não") == "nao");
  CHECK(without_accents("łódź") == "lodz");
  CHECK(without_accents("crème brûlée") == "creme brulee");
  CHECK(without_accents("ørsted ıgdır æther œuvre") == "orsted igdir aether oeuvre");
  CHECK(without_accents("e\u0301") == "e");
  CHECK(without_accents("việt") == "viet");
  CHECK(without_accents("plain, 1") == "plain, 1");
  CHECK(without_accents("мой") == "мой");
  CHECK(without_accents("が") == "が");
  CHECK(without_accents("हिन्दी") == "हिन्दी");
  CHECK(without_accents("").empty());
}

TEST_CASE("any bytes fold to valid text, and what is folded stays as it is") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  constexpr auto kPieces = std::to_array<std::string_view>(
      {"a",      "Z",        "É",  "ß",      "İ",      "ﬁ",      "\u0301", "\u0323",
       "\u3099", "か",       "ﾌ",  "ﾟ",      "한",     "\u1100", "\u1161", "Ａ",
       "\xFF",   "\xE2\x80", "👍", "\u200D", "\uFE0F", "Σ",      "ǅ",      "ŉ"});
  for (int round = 0; round < 3000; ++round) {
    const std::string text = random.text_of(kPieces, 12);
    CAPTURE(text);
    const std::string folded = fold_letters(text);
    REQUIRE(is_utf8(folded));
    REQUIRE(fold_letters(folded) == folded);
    const std::string plain = without_accents(folded);
    REQUIRE(is_utf8(plain));
    REQUIRE(without_accents(plain) == plain);
  }
}

}  // namespace
}  // namespace fm
