#include "app/report/visual.h"

#include <doctest/doctest.h>

#include "test/support/report_rooms.h"

namespace fm {
namespace {

std::string html_of(std::string_view reply) {
  const Result<std::string> html = extract_html(reply);
  return html ? *html : html.error().code;
}

TEST_CASE("I-10 the ui-creator's page stands in a frame that may do nothing") {
  const std::string page = wrap_untrusted_html("<p class=\"a\">1 & 2</p>", "Tea <x>");
  CHECK(page.contains(
      "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
      "form-action 'none'\""));
  CHECK(page.contains(
      "<iframe sandbox=\"\" referrerpolicy=\"no-referrer\" title=\"Tea &lt;x&gt;\" srcdoc=\""));
  CHECK(page.contains("&lt;p class=&quot;a&quot;&gt;1 &amp; 2&lt;/p&gt;\"></iframe>"));
  CHECK(page.contains("<title>Tea &lt;x&gt; · made by the ui-creator</title>"));
}

TEST_CASE("I-10 nothing of the page gets out of the frame's attribute") {
  const std::string page =
      wrap_untrusted_html(testing::hostile_html() + "\"></iframe><script>1</script>", "t");
  CHECK_FALSE(page.contains("<script"));
  CHECK(page.find("</iframe>") == page.rfind("</iframe>"));
}

TEST_CASE("I-10 elements that open connections ahead of use are none any more") {
  const auto framed = [](std::string_view html) { return wrap_untrusted_html(html, "t"); };
  for (const char* tag :
       {"link", "meta", "iframe", "frame", "frameset", "object", "embed", "base", "area"}) {
    CAPTURE(tag);
    CHECK(framed("<" + std::string(tag) + " src=x>").contains("&lt;x-" + std::string(tag)));
  }
  CHECK(framed("<LiNk>").contains("&lt;x-LiNk&gt;"));
  CHECK(framed("<a href='https://example.org'>").contains("&lt;x-a href"));
  CHECK(framed("<a href=\"#x\" href=\"https://example.org\">").contains("&lt;x-a href"));
  CHECK(framed("<a\thref=//example.org>").contains("&lt;x-a\t"));
  CHECK(framed("<a/href=//example.org>").contains("&lt;x-a/"));
  CHECK(framed("<a class=\"b\" href=\"#ideas\">go</a>")
            .contains("&lt;a class=&quot;b&quot; href=&quot;#ideas&quot;&gt;"));
  CHECK(framed("<article><abbr>").contains("&lt;article&gt;&lt;abbr&gt;"));
}

TEST_CASE("the HTML is taken out of a fence, the longest when there are several") {
  CHECK(html_of("Here:\n```html\n<p>a</p>\n```\nDone.") == "<p>a</p>");
  CHECK(html_of("```HTML\n<p>a</p>\n```\n```html\n<p>longer</p>\n```") == "<p>longer</p>");
  CHECK(html_of("```\n<!DOCTYPE html><p>a</p>\n```") == "<!DOCTYPE html><p>a</p>");
  CHECK(html_of("```css\np { }\n```\n```html\n<b>x</b>\n```") == "<b>x</b>");
  CHECK(html_of("```html\n<p>cut off") == "<p>cut off");
}

TEST_CASE("the HTML is taken out of a bare reply, without the words around it") {
  CHECK(html_of("Sure!\n<!doctype html><html><p>a</p></html>\nEnjoy.") ==
        "<!doctype html><html><p>a</p></html>");
  CHECK(html_of("<HTML><p>a</p></HTML>") == "<HTML><p>a</p></HTML>");
  CHECK(html_of("  <section><h1>a</h1></section> ") == "<section><h1>a</h1></section>");
  CHECK(html_of("<html><p>cut off") == "<html><p>cut off");
}

TEST_CASE("a reply without HTML is an error that says so") {
  for (const char* reply :
       {"", "I cannot do that.", "1 < 2 and 3 > 2", "```\ncode\n```", "```html\n\n```", "```html"})
    CHECK(html_of(reply) == "visual_no_html");
}

}  // namespace
}  // namespace fm
