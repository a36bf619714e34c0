// What may be said at all: nothing too long, nothing blank, options in any order.
#include <doctest/doctest.h>

#include <algorithm>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

std::string repeated(std::string_view piece, std::size_t at_least) {
  std::string text;
  while (text.size() < at_least) text += piece;
  return text;
}

struct TooLong {
  Words words;
  std::string input;
};

TEST_CASE("P-82 what is too long is refused whole: nothing is sent, kept or cut") {
  const std::vector<TooLong> inputs{
      {{"say", "-"}, repeated("a", 3 * kMiB / 2)},
      {{"say", "-"}, std::string(kMiB - 1, 'x') + "道"},  // a character over the limit
      {{"say", "-"}, repeated("word ", kMiB + 1)},        // one that ends in white space
      {{"say", "-"}, repeated("\xF0\x9F\x92\x88 line\n", kMiB + 9)},  // many lines
      {{"say", "-"}, repeated("\xFF\xFE", 2 * kMiB)},                 // no text at all
      {{"say", "-", "--json"}, repeated("b", 9 * kMiB)},              // more than a journal's text
      {{"say", "-", "--json=talk"}, repeated("c", 2 * kMiB)},
      {{"ideate", "-"}, repeated("topic ", kMiB)},
      {{"intent", "-"}, repeated("build me a shop ", 2 * kMiB)},
      {{"read", "ideas"}, repeated("[{}] ", 80 * kMiB)},
      {{"session", "migrate", "-"}, repeated("telegram:1\n", 40 * kMiB)}};
  for (const TooLong& one : inputs) {
    CAPTURE(one.words);
    Place place;
    const FakeProvider server({{everything()}});
    point_at(place, server);
    place.environment["FOLKMOOT_MODEL"] = "openai:any";
    const Ran ran = run(place, one.words, {.input = one.input});
    const bool json = one.words.back().starts_with("--json");
    const bool topic = one.words.front() == "ideate";
    if (json)
      check_told_json(ran, 2, "text_too_large");
    else
      check_told(ran, 2, "too long");
    if (!topic && !json) CHECK(in_one_line(ran.err).contains("at most"));
    CHECK(ran.out.empty());
    CHECK(server.bodies().empty());
    CHECK(!fs::exists(place.database()));
  }
}

TEST_CASE("P-82 a line of a pipe that is too long is one refused message, the others are said") {
  Place place;
  const FakeProvider server({{{.text = "Good morning."}}});
  point_at(place, server);
  const Words talk{"--model", "openai:any"};
  const std::string absurd = repeated("z", 3 * kMiB / 2);
  const Ran ran =
      run(place, talk, {.input = "good morning\n" + absurd + "\ngood evening\n" + absurd});
  CHECK(ran.status == 2);  // as `say` of one of these lines
  std::size_t told = 0;
  const std::string all = ran.out + ran.err;
  for (auto at = all.find("too long"); at != all.npos; at = all.find("too long", at + 1)) ++told;
  CHECK(told >= 2);  // once for each line, and it may stand on stderr as what failed
  CHECK(!all.contains("zzzz"));
  const std::string log = run(place, {"room", "export", "general"}).out;
  CHECK(log.contains("good morning"));
  CHECK(log.contains("good evening"));
  CHECK(!log.contains("zzzz"));
  for (const std::string& body : server.bodies()) CHECK(!body.contains("zzzz"));
}

TEST_CASE("P-82 what just fits is taken whole") {
  Place place;
  const FakeProvider server({{{.text = "Good."}}});
  point_at(place, server);
  std::string text = repeated("пример ", kMiB);
  text.resize(kMiB);
  while ((static_cast<unsigned char>(text.back()) & 0x80) != 0) text.pop_back();
  text.back() = '!';
  const Ran ran = run(place, {"say", "-", "--model", "openai:any"}, {.input = text});
  CHECK_MESSAGE(!ran.err.contains("too long for"), ran.err);
  const std::string log = run(place, {"room", "export", "general"}).out;
  CHECK(log.contains("message.posted"));
  CHECK(!log.contains("\xEF\xBF\xBD"));
}

