// Thirty small editing tasks, played by models that behave as real ones do: each edit lands exactly
// as meant, byte for byte, or is refused with what was found, and the file is as it was.
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "tool/run/tool_testing.h"

namespace fm {
namespace {

struct EditingTask {
  std::string name;
  std::string file;
  std::string before;
  std::string tool;  // and its arguments, without the path
  JsonObject arguments;
  std::string after = {};    // empty: refused
  std::string refusal = {};  // the code
  std::string told = {};     // what the answer has to say
  bool is_read_first = true;
};

JsonObject edit(std::string_view old_text, std::string_view new_text) {
  return {{"old", old_text}, {"new", new_text}};
}

std::string long_file(int lines, const std::string& change_at = {}, const std::string& to = {}) {
  std::string text;
  for (int i = 1; i <= lines; ++i) {
    const std::string name = "handler_" + std::to_string(i);
    text += name == change_at
                ? to
                : "def " + name + "(request):\n    return " + std::to_string(i) + "\n";
  }
  return text;
}

std::vector<EditingTask> tasks() {
  const std::string python =
      "import os\n\n\ndef total(prices):\n    s = 0\n    for p in prices:\n        s += p\n    "
      "return s\n";
  const std::string c = "int main(void)\r\n{\r\n\tputs(\"hi\");\r\n\treturn 0;\r\n}\r\n";
  const std::string latin = "# caf\xE9\nname = 'Jos\xE9'\nsize = 1\n";
  const std::string go = "func f() {\n\tif ok {\n\t\trun()\n\t}\n}\n";
  return {
      {"an exact edit", "a.py", python, "edit_file", edit("    s = 0", "    s = 0.0"),
       "import os\n\n\ndef total(prices):\n    s = 0.0\n    for p in prices:\n        s += p\n    "
       "return s\n"},
      {"lines copied with their numbers", "a.py", python, "edit_file",
       edit("5|    s = 0\n6|    for p in prices:", "5|    s = 1\n6|    for p in prices:"),
       "import os\n\n\ndef total(prices):\n    s = 1\n    for p in prices:\n        s += p\n    "
       "return s\n"},
      {"lines copied with wrong numbers", "a.py", python, "edit_file",
       edit("12\t    s = 0\n13\t    for p in prices:", "12\t    s = 1\n13\t    for p in prices:"),
       "import os\n\n\ndef total(prices):\n    s = 1\n    for p in prices:\n        s += p\n    "
       "return s\n"},
      {"numbers on some lines of the new text",
       "a.py",
       python,
       "edit_file",
       edit("5|    s = 0", "5|    s = 0\n    t = 0"),
       {},
       "edit_numbered"},
      {"a block without its indentation", "a.py", python, "edit_file",
       edit("for p in prices:\n    s += p", "for p in prices:\n    s += p\n    n += 1"),
       "import os\n\n\ndef total(prices):\n    s = 0\n    for p in prices:\n        s += p\n       "
       " n += 1\n    return s\n"},
      {"a line of which there are two",
       "a.py",
       "x = 1\ny = 2\nx = 1\n",
       "edit_file",
       edit("x = 1", "x = 5"),
       {},
       "edit_ambiguous",
       "lines 1, 3"},
      {"a line of which there are two, both meant",
       "a.py",
       "x = 1\ny = 2\nx = 1\n",
       "edit_file",
       {{"old", "x = 1"}, {"new", "x = 5"}, {"all", true}},
       "x = 5\ny = 2\nx = 5\n"},
      {"a function remembered wrongly",
       "a.py",
       python,
       "edit_file",
       edit("def total(prices, tax):\n    s = 0\n    for p in prices:", "def total(p):"),
       {},
       "edit_not_found",
       "4|def total(prices):"},
      {"a name that is spelled otherwise",
       "a.py",
       python,
       "edit_file",
       edit("Total(prices)", "sum(prices)"),
       {},
       "edit_not_found",
       "4|def total(prices):"},
      {"an edit made once more",
       "a.py",
       "x = compute(2)\n",
       "edit_file",
       edit("x = compute(1)", "x = compute(2)"),
       {},
       "edit_not_found",
       "already"},
      {"old and new alike", "a.py", python, "edit_file", edit("s = 0", "s = 0"), {}, "edit_same"},
      {"nothing to look for",
       "a.py",
       python,
       "edit_file",
       edit("", "import sys\n"),
       {},
       "edit_empty"},
      {"code left out of the old text",
       "a.py",
       python,
       "edit_file",
       edit("def total(prices):\n    ...\n    return s",
            "def total(prices):\n    return sum(prices)"),
       {},
       "edit_not_found"},
      {"code left out of the new text",
       "a.py",
       python,
       "edit_file",
       edit("    s = 0\n    for p in prices:\n        s += p\n    return s",
            "    s = 0\n    # ... existing code ...\n    return s"),
       {},
       "edit_placeholder",
       "left out"},
      {"a fence around both", "a.py", python, "edit_file",
       edit("```python\n    s = 0\n```", "```python\n    s = 1\n```"),
       "import os\n\n\ndef total(prices):\n    s = 1\n    for p in prices:\n        s += p\n    "
       "return s\n"},
      {"line ends written as \\n", "a.py", "a = 1\nb = 2\n", "edit_file",
       edit("a = 1\\nb = 2", "a = 1\\nb = 3"), "a = 1\nb = 3\n"},
      {"a file of \\r\\n, edited with \\n", "a.c", c, "edit_file",
       edit("\tputs(\"hi\");\n\treturn 0;", "\tputs(\"hello\");\n\treturn 0;"),
       "int main(void)\r\n{\r\n\tputs(\"hello\");\r\n\treturn 0;\r\n}\r\n"},
      {"spaces for the file's tabs", "a.go", go, "edit_file",
       edit("    if ok {\n        run()\n    }",
            "    if ok {\n        run()\n        stop()\n    }"),
       "func f() {\n\tif ok {\n\t\trun()\n\t\tstop()\n\t}\n}\n"},
      {"tabs for the file's spaces", "a.py", python, "edit_file",
       edit("\tfor p in prices:\n\t\ts += p", "\tfor p in prices:\n\t\ts += p * 2"),
       "import os\n\n\ndef total(prices):\n    s = 0\n    for p in prices:\n        s += p * 2\n   "
       " return s\n"},
      {"a makefile's tabs kept", "Makefile", "all:\n\tcc a.c\n", "edit_file",
       edit("\tcc a.c", "\tcc -O2 a.c"), "all:\n\tcc -O2 a.c\n"},
      {"spaces at line ends kept", "a.md", "one  \ntwo  \nthree\n", "edit_file",
       edit("one\ntwo\nthree", "one\ntwo\n3"), "one  \ntwo  \n3\n"},
      {"a Latin-1 file, its other bytes kept", "a.py", latin, "edit_file",
       edit("size = 1", "size = 2"), "# caf\xE9\nname = 'Jos\xE9'\nsize = 2\n"},
      {"a Latin-1 line", "a.py", latin, "edit_file", edit("name = 'José'", "name = 'André'"),
       "# caf\xE9\nname = 'Andr\xE9'\nsize = 1\n"},
      {"a character that Latin-1 has not",
       "a.py",
       latin,
       "edit_file",
       edit("size = 1", "size = '語'"),
       {},
       "file_encoding"},
      {"a byte order mark kept", "a.cs", "\xEF\xBB\xBFusing X;\r\nclass A {}\r\n", "edit_file",
       edit("using X;", "using X;\nusing Y;"),
       "\xEF\xBB\xBFusing X;\r\nusing Y;\r\nclass A {}\r\n"},
      {"no line end at the end kept", "a.sh", "#!/bin/sh\necho a", "edit_file",
       edit("echo a\n", "echo b\n"), "#!/bin/sh\necho b"},
      {"one of ten thousand functions", "big.py", long_file(10'000), "edit_file",
       edit("def handler_7777(request):\n    return 7777",
            "def handler_7777(request):\n    return None"),
       long_file(10'000, "handler_7777", "def handler_7777(request):\n    return None\n")},
      {"one of ten thousand, remembered wrongly",
       "big.py",
       long_file(10'000),
       "edit_file",
       edit("def handler_7777(req):\n    return 7777", "x"),
       {},
       "edit_not_found",
       "15554|    return 7777"},
      {"a whole file from memory",
       "a.py",
       python,
       "write_file",
       {{"content", "def total(p):\n    return sum(p)\n"}},
       {},
       "file_not_read",
       "Read it first",
       false},
      {"a whole file that was read",
       "a.py",
       python,
       "write_file",
       {{"content", "def total(p):\n    return sum(p)\n"}},
       "def total(p):\n    return sum(p)\n"},
      {"a whole file of which a part was read",
       "big.py",
       long_file(10'000),
       "write_file",
       {{"content", "pass\n"}},
       {},
       "file_not_read",
       "all of it"},
      {"a whole file with the rest left out",
       "a.js",
       "let a = 1;\nlet b = 2;\n",
       "write_file",
       {{"content", "let a = 3;\n// ... rest of the file unchanged ...\n"}},
       {},
       "content_placeholder"},
      {"a whole file of \\r\\n",
       "a.c",
       c,
       "write_file",
       {{"content", "int x;\nint y;\n"}},
       "int x;\r\nint y;\r\n"},
      {"a whole file in a fence",
       "a.py",
       python,
       "write_file",
       {{"content", "```python\nx = 1\n```"}},
       "x = 1\n"},
      {"a whole file with line numbers",
       "a.py",
       python,
       "write_file",
       {{"content", "1|a\n2|b\n3|c\n"}},
       {},
       "content_numbered"},
      {"a whole file escaped once too often",
       "a.py",
       python,
       "write_file",
       {{"content", "import os\\nprint(1)\\n"}},
       {},
       "content_escaped"},
      {"another tool's names for the arguments",
       "a.py",
       "x = 1\n",
       "edit_file",
       {{"old_string", "x = 1"}, {"new_string", "x = 2"}, {"replace_all", false}},
       "x = 2\n"},
      {"a diff for a text",
       "a.py",
       python,
       "edit_file",
       edit("-    s = 0\n+    s = 1", "    s = 1"),
       {},
       "edit_not_found",
       "5|    s = 0"},
  };
}

TEST_CASE("P-60 every edit lands exactly as meant, or is refused with what was found") {
  for (const EditingTask& task : tasks()) {
    CAPTURE(task.name);
    ToolWorld world;
    world.folder.write(task.file, task.before);
    if (task.is_read_first) CHECK(world.call("read_file", {{"path", task.file}}).ok);
    JsonObject arguments = task.arguments;
    arguments["path"] = task.file;
    const ToolResult result = world.call(task.tool, arguments);
    CAPTURE(result.text);
    CHECK(result.ok == task.refusal.empty());
    CHECK(result.code == task.refusal);
    CHECK(result.text.contains(task.told));
    CHECK(world.bytes(task.file) == (task.refusal.empty() ? task.after : task.before));
    CHECK(result.files.empty() == !task.refusal.empty());
  }
}

TEST_CASE(
    "P-60 a file that changed since it was read is edited where the text is still there, and that "
    "is said") {
  ToolWorld world;
  world.folder.write("a.py", "a = 1\nb = 2\n");
  world.call("read_file", {{"path", "a.py"}});
  world.folder.write("a.py", "new = 0\na = 1\nb = 2\n");
  CHECK(world.call("write_file", {{"path", "a.py"}, {"content", "x\n"}}).code == "file_changed");
  JsonObject all = edit("b = 2", "b = 3");
  all["path"] = "a.py", all["all"] = true;
  CHECK(world.call("edit_file", all).code == "file_changed");
  all["all"] = false;
  const ToolResult result = world.call("edit_file", all);
  CHECK(result.ok);
  CHECK(result.text.contains("has changed since you read it"));
  CHECK(world.bytes("a.py") == "new = 0\na = 1\nb = 3\n");
  CHECK(result.lines_added == 1);
  CHECK(result.lines_removed == 1);
}

TEST_CASE(
    "P-60 an agent may rewrite what it has written, and read a long file to its end in parts") {
  ToolWorld world;
  CHECK(world.call("write_file", {{"path", "src/new.py"}, {"content", "a\n"}}).ok);
  CHECK(world.call("write_file", {{"path", "src/new.py"}, {"content", "b\n"}}).ok);
  CHECK(world.bytes("src/new.py") == "b\n");
  world.folder.write("long.txt", long_file(300));
  const ToolResult first = world.call("read_file", {{"path", "long.txt"}});
  CHECK(first.text.contains("go on with from_line 401"));
  CHECK(world.call("read_file", {{"path", "long.txt"}, {"from_line", 401}}).ok);
  CHECK(world.call("write_file", {{"path", "long.txt"}, {"content", "c\n"}}).ok);
}

}  // namespace
}  // namespace fm
