#include "team/text/without_fences.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

TEST_CASE("C-12 of a text with files what is said stays, and the files are named") {
  CHECK(without_fences("Here it is:\n\n````py path=a.py\nx = \"\"\"\n```js\ny\n```\n\"\"\"\n````\n"
                       "Run it, then look: is it right?") ==
        "Here it is:\n\n[file a.py]\nRun it, then look: is it right?");
  CHECK(without_fences("~~~\na\n~~~\n```\nb\n```") == "[file]\n[file]");
  CHECK(without_fences("```py path=a.py\nno end") == "[file a.py]");
  CHECK(without_fences("Take ```this``` or `that`.") == "Take ```this``` or `that`.");
  CHECK(without_fences("").empty());
}

}  // namespace
}  // namespace fm