TEST_CASE("P-53 a blank message is refused everywhere, and leaves nothing behind") {
  const std::vector<std::string> blanks{
      "", " ", "\t\n \r\n", "\xC2\xA0", "\xE3\x80\x80",
      // Not in any report: zero width, joiners, marks of direction, a byte order mark, soft
      // hyphens, fillers, blank Braille, tags, a selector alone, controls, an escape sequence.
      "\xE2\x80\x8B\xE2\x80\x8C\xE2\x80\x8D", "\xE2\x81\xA0", "\xE2\x80\xAE\xE2\x80\xAC",
      "\xEF\xBB\xBF", "\xC2\xAD", "\xE3\x85\xA4", "\xE1\x85\x9F\xE1\x85\xA0", "\xE2\xA0\x80",
      "\xF3\xA0\x80\xA0", "\xEF\xB8\x8F", "\x01\x02", "\x1b[31m\x1b[0m", "\xE2\x80\xA8\xE2\x80\xA9",
      "\xE1\xA0\x8E", "\xEF\xBE\xA0"};
  const Place place;
  for (const std::string& blank : blanks) {
    CAPTURE(blank);
    check_told(run(place, {"say", blank}), 2, "Nothing was said.");
    check_told_json(run(place, {"say", "-", "--json"}, {.input = blank}), 2, "message_empty");
    check_told(run(place, {"project", "new", blank}), 2, "Nothing was said.");
    check_told(run(place, {"ideate", blank}), 2, "There is no topic.");
    check_told(run(place, {"intent", blank}), 2, "Nothing was said.");
  }
  CHECK(!fs::exists(place.database()));
  // Blank lines of a pipe are no messages.
  std::string lines;
  for (const std::string& blank : blanks)
    if (!blank.contains('\n')) lines += blank + "\n";
  check_told(run(place, {}, {.input = lines}), 2, "Nothing was said.");
  check_told(run(place, {}, {.input = std::string(2 * kMiB, 'x') + "\n"}), 2, "too long");
  CHECK(!fs::exists(place.database()));
  const Ran piped = run(place, {}, {.input = "hello\n" + lines});
  CHECK_MESSAGE(piped.status == 0, piped.err);
  const Events said =
      of_kind(events_of(lines_of(run(place, {"room", "export", "general"}).out), {"prev", "hash"}),
              "message.posted");
  CHECK(std::ranges::count_if(
            said, [](const Json& one) { return one.at("by").at("kind") == "person"; }) == 1);
  CHECK(run(place, {"room", "list"}).out.find("working") == std::string::npos);
}

TEST_CASE("P-53 what can be seen is no blank message") {
  for (const char* text : {"·", "\xF0\x9F\x91\x8D", "?", "\xE3\x80\x80\xE3\x81\xAF", "0",
                           "\xE2\x80\x8Bhello\xE2\x80\x8B", "\xE1\xA0\x8E\xE1\xA0\xA0"}) {
    CAPTURE(text);
    const Place place;
    const Ran ran = run(place, {"say", text});
    CHECK(!ran.err.contains("Nothing was said."));
    CHECK(run(place, {"room", "export", "general"}).out.contains("message.posted"));
  }
}

TEST_CASE("P-80 options may stand before, between and after the words, in both spellings") {
  const Place place;
  const std::vector<Words> orders{{"say", "hello", "--room", "general", "--json", "--as", "ana"},
                                  {"--json", "say", "--room", "general", "hello", "--as=ana"},
                                  {"--as", "ana", "--json", "say", "hello", "--room=general"},
                                  {"say", "--as=ana", "--room", "general", "--json", "--", "hello"},
                                  {"--as=ana", "say", "--json", "hello", "--room", "general"}};
  run(place, {"say", "hello"});
  for (const Words& order : orders) {
    CAPTURE(order);
    const Ran ran = run(place, order);
    CHECK_MESSAGE(ran.status == 0, ran.err);
    CHECK(ran.out.contains("\"id\":\"ana\""));
    CHECK(ran.out.contains("\"text\":\"hello\""));
  }
  // Of commands in two words, too.
  for (const Words& order : std::vector<Words>{{"room", "list", "--all", "--json"},
                                               {"--json", "room", "--all", "list"},
                                               {"room", "--json", "list", "--all"},
                                               {"--json", "room", "list", "--all"},
                                               {"room", "--all", "--json", "list"}}) {
    CAPTURE(order);
    const Ran ran = run(place, order);
    CHECK_MESSAGE(ran.status == 0, ran.err);
    CHECK(ran.out.contains("\"general\""));
  }
  for (const Words& order : std::vector<Words>{{"project", "log", "-n", "1", "--room", "general"},
                                               {"project", "-n", "1", "log", "--room=general"},
                                               {"project", "--room", "general", "log", "-n1"}}) {
    CAPTURE(order);
    const Ran ran = run(place, order);
    CHECK(!ran.err.contains("does not take"));
    CHECK(ran.status != 2);
  }
  // A text that looks like an option is said after "--".
  const Ran dashed = run(place, {"say", "--", "--help me please"});
  CHECK(dashed.out.contains("help me"));
}

}  // namespace
}  // namespace fm::e2e
