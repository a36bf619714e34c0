// Contrast of every pair of colours that carries text or a mark, in both themes (WCAG 2.2 AA).
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "app/report/report_page.h"

namespace fm {
namespace {

// The value of --name in the first or second block of tokens.
std::string token(std::string_view name, bool dark) {
  const std::string_view style = report_style();
  const std::string wanted = "--" + std::string(name) + ": #";
  std::size_t at = style.find(wanted);
  if (dark) at = style.find(wanted, at + 1);
  REQUIRE_MESSAGE(at != std::string_view::npos, name);
  return std::string(style.substr(at + wanted.size(), 6));
}

double luminance(const std::string& hex) {
  const auto channel = [&](std::size_t at) {
    const double part =
        static_cast<double>(std::strtol(hex.substr(at, 2).c_str(), nullptr, 16)) / 255;
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4);
}

double contrast(std::string_view one, std::string_view other, bool dark) {
  const double a = luminance(token(one, dark));
  const double b = luminance(token(other, dark));
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

TEST_CASE("I-10 text has AA contrast on whatever it stands on, in light and dark") {
  for (const bool dark : {false, true}) {
    for (const char* text : {"ink", "muted", "moss", "amber", "danger", "slate"}) {
      for (const char* ground : {"paper", "raised"}) {
        CAPTURE(text);
        CAPTURE(ground);
        CAPTURE(dark);
        CHECK(contrast(text, ground, dark) >= 4.5);
      }
    }
    for (const char* ground : {"amber-wash", "danger-wash", "slate-wash", "track"}) {
      for (const char* text : {"ink", "muted"}) {
        CAPTURE(text);
        CAPTURE(ground);
        CHECK(contrast(text, ground, dark) >= 4.5);
      }
    }
  }
}

TEST_CASE("agents' marks stand out from the page") {
  for (const bool dark : {false, true}) {
    for (int hue = 0; hue < kAgentHues; ++hue) {
      for (const char* ground : {"paper", "raised"}) {
        CAPTURE(hue);
        CHECK(contrast("h" + std::to_string(hue), ground, dark) >= 3.0);
      }
    }
  }
}

TEST_CASE("the style sheet loads nothing") {
  CHECK_FALSE(report_style().contains("url("));
  CHECK_FALSE(report_style().contains("@import"));
  CHECK_FALSE(report_style().contains("</"));
}

}  // namespace
}  // namespace fm
