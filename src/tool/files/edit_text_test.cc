#include "tool/files/edit_text.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "tool/files/edit_text_testing.h"

namespace fm {
namespace {

// The text after the edit, or the code of the refusal.
std::string after(std::string_view text, TextEdit edit, std::string_view name = "a.py") {
  const auto plan = plan_edit(text, edit, name);
  return plan ? apply_edit(text, *plan) : plan.error().code;
}

std::string told(std::string_view text, TextEdit edit, std::string_view name = "a.py") {
  const auto plan = plan_edit(text, edit, name);
  REQUIRE_FALSE(plan.has_value());
  return plan.error().message + "\n" + plan.error().cause;
}

TEST_CASE("P-60 a stretch that is in the file once is replaced, and nothing else is") {
  CHECK(after("one\ntwo\nthree\n", {"two", "2"}) == "one\n2\nthree\n");
  CHECK(after("f(a, b)\n", {"a, b", "b"}) == "f(b)\n");
  CHECK(after("x\nlast", {"last", "end"}) == "x\nend");
  CHECK(after("a\nb\nc\n", {"b\n", ""}) == "a\nc\n");
  CHECK(after("tab\there\n", {"tab\there", "tab\tthere"}) == "tab\tthere\n");
}

TEST_CASE(
    "P-60 a stretch that is there more than once is refused with its lines, unless all are meant") {
  const std::string text = "x = 1\ny = 2\nx = 1\n";
  CHECK(after(text, {"x = 1", "x = 3"}) == "edit_ambiguous");
  CHECK(told(text, {"x = 1", "x = 3"}).contains("2 times: at lines 1, 3"));
  CHECK(after(text, {"x = 1", "x = 3", true}) == "x = 3\ny = 2\nx = 3\n");
  CHECK(after("aaa", {"aa", "b"}) == "edit_ambiguous");  // they overlap
  CHECK(after("aaa", {"aa", "b", true}) == "ba");
}

TEST_CASE("P-60 nothing that says nothing is done") {
  CHECK(after("a\n", {"", "b"}) == "edit_empty");
  CHECK(after("a\n", {"a", "a"}) == "edit_same");
}

TEST_CASE("P-60 lines that end in \\r\\n stay so, whatever a model sends") {
  CHECK(after("a\r\nb\r\nc\r\n", {"a\nb", "a\nB"}) == "a\r\nB\r\nc\r\n");
  CHECK(after("a\r\nb\r\nc\r\n", {"b", "b\nb2"}) == "a\r\nb\r\nb2\r\nc\r\n");
  CHECK(after("a\r\nb\r\nc\r\n", {"a\nb\n", "a\nb\nb2\n"}) == "a\r\nb\r\nb2\r\nc\r\n");
  CHECK(after("a\r\nb\r\nc\r\n", {"\nb\n", "\n"}) == "a\r\nc\r\n");
  CHECK(after("a\nb\nc\n", {"a\r\nb", "a\r\nB"}) == "a\nB\nc\n");
  CHECK(after("a\r\nb\nc\r\n", {"a\nb\nc", "a\nB\nc"}) == "a\r\nB\nc\r\n");  // mixed stays mixed
  CHECK(after("call(a,\r\n     b)\r\nend\r\n", {"a,\n     b", "b,\n     a"}) ==
        "call(b,\r\n     a)\r\nend\r\n");
}

TEST_CASE("P-60 spaces at the ends of lines do not hinder, and stay where nothing changed") {
  CHECK(after("a  \nb\t\nc\n", {"a\nb\nc", "a\nB\nc"}) == "a  \nB\nc\n");
  CHECK(after("a\nb\nc\n", {"a  \nb\n", "a  \nB\n"}) == "a\nB\nc\n");
  CHECK(after("a  \nb \nc \n", {"a\nb\nc\n", "a\nc\n"}) == "a  \nc \n");
  CHECK(after("a  \nb \n", {"a\nb", "a\nnew\nb"}) == "a  \nnew\nb \n");
}

TEST_CASE(
    "P-60 a stretch that is indented otherwise by one rule is found, and the new one is indented "
    "alike") {
  CHECK(
      after("def f():\n    if x:\n        y()\n", {"if x:\n    y()", "if x:\n    y()\n    z()"}) ==
      "def f():\n    if x:\n        y()\n        z()\n");
  CHECK(after("if x:\n    y()\n", {"    if x:\n        y()", "    if x:\n        z()"}) ==
        "if x:\n    z()\n");
  CHECK(after("\tif x:\n\t\ty()\n",
              {"    if x:\n        y()", "    if x:\n        y()\n        z()"}) ==
        "\tif x:\n\t\ty()\n\t\tz()\n");
  CHECK(after("    if x:\n        y()\n", {"\tif x:\n\t\ty()", "\tif x:\n\t\tz(\n\t\t\t1)"}) ==
        "    if x:\n        z(\n            1)\n");
  CHECK(after("\tif x:\n\t\ty()\n", {"  if x:\n    y()", "  if x:\n    z()"}) ==
        "\tif x:\n\t\tz()\n");
}

TEST_CASE("P-60 indentation that differs by no one rule is not guessed") {
  const std::string text = "def f():\n    a()\n      b()\n";
  CHECK(after(text, {"def f():\n  a()\n  b()", "def f():\n  a()\n  c()"}) == "edit_not_found");
  CHECK(told(text, {"def f():\n  a()\n  b()", "x"}).contains("only the white space differs"));
  // The rule takes four spaces off, and a new line has but two.
  CHECK(after("a()\nb()\n", {"    a()\n    b()", "    a()\n  c()\n    b()"}) == "edit_unclear");
}

TEST_CASE("P-60 words are never changed for others that are like them") {
  CHECK(after("print('a')\n", {"print(\"a\")", "print(1)"}) == "edit_not_found");
  CHECK(after("Foo()\n", {"foo()", "bar()"}) == "edit_not_found");
  CHECK(after("a = 1\n", {"a  = 1", "a = 2"}) ==
        "edit_not_found");  // inside a line, space may count
}

TEST_CASE("P-60 what is not there is refused with what is there instead") {
  std::string text;
  for (int i = 1; i <= 10'000; ++i) text += "line " + std::to_string(i) + " of this file\n";
  text.insert(text.find("line 7000 "),
              "def total(prices, rate):\n    s = sum(prices)\n    return s * rate\n");
  const std::string words =
      told(text, {"def total(prices):\n    s = sum(prices)\n    return s * rate", "x"});
  CHECK(words.contains("lines 7000-7002"));
  CHECK(words.contains("7000|def total(prices, rate):"));
  CHECK(words.contains("First difference, line 7000"));
  CHECK(told("alpha beta gamma delta\n", {"alpha beta gamme delta", "x"})
            .contains("1|alpha beta gamma delta"));
  CHECK(told("abc\n", {"qqqqqq wwww", "x"}).contains("Nothing in the file is like it."));
}

TEST_CASE("P-60 an edit that was made before is told from one that misses") {
  CHECK(
      told("def f():\n    return compute(2)\n", {"    return compute(1)", "    return compute(2)"})
          .contains("stands in the file already, at line 2"));
}

TEST_CASE("P-60 line numbers that were copied along are taken off, where the file has none") {
  CHECK(after("a = 1\nb = 2\nc = 3\n", {"2|b = 2\n3|c = 3", "2|b = 5\n3|c = 3"}) ==
        "a = 1\nb = 5\nc = 3\n");
  CHECK(after("a = 1\nb = 2\n", {"2\tb = 2", "b = 5"}) == "a = 1\nb = 5\n");
  CHECK(after("a = 1\nb = 2\n", {"     2\xE2\x86\x92"
                                 "b = 2",
                                 "b = 5"}) == "a = 1\nb = 5\n");
  CHECK(after("f:\n    a\n    b\n", {"2|    a\n3|    b", "2|    a\n3|    B"}) ==
        "f:\n    a\n    B\n");
  CHECK(after("a = 1\nb = 2\n", {"1|a = 1\n2|b = 2", "1|a = 1\nnew\n2|b = 2"}) == "edit_numbered");
  CHECK(after("a = 1\nb = 2\n", {"a = 1\nb = 2", "1|a = 1\n2|b = 3"}) == "edit_numbered");
  // A table has numbers of its own.
  CHECK(after("1\tAda\n2\tBob\n", {"2\tBob", "2\tBert\n3\tCy"}) == "1\tAda\n2\tBert\n3\tCy\n");
}

TEST_CASE("P-60 a fence around a text is taken off, but not in prose, where it may be meant") {
  CHECK(after("a\nb\n", {"```python\na\nb\n```", "```python\na\nc\n```"}) == "a\nc\n");
  CHECK(after("a\nb\n", {"b", "```\nc\n```"}) == "a\nc\n");
  CHECK(after("a\nb\n", {"b", "```\nc\n```"}, "a.md") == "a\n```\nc\n```\n");
}

TEST_CASE("P-60 \\n that was written for a line's end is read so, where nothing else is found") {
  CHECK(after("a = 1\nb = 2\n", {"a = 1\\nb = 2", "a = 1\\nb = 3"}) == "a = 1\nb = 3\n");
  CHECK(after("say(\"a\\nb\")\n", {"\"a\\nb\"", "\"a\\nc\""}) == "say(\"a\\nc\")\n");
}

TEST_CASE("P-60 placeholders for code that was left out are refused") {
  const std::string text = "def f():\n    a()\n    b()\n";
  CHECK(after(text, {text, "def f():\n    # ... existing code ...\n    c()\n"}) ==
        "edit_placeholder");
  CHECK(after(text, {text, "def f():\n    # rest of the function remains unchanged...\n"}) ==
        "edit_placeholder");
  CHECK(after(text, {"def f():\n    ...\n    b()", "def f():\n    c()"}, "a.js") ==
        "edit_placeholder");
  CHECK(after("f() {\n  a();\n}\n", {"  a();", "  // ...\n  b();"}, "a.js") == "edit_placeholder");
  CHECK(after("class A:\n    x = 1\n", {"    x = 1", "    ..."}) == "class A:\n    ...\n");
  CHECK(after("f(a)\n", {"f(a)", "f(...a)"}, "a.js") == "f(...a)\n");
  CHECK(after("x\n", {"x", "print(\"loading...\")"}) == "print(\"loading...\")\n");
}

TEST_CASE("P-60 a file that ends without a line's end goes on doing so") {
  CHECK(after("a\nb", {"a\nb\n", "a\nc\n"}) == "a\nc");
  CHECK(after("a \nb", {"a\nb", "a\nb\nc"}) == "a \nb\nc");
  CHECK(after("a \nb", {"a\nb\n", "a\n"}) == "a \n");
}

}  // namespace
}  // namespace fm
