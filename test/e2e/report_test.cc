// The report's pages in a real browser: accessible, and harmless whatever they hold.
//
// The checks are scripts for node, which drive Debian's chromium (report_axe.mjs and
// report_safety.mjs; `./dev test` installs what they need).
#include "app/report.h"

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/visual.h"
#include "test/support/report_rooms.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

struct Ran {
  int status = -1;
  std::string output;
};

Ran run(const std::string& command) {
  Ran ran;
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> part{};
  for (std::size_t size = 0; (size = std::fread(part.data(), 1, part.size(), pipe)) > 0;)
    ran.output.append(part.data(), size);
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) ran.status = WEXITSTATUS(status);
  return ran;
}

// What keeps the checks from running; empty when nothing does.
std::string missing(const fs::path& scripts) {
  if (run("command -v node").status != 0) return "node";
  if (setting("CHROMIUM").empty() && !fs::exists("/usr/bin/chromium")) return "chromium";
  if (!fs::exists(scripts / "node_modules" / "playwright-core")) return "npm ci in test/e2e";
  return "";
}

fs::path written_pages() {
  const fs::path folder = fs::path(setting("FM_BINARY_DIR")) / "test" / "report-pages";
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
  const fs::path scripts = fs::path(setting("FM_SOURCE_DIR")) / "test" / "e2e";
  const std::string what = missing(scripts);
  REQUIRE_MESSAGE(what.empty(), "this is missing: ", what, "; `./dev test` installs it");
  const Ran ran =
      run("node '" + (scripts / script).string() + "' '" + written_pages().string() + "'");
  CHECK_MESSAGE(ran.status == 0, ran.output);
}

TEST_CASE("I-10 every page passes axe in light and dark, on desktop and phone") {
  check_with("report_axe.mjs");
}

TEST_CASE("I-10 no page runs a script or calls out, the ui-creator's least of all") {
  check_with("report_safety.mjs");
}

}  // namespace
}  // namespace fm
