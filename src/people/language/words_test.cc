#include "people/language/words.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "base/test_seed.h"
#include "base/utf8.h"

namespace fm {
namespace {

// Each word after the first letter of its kind: "w:go n:2 m:! |" with | for a line's end. What is
// quoted, code or a link stands as it was typed.
std::string shown(const std::vector<Word>& words, std::string_view text) {
  constexpr std::string_view kKinds = "wnsm|qcl@";
  std::string out;
  for (const Word& word : words) {
    if (!out.empty()) out += ' ';
    const char kind = kKinds.at(static_cast<std::size_t>(word.kind));
    out += kind;
    if (word.kind == WordKind::kLineEnd) continue;
    if (word.kind != WordKind::kMention) out += ':';
    if (kind == 'q' || kind == 'c' || kind == 'l') {
      out += text.substr(word.begin, word.end - word.begin);
    } else {
      out += word.kind == WordKind::kMention ? word.exact.substr(1) : word.exact;
    }
  }
  return out;
}

std::string split(std::string_view text) { return shown(split_words(text), text); }

std::string phrase(std::string_view text) { return shown(split_phrase(text), text); }

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  text.reserve(bytes + piece.size());
  while (text.size() < bytes) text += piece;
  return text;
}

TEST_CASE("words are folded, and keep a form without accents and their place") {
  const std::string text = "Não  SÍ";
  const std::vector<Word> words = split_words(text);
  REQUIRE(words.size() == 2);
  CHECK(words[0].exact == "não");
  CHECK(words[0].plain == "nao");
  CHECK(text.substr(words[0].begin, words[0].end - words[0].begin) == "Não");
  CHECK(words[1].exact == "sí");
  CHECK(words[1].plain == "si");
  CHECK(words[1].spaced);
  CHECK(split_words("Łódź").front().plain == "lodz");
  CHECK(split_words("й")[0].plain == "й");
}

TEST_CASE("what stands right behind a word is told from what has a space before it") {
  const std::vector<Word> words = split_words("well, go");
  REQUIRE(words.size() == 3);
  CHECK(!words[1].spaced);
  CHECK(words[2].spaced);
}

TEST_CASE("nothing gives no words") {
  for (const std::string_view text : {"", " ", "\t", " \n\n ", "\r\n", "\xE2\x80\x8B", "\x01"})
    CHECK_MESSAGE(split_words(text).empty(), text);
}

TEST_CASE("characters of Chinese, Japanese, Korean and Thai are a word each") {
  CHECK(split("开始吧！") == "w:开 w:始 w:吧 m:!");
  CHECK(split("やめて。") == "w:や w:め w:て m:。");
  CHECK(split("시작") == "w:시 w:작");
  CHECK(split("API设计v2好") == "w:api w:设 w:计 w:v2 w:好");
  CHECK(split("第3个") == "w:第 n:3 w:个");
  CHECK(split_words("เริ่ม").size() == 3);
  CHECK(split("๒ ก") == "n:๒ w:ก");
}

TEST_CASE("kana that are half as wide or composed of two are the same characters") {
  CHECK(split("ｽﾄｯﾌﾟ") == split("ストップ"));
  CHECK(split("か\u3099") == "w:が");
}

TEST_CASE("full-width letters, digits and signs are read as ASCII") {
  CHECK(split("ＯＫ，１２！") == "w:ok m:, n:12 m:!");
  CHECK(split("＠leader go") == "@leader w:go");
  CHECK(split("＂stop＂ ok") == "q:＂stop＂ w:ok");
}

TEST_CASE("an apostrophe inside a word belongs to it, whichever way it is typed") {
  for (const std::string_view text :
       {"don't", "don’t", "donʼt", "don‘t", "don´t", "don`t", "DON'T"})
    CHECK_MESSAGE(split(text) == "w:don't", text);
  CHECK(split("o'clock I'm y'all") == "w:o'clock w:i'm w:y'all");
  CHECK(split("the users' app") == "w:the w:users m:' w:app");
  CHECK(split("п’ять") == "w:п'ять");
  CHECK(split("it`s fine, don`t stop") == "w:it's w:fine m:, w:don't w:stop");
}

TEST_CASE("what is elided before a word is a word of its own") {
  CHECK(split("l'idée d’accord") == "w:l' w:idée w:d' w:accord");
  CHECK(split("qu'il un'app dall'inizio") == "w:qu' w:il w:un' w:app w:dall' w:inizio");
  CHECK(split("aujourd'hui") == "w:aujourd'hui");
}

TEST_CASE("what stands between quotation marks of any kind is one quotation") {
  for (const std::string_view quoted :
       {"\"go ahead\"", "“go ahead”", "„go ahead“", "„go ahead”", "”go ahead”", "«go ahead»",
        "« go ahead »", "»go ahead«", "‹go ahead›", "「go ahead」", "『go ahead』", "‘go ahead’",
        "‚go ahead‘", "'go ahead'", "《go ahead》", "\"go\nahead\"", "'don't go'"}) {
    const std::string text = "he wrote " + std::string(quoted) + " to me";
    CHECK(split(text) == "w:he w:wrote q:" + std::string(quoted) + " w:to w:me");
  }
  CHECK(split("('stop')") == "m:( q:'stop' m:)");
  CHECK(split("他说\"停\"了") == "w:他 w:说 q:\"停\" w:了");
}

TEST_CASE("a quotation that is not closed is plain words") {
  CHECK(split("\"stop it") == "m:\" w:stop w:it");
  CHECK(split("«stop") == "m:« w:stop");
  CHECK(split("'stop\nit's") == "m:' w:stop | w:it's");
  CHECK(split("\"\" stop") == "m:\" m:\" w:stop");
  CHECK(split("\"" + repeated("go ", 1200) + "\"").starts_with("m:\" w:go"));
}

TEST_CASE("apostrophes and inches open no quotation") {
  CHECK(split("get 'em and don't stop 'til noon") ==
        "w:get m:' w:em w:and w:don't w:stop m:' w:til w:noon");
  CHECK(split("a 5\" and a 6\" pipe") == "w:a n:5 m:\" w:and w:a n:6 m:\" w:pipe");
  CHECK(split("the dogs' and cats' toys") == "w:the w:dogs m:' w:and w:cats m:' w:toys");
}

TEST_CASE("fenced code is one word") {
  CHECK(split("see\n```\nstop()\n```\nok") == "w:see | c:```\nstop()\n``` | w:ok");
  CHECK(split("~~~py\nstop\n~~~\nok") == "c:~~~py\nstop\n~~~ | w:ok");
  CHECK(split("```\nnever closed: stop") == "c:```\nnever closed: stop");
  CHECK(split("````\n```\nstop\n```\n````\nok") == "c:````\n```\nstop\n```\n```` | w:ok");
  CHECK(split("so ~~~ what") == "w:so s:~ s:~ s:~ w:what");
}

TEST_CASE("inline code is one word, closed by as many ticks as open it") {
  CHECK(split("run `make stop` now") == "w:run c:`make stop` w:now");
  CHECK(split("``a ` b`` go") == "c:``a ` b`` w:go");
  CHECK(split("use`ls`here") == "w:use c:`ls` w:here");
  CHECK(split("a lone ` tick, then stop") == "w:a w:lone s:` w:tick m:, w:then w:stop");
  CHECK(split("`` never closed, `stop` is") == "s:`` w:never w:closed m:, c:`stop` w:is");
}

TEST_CASE("lines indented by four spaces or a tab are code after an empty line or at the begin") {
  CHECK(split("    stop()\n    x\ngo") == "c:    stop() | c:    x | w:go");
  CHECK(split("\tstop()\ngo") == "c:\tstop() | w:go");
  CHECK(split("look:\r\n\r\n    stop()\r\nok") == "w:look m:: | c:    stop() | w:ok");
  CHECK(split("I mean\n    go on") == "w:i w:mean | w:go w:on");
}

TEST_CASE("addresses and paths are links, without the punctuation behind them") {
  for (const std::string_view link :
       {"https://go.example/stop?now=1", "HTTP://X.ORG", "www.stop.example", "jo@mail.example",
        "jo.van-dam+shop@mail.example.org", "deploy@10.0.0.4", "git@hub.example:acme/shop.git",
        "http://user:pw@host.example/path", "./stop", "../go/on", "~/stop", "/etc/stop.conf",
        "src/app/stop.cc", "C:\\tools\\stop.exe"}) {
    const std::string name(link);
    CHECK(split("see " + name + ", ok") == "w:see l:" + name + " m:, w:ok");
    CHECK(split("(" + name + ")") == "m:( l:" + name + " m:)");
    CHECK(split(name + ".") == "l:" + name + " m:.");
  }
}

TEST_CASE("a link in text without spaces ends where the punctuation of that text begins") {
  CHECK(split("请看https://x.example/a，开") == "w:请 w:看 l:https://x.example/a m:, w:开");
  CHECK(split("“see https://x.example” ok") == "q:“see https://x.example” w:ok");
  CHECK(split("https://x.example　停") == "l:https://x.example w:停");
}

TEST_CASE("what only looks like a link is words") {
  CHECK(split("yes/no") == "w:yes m:/ w:no");
  CHECK(split("and/or. Go") == "w:and m:/ w:or m:. w:go");
  CHECK(split("24/7 3 / 4") == "n:24 m:/ n:7 n:3 m:/ n:4");
  CHECK(split("note: stop") == "w:note m:: w:stop");
}

TEST_CASE("an @ before a name is a mention") {
  CHECK(split("@Coder: go") == "@coder m:: w:go");
  CHECK(split("(@ux-designer). Stop") == "m:( @ux-designer m:) m:. w:stop");
  CHECK(split("@a,@b_2, @c-") == "@a m:, @b_2 m:, @c m:-");
  CHECK(split("npm i @vue/core") == "w:npm w:i @vue/core");
  CHECK(split("@architect请看") == "@architect w:请 w:看");
  CHECK(split("@设计师 请") == "@设计师 w:请");
  CHECK(split("3 @ 4 @@ @-") == "n:3 m:@ n:4 m:@ m:@ m:@ m:-");
}

TEST_CASE("an emoji is one sign, whatever it is dressed in") {
  CHECK(split("👍🏽 ok") == "s:👍 w:ok");
  CHECK(split("👍🏿👎") == "s:👍 s:👎");
  CHECK(split("❤️!") == "s:❤ m:!");
  CHECK(split("🙅‍♀️ no") == "s:🙅 w:no");
  CHECK(split("👩🏽‍🤝‍👨🏿ok") == "s:👩 w:ok");
  CHECK(split("👨‍👩‍👧‍👦 us") == "s:👨 w:us");
  CHECK(split("🇩🇪🇫🇷") == "s:🇩🇪 s:🇫🇷");
  CHECK(split("👍\u200D") == "s:👍");
  CHECK(split("👍\u200Dok") == "s:👍 w:ok");
}

TEST_CASE("emoticons are one sign where a face can stand") {
  CHECK(split("ok :-) thanks :P") == "w:ok s::-) w:thanks s::p");
  CHECK(split("fine! <3") == "w:fine m:! s:<3");
  CHECK(split(":'( no") == "s::'( w:no");
  CHECK(split("note:Do it") == "w:note m:: w:do w:it");
  CHECK(split("a <30") == "w:a s:< n:30");
}

TEST_CASE("a number keeps its separators, and is a word when letters are in it") {
  CHECK(split("2,340 0.5 1.000.000") == "n:2,340 n:0.5 n:1.000.000");
  CHECK(split("2. 3, 4") == "n:2 m:. n:3 m:, n:4");
  CHECK(split("3pm 1st v2 2x") == "w:3pm w:1st w:v2 w:2x");
  CHECK(split("50% €9 #3") == "n:50 m:% s:€ n:9 m:# n:3");
  CHECK(split("② ２") == "n:2 n:2");
}

TEST_CASE("a number on a key is a number") {
  CHECK(split("2️⃣") == "n:2");
  CHECK(split("1️⃣ and 3⃣!") == "n:1 w:and n:3 m:!");
}

TEST_CASE("line ends are one word for several, none at the begin") {
  CHECK(split("\n\na\r\n\r\n \n b\n") == "w:a | w:b |");
  CHECK(split("a\rb") == "w:a | w:b");
}

TEST_CASE("lines that quote another message are left out") {
  CHECK(split("> stop\nno") == "w:no");
  CHECK(split("no\n> stop\n>> go\nok") == "w:no | w:ok");
  CHECK(split("  > stop\r\nno") == "w:no");
  CHECK(split("> stop\rno") == "w:no");
  CHECK(split("2 > 1") == "n:2 s:> n:1");
}

TEST_CASE("letters are not parted by what cannot be seen") {
  CHECK(split("می\u200Cخواهم").starts_with("w:"));
  CHECK(split_words("می\u200Cخواهم").size() == 1);
  CHECK(split("can\u00ADcel") == "w:cancel");
  CHECK(split("\uFEFFstop") == "w:stop");
}

TEST_CASE("a word of more than 64 characters is no word, in any script") {
  CHECK(split(repeated("a", 64)).starts_with("w:"));
  CHECK(split(repeated("a", 65)).starts_with("c:"));
  CHECK(split(repeated("ж", 128)).starts_with("w:"));
  CHECK(split(repeated("ж", 130)).starts_with("c:"));
}

TEST_CASE("invalid bytes part words and are signs") {
  CHECK(split("go\xFFon") == "w:go s:\uFFFD w:on");
  CHECK(split("\xF0\x9F\x91") == "s:\uFFFD");
  CHECK(split("\"a\xC3\" b") == "q:\"a\xC3\" w:b");
}

TEST_CASE("an entry of a vocabulary has no quotations, code, links or lines of others") {
  CHECK(phrase("\"go\" > `on`") == "m:\" w:go m:\" s:> s:` w:on s:`");
  CHECK(phrase("l'idée") == split("l'idée"));
  CHECK(phrase("реализу*") == "w:реализу m:*");
  CHECK(phrase("    go") == "w:go");
}

TEST_CASE("the words of any bytes are in order and inside the text") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  constexpr auto kPieces = std::to_array<std::string_view>(
      {"go",  "'",      "’",      "\"",     "„",      "“",     "«",  "»",    "`",
       "```", "~~~",    "\n",     "\r",     " ",      "    ",  "\t", ">",    "@",
       "@a",  "/",      ".",      "www.",   "://",    "x@y.z", "é",  "中",   "ก",
       "👍",  "🏽",     "\u200D", "\uFE0F", "\u20E3", "1",     ",",  "\xFF", "\xE2\x80",
       ":)",  "\u0301", "🇩",      "ﾟ",      "-",      "_",     "\\", "(",    "C:"});
  for (int round = 0; round < 3000; ++round) {
    const std::string text = random.text_of(kPieces, 24);
    CAPTURE(text);
    for (const std::vector<Word>& words : {split_words(text), split_phrase(text)}) {
      std::size_t last = 0;
      for (const Word& word : words) {
        REQUIRE(word.begin >= last);
        REQUIRE(word.end > word.begin);
        last = word.end;
      }
      REQUIRE(last <= text.size());
    }
  }
}

