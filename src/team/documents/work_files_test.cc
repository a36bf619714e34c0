#include "team/documents/work_files.h"

#include <doctest/doctest.h>

#include "base/text.h"

using namespace fm;

namespace {

std::string shown(const WorkFiles& files) {
  std::string out;
  for (const WorkFile& file : files.files)
    out += file.path + " (" + join(file.agents, ", ") + "): " + file.text;
  for (const std::string& refused : files.refused) out += "! " + refused + "\n";
  return out;
}

std::string of(const std::string& text) { return shown(files_of({{"coder", text}})); }

// What stands in a fence with this first line.
std::string named(const std::string& info) { return of("```" + info + "\nx\n```\n"); }

// What stands below this line.
std::string below(const std::string& line) { return of(line + "\n\n```html\nx\n```\n"); }

}  // namespace

TEST_CASE("C-44 a fence's first line names its file, in the usual forms") {
  for (const char* info :
       {"html path=index.html", "html index.html", "index.html", "html:index.html",
        "html title=\"index.html\"", "html file='./index.html'", "html {filename=index.html}",
        "{.html filename=\"index.html\"}", "html (index.html)", "html `index.html`",
        "html file:index.html"}) {
    CAPTURE(info);
    // A backtick is in no info string of a fence of backticks: CommonMark sees code there.
    const bool fence = !std::string_view(info).contains('`');
    CHECK(named(info) == (fence ? "index.html (coder): x\n" : ""));
  }
  CHECK(named("python title=\"app/main.py\"") == "app/main.py (coder): x\n");
  CHECK(named("css path=css/site.css") == "css/site.css (coder): x\n");
  CHECK(named("Makefile") == "Makefile (coder): x\n");
  CHECK(named("py path=src\\app\\main.py") == "src/app/main.py (coder): x\n");
  CHECK(named("json path=\"my data/first set.json\"") == "my data/first set.json (coder): x\n");
  for (const char* info : {"html", "", "bash", "c++", "js {1,3}", "text output of main.py",
                           "node.js", "html title=\"The start page\"", "console"}) {
    CAPTURE(info);
    CHECK(named(info).empty());
  }
}

TEST_CASE("C-44 the line above or the first line inside names the file") {
  for (const char* line :
       {"`index.html`:", "**index.html**", "**`index.html`**:", "File: index.html",
        "### index.html", "#### File: `index.html`", "- `index.html`", "1. **index.html**",
        "index.html:", "`index.html` (new)", "Here is `index.html`:",
        "And this goes into `index.html`, as agreed:", "**File:** index.html"}) {
    CAPTURE(line);
    CHECK(below(line) == "index.html (coder): x\n");
  }
  for (const char* line :
       {"Here is the page:", "`a.html` and `b.html`:", "See example.com:", "**Node.js**",
        "I changed `index.html` and more.", "Run it:", "e.g.:", "### Start page"}) {
    CAPTURE(line);
    CHECK(below(line).empty());
  }
  CHECK(of("```js\n// lib/app.js\nrun();\n```\n") == "lib/app.js (coder): // lib/app.js\nrun();\n");
  CHECK(of("```html\n<!-- index.html -->\n<p>\n```") ==
        "index.html (coder): <!-- index.html -->\n<p>\n");
  CHECK(of("```\nnotes.txt\nhello\n```") == "notes.txt (coder): hello\n");
  CHECK(of("```json\n// data.json\n{}\n```") == "data.json (coder): {}\n");
  CHECK(of("```sh\n#!/bin/sh\nls\n```").empty());
  // A line names the next fence only.
  CHECK(of("`a.html`:\n```\n1\n```\n```\n2\n```\n") == "a.html (coder): 1\n");
}

TEST_CASE("C-44 the newest whole text of a path counts, with all who wrote it") {
  CHECK(shown(files_of(
            {{"coder", "```html index.html\none\n```"},
             {"ux", "```css css/site.css\ntwo\n```"},
             {"ux", "```html ./index.html\nthree\n```\n```html index.html\nfour\n```"}})) ==
        "css/site.css (ux): two\nindex.html (coder, ux): four\n");
  // Parts, patches and what was cut off change nothing.
  const std::string whole = "```js app.js\nwhole();\n```\n";
  CHECK(of(whole + "```diff app.js\n-whole();\n+other();\n```") == "app.js (coder): whole();\n");
  CHECK(of(whole + "```js app.js\nnew();\n// ... rest unchanged\n```") ==
        "app.js (coder): whole();\n");
  CHECK(of(whole + "```js app.js\ncut(") == "app.js (coder): whole();\n");
  CHECK(of("```js app.js\ncut(") == "! app.js: its end is missing\n");
  CHECK(of("```js app.js\n// ... existing code ...\n```") ==
        "! app.js: only parts of it were handed in\n");
  CHECK(of("```js app.js\nconst a = {\n  ...rest,\n};\n```") ==
        "app.js (coder): const a = {\n  ...rest,\n};\n");
  CHECK(of("```py a.py\ndef f():\n    ...\n```") == "a.py (coder): def f():\n    ...\n");
  CHECK(of("```python path=app/__init__.py\n```") == "app/__init__.py (coder): ");
}

