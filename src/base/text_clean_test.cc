#include <doctest/doctest.h>

#include "base/test_seed.h"
#include "base/text.h"

namespace fm {
namespace {

std::string cleaned(std::string_view text) { return clean(text).text; }

std::string repeated(std::string_view piece, std::size_t count) {
  std::string text;
  while (count-- > 0) text += piece;
  return text;
}

TEST_CASE("what is harmless stays as it is") {
  for (const char* text : {"", "plain text\n\twith lines\n", "äöü 日本語 한국어", "e\u0301",
                           "«quoted» — …", "שלום עולם", "नमस्ते", "©®™", "x\u2028y"}) {
    CAPTURE(text);
    CHECK(cleaned(text) == text);
    CHECK(clean(text).removed == 0);
  }
}

TEST_CASE("control characters go, but not line feed and tab") {
  CHECK(cleaned(std::string_view("a\0b\x01\x08\x0b\x0c\x7f\u0085\u0090z", 13)) == "abz");
  CHECK(cleaned("a\r\nb") == "a\nb");
  CHECK(clean("a\r\nb").removed == 0);
  CHECK(cleaned("10%\r20%\r\r\n") == "10%20%\n");
  CHECK(clean("10%\r20%\r\r\n").removed == 2);
}

TEST_CASE("an escape sequence goes as a whole and counts once") {
  for (const char* sequence : {"\x1b[31m",
                               "\x1b[1;38;5;208m",
                               "\x1b[?25l",
                               "\x1b[2J",
                               "\x1b[ q",
                               "\x1b[>0;276;0c",
                               "\u009b31m",
                               "\x1b]0;title\x07",
                               "\x1b]8;;https://example.org\x1b\\",
                               "\x1b]0;title\u009c",
                               "\u009d0;t\x07",
                               "\x1bP1;2q#0;2;0;0;0\n#1\x1b\\",
                               "\x1b_Gf=24;AAAA\x1b\\",
                               "\x1b^private\x1b\\",
                               "\x1bXany\x1b\\",
                               "\x1b(B",
                               "\x1b#8",
                               "\x1b=",
                               "\0337",
                               "\033c",
                               "\x1bM",
                               "\x1b\\"}) {
    CAPTURE(sequence);
    const Cleaned result = clean("a" + std::string(sequence) + "z");
    CHECK(result.text == "az");
    CHECK(result.removed == 1);
  }
}

TEST_CASE("a sequence that breaks off takes no more than itself") {
  CHECK(cleaned("a\x1b") == "a");
  CHECK(cleaned("a\x1b\nz") == "a\nz");
  CHECK(cleaned("a\x1b日") == "a日");
  CHECK(cleaned("a\x1b[31") == "a");
  CHECK(cleaned("a\x1b[31\nz") == "a\nz");
  CHECK(cleaned("a\x1b\x1b[31mz") == "az");
}

TEST_CASE("an open string hides nothing of what follows it") {
  CHECK(cleaned("a\x1b]0;rest of the text") == "a0;rest of the text");
  CHECK(cleaned("a\x1bPx\x1b[1mz") == "axz");
  CHECK(cleaned("a\x1b]x\x18z") == "axz");
  const std::string far = std::string(5000, 'x');
  CHECK(cleaned("\x1b]" + far + "\x07") == far);
  CHECK(cleaned("\x1b[" + std::string(1000, '7') + "m").size() > 500);
}

TEST_CASE("characters that override the direction of writing go") {
  for (const char* mark : {"\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067",
                           "\u2068", "\u2069", "\u200e", "\u200f", "\u061c"}) {
    CHECK(cleaned("a" + std::string(mark) + "z") == "az");
  }
}

TEST_CASE("characters of no width go") {
  for (const char* mark : {"\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u180e",
                           "\ufe0f", "\U000e0041", "\U000e0100", "\ufff9", "\u2063"}) {
    CAPTURE(mark);
    const Cleaned result = clean("a" + std::string(mark) + "z");
    CHECK(result.text == "az");
    CHECK(result.removed == 1);
  }
}

TEST_CASE("joiners and selectors stay where they make an emoji") {
  for (const char* emoji :
       {"👩‍👩‍👧‍👦", "❤️", "❤️‍🔥", "🏳️‍🌈", "👍🏽",
        "👩🏽‍💻", "1️⃣", "#️⃣", "🇩🇪", "⚠︎", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"}) {
    CAPTURE(emoji);
    CHECK(cleaned("a" + std::string(emoji) + "z") == "a" + std::string(emoji) + "z");
  }
}

TEST_CASE("joiners and selectors go where they make none") {
  CHECK(cleaned("👩\u200d") == "👩");
  CHECK(cleaned("👩\u200dx") == "👩x");
  CHECK(cleaned("x\u200d👩") == "x👩");
  CHECK(cleaned("❤\ufe0f\ufe0f\ufe0e") == "❤️");
  CHECK(cleaned("1\ufe0f") == "1");
  CHECK(cleaned("😀\U000e0041\U000e0042\U000e007f") == "😀");  // hidden letters
  CHECK(cleaned("🏴\U000e0041\U000e0042") == "🏴");
}

TEST_CASE("joiners stay where a script needs them") {
  for (const char* word : {"می‌خواهم", "क्‍ष", "ശ്രീ"})
    CHECK(cleaned(word) == word);
}

TEST_CASE("invalid bytes become U+FFFD, also those that are controls in Latin-1") {
  CHECK(cleaned("a\x9b"
                "31mz") == "a\uFFFD31mz");
  CHECK(clean("a\xff").removed == 0);
}

TEST_CASE("what is cleaned has nothing left to clean") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  const std::vector<std::string> pieces = {
      "a",      "1",      "[",      "]",          "\\",         "m",      ";",      " ",
      "\n",     "\r",     "\t",     "\x1b",       "\x07",       "\x18",   "\u009b", "\u009c",
      "\u009d", "\u0090", "\u200d", "\u200c",     "\ufe0f",     "\ufe0e", "\u20e3", "👩",
      "❤",      "🏴",     "🏽",     "\U000e0067", "\U000e007f", "\u202e", "\u094d", "ا",
      "\xff",   "\xc2",   "\x9b",   "\xe2\x80",   "é"};
  for (int i = 0; i < 10'000; ++i) {
    const Cleaned first = clean(random.text_of(pieces, 12));
    const Cleaned second = clean(first.text);
    CAPTURE(first.text);
    REQUIRE(second.text == first.text);
    REQUIRE(second.removed == 0);
  }
}

TEST_CASE("cleaning is linear, also for what invites to look far ahead") {
  for (const char* piece : {"\x1b]", "\u009d", "\x1b]x", "\x1b[", "\x1bP\n", "\u200d", "🏴",
                            "🏴\U000e0067", "\x1b]\x1b", "\x1b#", "👩\u200d", "\r"}) {
    CAPTURE(piece);
    const std::string text = repeated(piece, 200'000);
    CHECK(clean(text).text.size() <= text.size());
  }
}

}  // namespace
}  // namespace fm