TEST_CASE("twice as much text of any one kind has at most twice as many words") {
  constexpr std::size_t kLong = 40'000;
  for (const std::string_view piece :
       {"a",    "ab'",   "a'",       "é",     "中",     "ก",      "\u0301",  "か\u3099",    "1",
        "1,",   "1️⃣",     " ",        "\t",    "\n",     "\r",     "    \n",  "\n\n    x\n", "> a\n",
        "\"",   "\"a ",  "'",        "'a ",   "'a\n",   "„",      "« ",      "‘a ",         "`",
        "` ",   "`` ` ", "``` ",     "~",     "~~~\n",  "@",      "@a",      "@a/",         "a@",
        "a@b.", "x@y ",  "://",      "www. ", "/",      "./",     "(",       "[(",          "((/",
        "👍",   "👍🏽",  "👩‍",  "🇩🇪",    "\uFE0F", "\u200D", "a\u200C", ":)",          ":",
        "<3",   "\xFF",  "\xF0\x9F", ".",     "-",      "*",      "\\"}) {
    CAPTURE(piece);
    const std::size_t once = split_words(repeated(piece, kLong)).size();
    const std::size_t twice = split_words(repeated(piece, 2 * kLong)).size();
    CHECK(twice <= 2 * once + 2);
  }
}

