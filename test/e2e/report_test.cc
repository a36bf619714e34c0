// The report's pages in a real browser: accessible, and harmless whatever they hold.
//
// The checks are scripts for node, which drive Debian's chromium (report_axe.mjs and
// report_safety.mjs; `./dev test` installs what they need).
#include "app/report/report.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "app/report/visual.h"
#include "test/e2e/node_script.h"
#include "test/support/report_rooms.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

fs::path written_pages() {
  const fs::path folder = fs::path(e2e::setting("FM_BINARY_DIR")) / "test" / "report-pages";
  fs::create_directories(folder);
  const auto write = [&](const std::string& name, const std::string& bytes) {
    std::ofstream(folder / name, std::ios::binary) << bytes;
  };
  for (const auto& [name, make] : testing::report_rooms())
    write(name + ".html", render_report(make(), {.visual_file = "visual.html"}));
  write("visual.html", wrap_untrusted_html(testing::hostile_html(), "A \"title\" <script>"));
  write("trap.htm", testing::hostile_html());  // the same, unwrapped: shows that the trap works
  return folder;
}

void check_with(const std::string& script) {
  const bool has_browser = !e2e::setting("CHROMIUM").empty() || fs::exists("/usr/bin/chromium");
  REQUIRE_MESSAGE(has_browser, "chromium is missing; `./dev test` installs it");
  const e2e::NodeRan ran = e2e::run_node(script, {written_pages().string()});
  CHECK_MESSAGE(ran.status == 0, ran.out);
}

TEST_CASE("I-10 every page passes axe in light and dark, on desktop and phone") {
  check_with("report_axe.mjs");
}

TEST_CASE("I-10 no page runs a script or calls out, the ui-creator's least of all") {
  check_with("report_safety.mjs");
}

}  // namespace
}  // namespace fm
