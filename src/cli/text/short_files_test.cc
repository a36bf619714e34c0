#include "cli/text/short_files.h"

#include <doctest/doctest.h>

namespace fm::cli {
namespace {

std::string numbered(int lines) {
  std::string text;
  for (int i = 1; i <= lines; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

TEST_CASE("C-44 a long file that is handed in is shown by its name, first lines and size") {
  const std::string shown =
      with_short_files("Here it is.\n\n```python path=tips.py\n" + numbered(190) +
                       "```\n\n## Done and not done\nNot done: nothing was run.\n");
  CHECK(shown.starts_with("Here it is.\n\n`tips.py`\n\n```python path=tips.py\nline 1\n"));
  CHECK(shown.contains("line 8\n```\n\n(190 lines, 1 KB; the first 8 are shown)\n"));
  CHECK_FALSE(shown.contains("line 9"));
  CHECK(shown.ends_with("## Done and not done\nNot done: nothing was run.\n"));
}

TEST_CASE("C-44 a short file is shown whole below its name, and text without a name as it is") {
  const std::string text = "`a.txt`:\n```\n" + numbered(3) + "```\nEnd.\n";
  CHECK(with_short_files(text) == text);
  CHECK(with_short_files("```txt path=a.txt\none\n```\n") ==
        "`a.txt`\n\n```txt path=a.txt\none\n```\n");
  const std::string code = "```\n" + numbered(30) + "```\n";
  CHECK(with_short_files(code) == code);
  CHECK(with_short_files("No file.\n") == "No file.\n");
}

TEST_CASE("C-44 a page is left whole, so that its size is told, not that of its beginning") {
  const std::string page = "```html path=index.html\n<!doctype html>\n" + numbered(90) + "```\n";
  CHECK(with_short_files(page) == "`index.html`\n\n" + page);
}

TEST_CASE("C-44 a file that is still being written only grows on the screen") {
  const std::string whole = "```python path=tips.py\n" + numbered(40) + "```\nEnd.\n";
  std::string before;
  for (std::size_t size = 30; size < whole.size(); size += 7) {
    const std::string now = with_short_files(whole.substr(0, whole.rfind('\n', size) + 1));
    CHECK(now.starts_with(before));
    before = now;
  }
}

TEST_CASE("C-44 backticks that open no file take no words away") {
  const std::string text =
      "```pip install flask```\n\nThen:\n\n```python path=a.py\none\ntwo\n```\nEnd.\n";
  const std::string shown = with_short_files(text);
  CHECK(shown ==
        "```pip install flask```\n\nThen:\n\n`a.py`\n\n```python path=a.py\none\ntwo\n```\nEnd.\n");
}

TEST_CASE("C-44 a file that holds only its name is shown as empty, and what follows stays") {
  CHECK(with_short_files("```\nindex.html\n```\n\nMore.\n") ==
        "`index.html`\n\n```\n```\n\nMore.\n");
}

}  // namespace
}  // namespace fm::cli
