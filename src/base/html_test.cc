#include "base/html.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

TEST_CASE("what means something in HTML is written so that it means itself") {
  CHECK(html_escaped("<b a=\"1\" c='2'>&amp;") ==
        "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
  CHECK(html_escaped("plain, größer und 🌱").size() == std::string("plain, größer und 🌱").size());
  std::string out = "<p>";
  append_html(out, "a < b");
  CHECK(out == "<p>a &lt; b");
}

}  // namespace
}  // namespace fm
