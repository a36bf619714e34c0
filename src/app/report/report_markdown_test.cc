#include "app/report/report_markdown.h"

#include <doctest/doctest.h>

#include "base/clock.h"

namespace fm {
namespace {

std::string html(std::string_view markdown) { return markdown_html(markdown, 5); }

TEST_CASE("prose, lists, code, quotes and tables become their elements") {
  CHECK(html("*a* **b** `c` ~~d~~") ==
        "<p><em>a</em> <strong>b</strong> <code>c</code> <del>d</del></p>\n");
  CHECK(html("- a\n- b") == "<ul><li>a</li>\n<li>b</li>\n</ul>\n");
  CHECK(html("3. a") == "<ol start=\"3\"><li>a</li>\n</ol>\n");
  CHECK(html("- [x] a\n- [ ] b") ==
        "<ul><li class=\"task\">☑ a</li>\n<li class=\"task\">☐ b</li>\n</ul>\n");
  CHECK(html("```\n<x>\n```") == "<pre><code>&lt;x&gt;\n</code></pre>\n");
  CHECK(html("> a") == "<blockquote><p>a</p>\n</blockquote>\n");
  const std::string table = html("| a | b |\n|---|---|\n| 1 | 2 |");
  CHECK(table.contains("<th scope=\"col\">a</th>"));
  CHECK(table.contains("<td>2</td>"));
}

TEST_CASE("headings of any depth keep the page's outline") {
  CHECK(html("# a\n###### b") == "<h5>a</h5>\n<h5>b</h5>\n");
}

TEST_CASE("JSON is set as lists, alone and fenced; what is no JSON stays code") {
  const std::string list =
      "<dl class=\"data\"><dt>a</dt><dd><ul class=\"data\"><li><bdi>x</bdi></li><li>1.5</li></ul>"
      "</dd></dl>";
  CHECK(html(R"( {"a": ["x", 1.5]} )") == list);
  CHECK(html("```json\n{\"a\": [\"x\", 1.5]}\n```") == list);
  CHECK(html("```json\n{broken\n```") == "<pre><code>{broken\n</code></pre>\n");
  CHECK(html(R"({"<b>": "<i>"})").contains("<dt>&lt;b&gt;</dt><dd><bdi>&lt;i&gt;</bdi></dd>"));
  CHECK(html("[1, 2] is no document") == "<p>[1, 2] is no document</p>\n");
}

TEST_CASE("I-10 HTML of the author's is text") {
  CHECK(html("<script>alert(1)</script>") == "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n");
  CHECK(html("a <img src=x onerror=y> b").contains("&lt;img src=x onerror=y&gt;"));
  CHECK(html("</style></body>").contains("&lt;/style&gt;"));
}

TEST_CASE("I-10 only web and mail links are links") {
  CHECK(html("[a](https://example.org/?a=1&b=\"2\")") ==
        "<p><a rel=\"noopener noreferrer nofollow\" "
        "href=\"https://example.org/?a=1&amp;b=&quot;2&quot;\">a</a></p>\n");
  CHECK(html("[a](HTTPS://example.org)").contains("href=\"HTTPS://example.org\""));
  CHECK(html("[a](mailto:ana@example.org)").contains("href=\"mailto:"));
  for (const char* link :
       {"javascript:alert(1)", "JaVaScRiPt:alert(1)", "javascript&colon;alert(1)",
        "&#106;avascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
        "//example.org", "/path", "#anchor", "https:", " ", "https&colon;//example.org"}) {
    CAPTURE(link);
    CHECK_FALSE(html("[a](" + std::string(link) + ")").contains("<a "));
  }
  CHECK(html("![alt *x*](http://example.org/p.png)") ==
        "<p><span class=\"picture\">[picture: alt <em>x</em>]</span></p>\n");
}

TEST_CASE("entities cannot bring back what cleaning removed") {
  CHECK(html("a&#x202E;b") == "<p>ab</p>\n");
  CHECK(html("a&#8238;b&#0;c&#xD800;d") == "<p>abc\uFFFDd</p>\n");
  CHECK(html("&lt;b&gt; &copy; &#60;b&#62;") == "<p>&lt;b&gt; &copy; &lt;b&gt;</p>\n");
}

TEST_CASE("text that is built to blow up stays small and quick") {
  std::string table = "|";
  for (int i = 0; i < 8'000; ++i) table += "a|";
  table += "\n|";
  for (int i = 0; i < 8'000; ++i) table += "-|";
  for (int i = 0; i < 8'000; ++i) table += "\n|x";
  CHECK(html(table).size() < 13 * table.size());

  std::string nested;
  for (int i = 0; i < 20'000; ++i) nested += ">";
  const std::string quotes = html(nested + " deep");
  CHECK(quotes.contains("deep"));
  CHECK(quotes.size() < 1'000);

  std::string stars;
  for (int i = 0; i < 30'000; ++i) stars += "*a ";
  CHECK(html(stars).contains("a"));
  CHECK(html(std::string(600'000, '[')).starts_with("<pre><code>[["));
}

TEST_CASE("an excerpt is one line of words without marks") {
  CHECK(markdown_excerpt("## Known\n\n- **a** thing\n> said", 100) == "Known - a thing said");
  CHECK(markdown_excerpt("Five ideas:\n```json\n{\"a\":1}\n```", 100) == "Five ideas:");
  CHECK(markdown_excerpt("| a | b |\n|---|---|\n| 1 | 2 |", 100) == "a b 1 2");
  CHECK(markdown_excerpt("<script>", 100) == "&lt;script&gt;");
  CHECK(markdown_excerpt("abcdef", 3) == "abc…");
}

}  // namespace
}  // namespace fm
