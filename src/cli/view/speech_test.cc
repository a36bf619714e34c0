#include "cli/view/speech.h"

#include <doctest/doctest.h>

namespace fm::cli {
namespace {

Lines body(std::string_view text, std::size_t columns, Growth growth = Growth::kDone) {
  return speech_body({.agent = "leader", .task = "kickoff", .text = text}, columns, Charset::kUtf8,
                     growth);
}

TEST_CASE("C-51 a person's words stand under their name, and the channel that they came by") {
  CHECK(person_name("ana", "ana", "") == "You");
  CHECK(person_name("ana", "ana", "telegram:42") == "You (telegram:42)");
  CHECK(person_name("bo", "ana", "slack:C1") == "bo (slack:C1)");
  CHECK(person_name("bo", "ana", "") == "bo");
}

TEST_CASE("what is out already is taken from the beginning, at any width") {
  const std::string text = "one two three four five\n\n- six **seven** eight nine\n- ten";
  const Lines narrow = body(text, 14);
  for (std::size_t count = 0; count <= narrow.size(); ++count)
    for (const std::size_t columns : {14u, 20u, 40u, 80u}) {
      const std::string out =
          visible({narrow.begin(), narrow.begin() + static_cast<std::ptrdiff_t>(count)});
      const Lines all = body(text, columns);
      const auto rest = rest_after(all, out);
      CAPTURE(count);
      CAPTURE(columns);
      REQUIRE(rest);
      CHECK(out + visible(*rest) == visible(all));
    }
}

TEST_CASE("the rest of a line keeps its indentation and its inks") {
  const Lines rest = *rest_after(body("one **two** three", 40), "onet");
  REQUIRE(rest.size() == 1);
  CHECK(plain(rest[0]) == "  wo three");
  CHECK(rest[0].spans[1] == Span{"wo", kStrong});
}

TEST_CASE("other words are told apart, a beginning is not") {
  const std::string out = visible(body("one two three", 40));
  CHECK(rest_after(body("one two", 40), out) == Lines());
  CHECK(!rest_after(body("one four", 40), out));
}

TEST_CASE("an attempt replaces the one before it, a late delta of that one does nothing") {
  Preview preview("t-1");
  preview.add({.room = {}, .turn = "t-1", .attempt = 1, .offset = 0, .text = "first words"});
  preview.add({.room = {}, .turn = "t-1", .attempt = 2, .offset = 0, .text = "sec"});
  preview.add({.room = {}, .turn = "t-1", .attempt = 1, .offset = 11, .text = " more"});
  preview.add({.room = {}, .turn = "t-1", .attempt = 2, .offset = 3, .text = "ond"});
  CHECK(preview.text == "second");
}

TEST_CASE("a preview that lost a part goes on after a gap") {
  Preview preview("t-1");
  preview.add({.room = {}, .turn = "t-1", .attempt = 1, .offset = 0, .text = "first"});
  preview.add({.room = {}, .turn = "t-1", .attempt = 1, .offset = 20, .text = "last"});
  CHECK(preview.text.size() == 24);
  CHECK(preview.text.starts_with("first ... "));
  CHECK(preview.text.ends_with("last"));
}

TEST_CASE("an interrupted speech says so, an empty one too") {
  const Lines cut_off =
      speech_body({.agent = "leader", .task = "", .text = "Let us", .interrupted = true}, 40,
                  Charset::kUtf8, Growth::kDone);
  CHECK(plain(cut_off.back()) == "  (interrupted)");
  CHECK(plain(body("", 40).back()) == "  (nothing)");
}

TEST_CASE("whoever was to ask and asks nothing is not shown as asking") {
  const auto told = [](std::string_view text) {
    const Speech speech{.agent = "leader", .task = "ask", .text = text};
    return plain(speech_head(speech, Charset::kAscii)) + "|" +
           plain(speech_body(speech, 60, Charset::kAscii, Growth::kDone).front());
  };
  CHECK(told("For whom?").contains("asks"));
  CHECK(told("For whom?").ends_with("|? For whom?"));
  CHECK(told("誰のため？").contains("asks"));
  CHECK_FALSE(told("All is clear.").contains("asks"));
  CHECK(told("All is clear.").ends_with("|  All is clear."));
}

TEST_CASE("what a review tells programs is not shown to people") {
  const Speech speech{
      .agent = "leader", .task = "review", .text = "---\ntags: [web]\n---\n\n# Done\n\nAll of it."};
  std::string out;
  for (const Line& line : speech_body(speech, 80, Charset::kUtf8, Growth::kDone))
    out += plain(line) + "\n";
  CHECK(out == "  Done\n\n  All of it.\n");
  CHECK(plain(speech_head(speech, Charset::kUtf8)) == "✦ Leader reviews the work");
}

}  // namespace
}  // namespace fm::cli
