#include "cli/text/readable.h"

#include <doctest/doctest.h>

namespace fm::cli {
namespace {

TEST_CASE("ideas in JSON are shown by their titles, the words around them stay") {
  const Readable text = readable(
      "Here they are.\n\n```json\n{\"ideas\": [{\"title\": \"A shed\"}, {\"title\": \"A "
      "\\\"bus\\\"\"}]}\n"
      "```\nThat is all.",
      JsonAs::kLists);
  CHECK(text.prose == "Here they are.\n\n\nThat is all.");
  CHECK(text.titles == std::vector<std::string>{"A shed", "A \"bus\""});
}

TEST_CASE("a title counts when it is all there") {
  CHECK(readable("[{\"title\": \"A shed\"}, {\"title\": \"A bu", JsonAs::kLists).titles ==
        std::vector<std::string>{"A shed"});
  CHECK(readable("{", JsonAs::kLists).prose.empty());
  CHECK(readable("```json\n", JsonAs::kLists).prose.empty());
}

TEST_CASE("scores without titles are shown by their ids") {
  CHECK(readable("{\"scores\": [{\"id\": \"idea-1\", \"score\": 7}, {\"id\": \"idea-2\"}]}",
                 JsonAs::kLists)
            .titles == std::vector<std::string>{"idea-1", "idea-2"});
}

TEST_CASE("other JSON is written out as words") {
  CHECK(
      readable("{\"choice\": \"idea-2\", \"why_it_wins\": \"It is small.\", \"pros\": [\"a\", "
               "\"b\"], \"score\": 7.5}",
               JsonAs::kAll)
          .prose ==
      "\n**choice:** idea-2\n**why it wins:** It is small.\n**pros:** a\n- b\n**score:** 7.5\n\n");
}

TEST_CASE("a page of HTML is its size") {
  const Readable page =
      readable("My report:\n```html\n<!DOCTYPE html><html><b>x</b></HTML>\n```\n", JsonAs::kAll);
  CHECK(page.prose == "My report:\n\n");
  CHECK(page.page_bytes == 36);
  CHECK(readable("<html><p>still growing", JsonAs::kAll).page_bytes == 22);
}

TEST_CASE("prose that only looks like data stays") {
  for (const char* text : {"[1] a source", "[ ] a box", "{braces} in words", "```cpp\nint x;\n```",
                           "a < b and <b>bold</b>"})
    CHECK(readable(text, JsonAs::kAll).prose.starts_with(text));
}

}  // namespace
}  // namespace fm::cli
