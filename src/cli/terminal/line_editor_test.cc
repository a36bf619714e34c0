#include "cli/terminal/line_editor.h"

#include <doctest/doctest.h>

#include <vector>

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
  CHECK(typist.editor.cursor_columns() == 5);
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
  typist.type("\x01>\x05<");
  CHECK(typist.editor.text() == ">a日<");
  CHECK(typist.editor.cursor_columns() == 5);
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

TEST_CASE("what is pasted keeps its lines and is not sent by them") {
  Typist typist;
  typist.type("\x1b[200~one\rtwo\x1b[201~");
  CHECK(typist.entered.empty());
  CHECK(typist.editor.text() == "one\ntwo");
  CHECK(typist.editor.shown() == "one two");
  typist.type("\r");
  CHECK(typist.entered == std::vector<std::string>{"one\ntwo"});
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
  CHECK(typist.editor.text().size() == LineEditor::kLongest);
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
  CHECK(typist.editor.cursor_columns() == 10);
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