// Whatever took the square of the length of such a text would not end while somebody waits.
TEST_CASE("a megabyte of one kind is split") {
  constexpr std::size_t kMegabyte = 1'000'000;
  CHECK(split_words(repeated(" ", kMegabyte)).empty());
  CHECK(split_words(repeated("\t", kMegabyte)).empty());
  CHECK(split_words(repeated("\n", kMegabyte)).empty());
  CHECK(split_words(repeated("a", kMegabyte)).size() == 1);
  CHECK(split_words(repeated("7", kMegabyte)).size() == 1);
  CHECK(split_words(repeated("\u0301", kMegabyte)).size() == 1);
  CHECK(split_words(repeated("`", kMegabyte)).size() == 1);
  CHECK(split_words(repeated("ab'", kMegabyte) + "a").size() == 1);
  CHECK(split_words(repeated("/", kMegabyte)).size() == 1);
  CHECK(split_words(repeated("中", kMegabyte)).size() == (kMegabyte + 2) / 3);
  CHECK(split_words(repeated("\"", kMegabyte)).size() == kMegabyte);
  for (const std::string_view piece :
       {"1,", "a\u200C", "> a\n", "@a/", "a@", "x@y.z", "://", "www.", "~~~\n", "    \n",
        "\n\n    x\n", "か\u3099", "\uFE0F"}) {
    CAPTURE(piece);
    const std::size_t part = split_words(repeated(piece, kMegabyte / 10)).size();
    CHECK(split_words(repeated(piece, kMegabyte)).size() <= 10 * part + 10);
  }
}

}  // namespace
}  // namespace fm
