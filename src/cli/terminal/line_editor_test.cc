#include "cli/terminal/line_editor.h"

#include <doctest/doctest.h>

#include <vector>

#include "app/message_limits.h"

namespace fm::cli {
namespace {

struct Typist {
  LineEditor editor;
  std::vector<std::string> entered;
  void type(std::string_view bytes) {
    editor.feed(bytes, [this](std::string line) { entered.push_back(std::move(line)); });
  }
};

TEST_CASE("I-13 a line that was typed is said with Enter") {
  Typist typist;
  typist.type("What about rain?\rand ");
  CHECK(typist.entered == std::vector<std::string>{"What about rain?"});
  CHECK(typist.editor.text() == "and ");
}

TEST_CASE("characters may come in pieces") {
  Typist typist;
  const std::string text = "Ä日👩‍🚀";
  for (const char c : text) typist.type(std::string_view(&c, 1));
  CHECK(typist.editor.text() == text);
  CHECK(typist.editor.cursor() == text.size());
}

TEST_CASE("keys move and delete whole characters") {
  Typist typist;
  typist.type("abé日");
  typist.type("\x1b[D\x7f");  // left, backspace
  CHECK(typist.editor.text() == "ab日");
  typist.type("\x1b[D\x1b[3~");
  CHECK(typist.editor.text() == "a日");
  typist.type("\x1b[Fe\u0301\x7f");
  CHECK(typist.editor.text() == "a日");
  typist.type("👩‍🚀\x1b[D\x1b[C\x7f");
  CHECK(typist.editor.text() == "a日");
  typist.type("\x01>\x05<");
  CHECK(typist.editor.text() == ">a日<");
  CHECK(typist.editor.cursor() == typist.editor.text().size());
}

TEST_CASE("words and lines are deleted by their keys") {
  Typist typist;
  typist.type("one two three\x17");
  CHECK(typist.editor.text() == "one two ");
  typist.type("\x15");
  CHECK(typist.editor.text().empty());
  typist.type("keep this\x01\x0b");
  CHECK(typist.editor.text().empty());
}

TEST_CASE("P-80 what is pasted keeps its lines and is not sent by them") {
  Typist typist;
  typist.type("\x1b[200~one\rtwo\r\nthree\x1b[201~");
  CHECK(typist.entered.empty());
  CHECK(typist.editor.text() == "one\ntwo\nthree");
  CHECK(typist.editor.shown() == "one\ntwo\nthree");
  typist.type("\r");
  CHECK(typist.entered == std::vector<std::string>{"one\ntwo\nthree"});
}

TEST_CASE("P-80 Ctrl-J, Alt-Enter and a backslash before Enter begin a new line, Enter sends all") {
  Typist typist;
  typist.type("one\ntwo\x1b\rthree\\\rfour");
  CHECK(typist.entered.empty());
  CHECK(typist.editor.shown() == "one\ntwo\nthree\nfour");
  typist.type("\r");
  CHECK(typist.entered == std::vector<std::string>{"one\ntwo\nthree\nfour"});
  typist.type("C:\\\x1b[D\r");  // inside of the line a backslash is one
  CHECK(typist.entered.back() == "C:\\");
}

TEST_CASE("P-80 in several lines the keys move and delete in the line that they are in") {
  const std::vector<std::string> before = {"older"};
  Typist typist;
  typist.editor.assist(before, {});
  typist.type("first\nsecond\x1b[A!");
  CHECK(typist.editor.text() == "first!\nsecond");
  typist.type("\x01>\x1b[B\x1b[B\x05<");
  CHECK(typist.editor.text() == ">first!\nsecond<");
  typist.type("\x15");
  CHECK(typist.editor.text() == ">first!\n");
  typist.type("\x7f\x1b[A");  // above the first line is what was sent before
  CHECK(typist.editor.text() == "older");
  typist.type("\x1b[B");
  CHECK(typist.editor.text() == ">first!");
}

TEST_CASE("P-80 a long paste is shown as one word, moved over and deleted as one, and sent whole") {
  std::string paste;
  for (int i = 0; i < 3210; ++i) paste += "line " + std::to_string(i) + "\n";
  Typist typist;
  typist.type("see \x1b[200~" + paste + "\x1b[201~!");
  CHECK(typist.editor.shown() == "see [pasted: 3,210 lines]!");
  CHECK(typist.editor.text() == "see " + paste + "!");
  typist.type("\x1b[D\x1b[D>");
  CHECK(typist.editor.shown() == "see >[pasted: 3,210 lines]!");
  CHECK(typist.editor.cursor() == std::string("see >").size());
  typist.type("\x1b[200~" + std::string(5000, 'x') + "\x1b[201~");
  CHECK(typist.editor.shown() == "see >[pasted: 5,000 bytes][pasted: 3,210 lines]!");
  typist.type("\x7f\x7f\r");
  CHECK(typist.entered == std::vector<std::string>{"see " + paste + "!"});
}

TEST_CASE("P-80 keys in a paste are text, and no control character gets through") {
  Typist typist;
  typist.type(
      "\x1b[200~a\tb\x1b[Dc\x04\x1a\x07"
      "d\x1b[201~");
  CHECK(typist.editor.text() == "a\tbcd");
  CHECK(typist.editor.shown() == "a bcd");
  CHECK(!typist.editor.take_finished());
}

TEST_CASE("P-80 whatever way a text comes in by, no control character is in it") {
  Typist typist;
  typist.type(
      "a\xC2\x9B"
      "31mb\x1A"
      "c");  // a paste of a terminal that does not mark one
  CHECK(typist.editor.text() == "a31mbc");
  const std::vector<std::string> history = {
      "red \x1b[31mline\x1a\xC2\x9B"
      "2J end"};
  typist.editor.assist(history, {});
  typist.type("\x15\x10");  // older
  CHECK(typist.editor.text() == "red line end");
  CHECK(typist.editor.shown() == "red line end");
}

TEST_CASE("P-80 what is typed around a long paste counts with it") {
  Typist typist;
  typist.type("\x1b[200~" + std::string(kMessageLimit - 2, 'x') + "\x1b[201~");
  typist.type("ab");
  CHECK_FALSE(typist.editor.take_refused());
  typist.type("c");
  CHECK(typist.editor.take_refused());
  CHECK(typist.editor.text().size() == kMessageLimit);
}

TEST_CASE("P-80 what is longer than a message may be is refused whole, and what was typed stays") {
  Typist typist;
  typist.type("see \x1b[200~");
  for (int i = 0; i < 1100; ++i) typist.type(std::string(1024, 'x'));
  CHECK(typist.editor.shown() == "see [pasting...]");
  typist.type("\x1b[2");
  typist.type("01~this");
  CHECK(typist.editor.take_refused());
  CHECK(!typist.editor.take_refused());
  CHECK(typist.editor.text() == "see this");
}

TEST_CASE("P-80 a paste in many pieces is kept as one, and what is shown of it stays short") {
  Typist typist;
  typist.type("\x1b[200~");
  const std::string piece = std::string(4095, 'x') + "\n";
  for (int i = 0; i < 50; ++i) {
    typist.type(piece);
    CHECK(typist.editor.shown().size() < 40);
  }
  typist.type("\x1b[201~\r");
  REQUIRE(typist.entered.size() == 1);
  CHECK(typist.entered.front().size() == 50 * piece.size());
}

TEST_CASE("unknown keys do nothing, and half a sequence waits for its end") {
  Typist typist;
  typist.type("\x1b[15~\x1bOPa\x1b[");
  CHECK(typist.editor.text() == "a");
  typist.type("Db");
  CHECK(typist.editor.text() == "ba");
}

TEST_CASE("a line does not grow without end") {
  Typist typist;
  for (int i = 0; i < 70; ++i) typist.type(std::string(1024, 'x'));
  CHECK(typist.editor.text().size() == TypedText::kMostTyped);
  CHECK(typist.editor.take_refused());
}

TEST_CASE("the arrows go through what was typed before, and back to what was begun") {
  const std::vector<std::string> before = {"one", "two"};
  Typist typist;
  typist.editor.assist(before, {});
  typist.type("dra\x1b[A");
  CHECK(typist.editor.text() == "two");
  typist.type("\x1b[A\x1b[A\x10");
  CHECK(typist.editor.text() == "one");
  typist.type("\x1b[B\x0e\x0e");
  CHECK(typist.editor.text() == "dra");
  typist.type("ft\r\x1b[A!\r");
  CHECK(typist.entered == std::vector<std::string>{"draft", "two!"});
}

TEST_CASE("Ctrl-R finds older lines by their words; any other key goes on editing the find") {
  const std::vector<std::string> before = {"build a boat", "build a shed", "hello"};
  Typist typist;
  typist.editor.assist(before, {});
  typist.type(
      "\x12"
      "bui");
  CHECK(typist.editor.shown() == "search bui: build a shed");
  CHECK(typist.editor.cursor() == 10);
  typist.type("\x12");
  CHECK(typist.editor.text() == "build a boat");
  typist.type("\x7f\x7f\x7fhel");
  CHECK(typist.editor.text() == "hello");
  typist.type("\x05!\r");
  CHECK(typist.entered == std::vector<std::string>{"hello!"});
  CHECK(typist.editor.shown().empty());
}

TEST_CASE("Tab completes the last word as far as it is clear, and then tells the choices") {
  const std::vector<std::string> nothing;
  Typist typist;
  typist.editor.assist(nothing, [](std::string_view text) {
    std::vector<std::string> fits;
    for (const char* one : {"@coder", "@creative"})
      if (std::string_view(one).starts_with(text.substr(text.rfind(' ') + 1))) fits.push_back(one);
    return fits;
  });
  typist.type("ask @\t");
  CHECK(typist.editor.text() == "ask @c");
  CHECK(typist.editor.take_choices().empty());
  typist.type("\t");
  CHECK(typist.editor.take_choices() == std::vector<std::string>{"@coder", "@creative"});
  typist.type("o\t");
  CHECK(typist.editor.text() == "ask @coder ");
  typist.type("zzz\t");
  CHECK(typist.editor.text() == "ask @coder zzz");
}

TEST_CASE("Ctrl-D in an empty line is the end, elsewhere it deletes") {
  Typist typist;
  typist.type("ab\x01\x04");
  CHECK(typist.editor.text() == "b");
  CHECK(!typist.editor.take_finished());
  typist.type("\x04\x04");
  CHECK(typist.editor.take_finished());
  CHECK(!typist.editor.take_finished());
}

}  // namespace
}  // namespace fm::cli