TEST_CASE("C-44 fences in fences, indented ones and other line ends are read as one file") {
  CHECK(of("````markdown README.md\n# A\n```sh\nmake\n```\nend\n````\n") ==
        "README.md (coder): # A\n```sh\nmake\n```\nend\n");
  CHECK(of("```markdown README.md\n# A\n```sh\nmake\n```\nend\n```\nprose\n") ==
        "README.md (coder): # A\n```sh\nmake\n```\nend\n");
  CHECK(of("~~~html index.html\n```\n~~~\n") == "index.html (coder): ```\n");
  CHECK(of("- `a.py`:\n\n  ```python\n  if x:\n      y()\n  ```\n") ==
        "a.py (coder): if x:\n    y()\n");
  CHECK(of("```html index.html\r\n<p>\r\n</p>\r\n```\r\n") == "index.html (coder): <p>\n</p>\n");
}

TEST_CASE("C-53 no path leads out of the project, into a hidden folder or to a device") {
  const auto refused = [](const std::string& path) {
    const WorkFiles files = files_of({{"coder", "```txt path=" + path + "\nx\n```\n"}});
    return files.files.empty() && files.refused.size() == 1;
  };
  for (const char* path : {"../x.txt",
                           "a/../../x.txt",
                           "..\\x.txt",
                           "/etc/passwd",
                           "~/x.txt",
                           "~root/.ssh/x",
                           "C:\\x\\y.txt",
                           "c:/x.txt",
                           "\\\\server\\share\\x.txt",
                           ".git/config",
                           "a/.ssh/id.txt",
                           ".git",
                           "a/b/.github/x.yml",
                           "CON",
                           "con.txt",
                           "a/NUL",
                           "aux.tar.gz",
                           "COM1.txt",
                           "lpt9",
                           "x.txt.",
                           "a./x.txt",
                           "x?.txt",
                           "a|b.txt",
                           "a/",
                           ".",
                           "..",
                           "/"}) {
    CAPTURE(path);
    CHECK(refused(path));
  }
  CHECK(refused(std::string(201, 'a') + ".txt"));
  CHECK(of("```txt path=../x\ny\n```") == "! ../x: a path outside the project\n");
  CHECK(of("```txt path=.env.example\nx\n```") == ".env.example (coder): x\n");
  CHECK(of("```txt path=contact.txt\nx\n```") == "contact.txt (coder): x\n");
  CHECK(of("```txt path=käse/größe.txt\nx\n```") == "käse/größe.txt (coder): x\n");
  CHECK(of("```txt path=a//b/./c.txt\nx\n```") == "a/b/c.txt (coder): x\n");
  CHECK(of("```txt path=a\xE2\x80\xAEtxt.exe\nx\n```") == "atxt.exe (coder): x\n");
}

TEST_CASE("C-53 files that not every disk can hold beside each other are told") {
  CHECK(of("```txt Readme.txt\nx\n```\n```txt README.txt\ny\n```") ==
        "Readme.txt (coder): x\n! README.txt: there is \"Readme.txt\" already\n");
  CHECK(of("```txt path=a\nx\n```\n```txt a/b.txt\ny\n```") ==
        "a (coder): x\n! a/b.txt: there is a file where its folder would be\n");
  CHECK(of("```txt a/b.txt\ny\n```\n```txt path=a\nx\n```") ==
        "a/b.txt (coder): y\n! a: there is a folder of that name\n");
  std::string many;
  for (int i = 0; i < 150; ++i) many += "```txt f" + std::to_string(i) + ".txt\nx\n```\n";
  const WorkFiles files = files_of({{"coder", many}});
  CHECK(files.files.size() == 100);
  CHECK(files.refused.size() == 50);
}

TEST_CASE("hostile work costs no more than its length") {
  for (const std::string_view part : {"```", "```md a.md\n", "```x y.z\n", "`a.b` ", "```{",
                                      "~~~\n", "path=\"", "\n```html\n`a.b`:"}) {
    std::string text;
    while (text.size() < 300'000) text += part;
    (void)files_of({{"coder", text}, {"ux", text}});
  }
}
