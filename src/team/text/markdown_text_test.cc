#include "team/text/markdown_text.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "base/yaml/yaml.h"
#include "team/text/front_matter.h"

using namespace fm;

TEST_CASE("a text on one line begins no block of Markdown") {
  CHECK(markdown_inline("# Heading") == "\\# Heading");
  CHECK(markdown_inline("---") == "\\---");
  CHECK(markdown_inline("===") == "\\===");
  CHECK(markdown_inline("> said") == "\\> said");
  CHECK(markdown_inline("```sh") == "\\`&#96;&#96;sh");
  CHECK(markdown_inline("~~~") == "\\~~~");
  CHECK(markdown_inline("| a |") == "\\| a |");
  CHECK(markdown_inline("- item") == "\\- item");
  CHECK(markdown_inline("12. item") == "12\\. item");
  CHECK(markdown_inline("[a]: http://x") == "\\[a]: http://x");
  CHECK(markdown_inline("two\n# lines\r\n\xE2\x80\xA8here") == "two # lines here");
}

TEST_CASE("what is harmless stays") {
  for (const std::string_view text : {"plain", "**bold** and `code`", "a < b, c > d", "3.5 euros",
                                      "-1 degree", "[a](http://x)", "#tag is no heading?"}) {
    if (text.starts_with('#')) continue;
    CHECK(markdown_inline(text) == text);
  }
  CHECK(markdown_inline("") == "");
  CHECK(markdown_inline("abcdef", 3) == "abc");
}

TEST_CASE("no HTML and no pictures, however they are escaped") {
  CHECK(markdown_inline("a <script>") == "a &lt;script>");
  CHECK(markdown_inline("a \\<script>") == "a \\&lt;script>");
  CHECK(markdown_inline("<!-- x -->") == "&lt;!-- x -->");
  CHECK(markdown_inline("see ![x](http://y)") == "see &#33;[x](http://y)");
  CHECK_FALSE(markdown_inline("a\x1B[31m\x07").contains('\x1B'));
}

TEST_CASE(
    "C-44 code stays as it is written, and no backtick of one text makes another text's HTML") {
  for (const std::string_view text : {"written as `<p class=\"level2\">` in `contents()`",
                                      "``a ` <b>`` and `![x](y)`", "\\\\`<b>`", "`a\\` \\` b"})
    CHECK(markdown_inline(text) == text);
  CHECK(markdown_inline("\\`<b>\\`") == "\\`&lt;b>\\`");
  CHECK(markdown_inline("\\`<b>` c `<i>") == "\\`&lt;b>` c `&lt;i>");
  CHECK(markdown_inline("cut `<b> ``") == "cut &#96;&lt;b> &#96;&#96;");
  // Side by side, as an item has them.
  CHECK(markdown_inline("a `") + ": " + markdown_inline("`<img src=x>`") ==
        "a &#96;: `<img src=x>`");
}

TEST_CASE("paragraphs and simple lists stay, other blocks do not") {
  CHECK(markdown_paragraphs("one\n\n\n  two\nthree\n\n- # four\n1. five\n\n    six\n---\n") ==
        "one\n\ntwo\nthree\n\n- \\# four\n1. five\n\nsix\n\\---");
  CHECK(markdown_paragraphs("- - deep") == "- \\- deep");
  CHECK(markdown_paragraphs("title\n=====") == "title\n\\=====");
  CHECK(markdown_paragraphs(" \n\n") == "");
}

TEST_CASE("texts of others are scalars of YAML and no more") {
  for (const std::string_view text :
       {"plain", "a: b", "- x", "---", "\"quoted\" \\ back", "two\nlines: here", "{a: b}", "",
        "\xC2\x85 odd \xE2\x80\xA9 breaks", "#", "yes"}) {
    INFO(text);
    const auto document = parse_yaml(
        "key: " + yaml_text(text) + "\nlist: " + yaml_list({std::string(text), "z"}) + "\n", "x");
    REQUIRE(document.has_value());
    CHECK(document->value.as_object().size() == 2);
    CHECK(document->value.at("list").as_array().size() == 2);
    CHECK(document->value.at("list").at(1) == "z");
  }
  CHECK(yaml_text("two\nlines") == "\"two lines\"");
  CHECK(yaml_list({}) == "[]");
}
