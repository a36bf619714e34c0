#include "cli/terminal/terminal.h"

#include <doctest/doctest.h>

#include <map>

#include "cli/listing/doctor.h"

namespace fm::cli {
namespace {

Environment with(std::map<std::string, std::string, std::less<>> variables) {
  return [variables = std::move(variables)](std::string_view name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string() : found->second;
  };
}

constexpr Descriptors kTty{
    .stdin_tty = true, .stdout_tty = true, .stderr_tty = true, .foreground = true};

Terminal read(std::map<std::string, std::string, std::less<>> variables, Descriptors on = kTty,
              Colour colour = Colour::kAuto) {
  return read_terminal(with(std::move(variables)), on, colour);
}

TEST_CASE("P-80 colour: a terminal that can, and nobody who forbids it") {
  CHECK(read({{"TERM", "xterm"}}).colour);
  CHECK(!read({{"TERM", "xterm"}, {"NO_COLOR", "1"}}).colour);
  CHECK(!read({{"TERM", "xterm"}}, kTty, Colour::kNever).colour);
  CHECK(!read({{"TERM", "dumb"}}).colour);
  CHECK(!read({{"TERM", "dumb"}}).redraws);
  CHECK(!read({}).redraws);
  CHECK(!read({{"TERM", "xterm"}}, {}).redraws);
}

TEST_CASE("the locale says whether UTF-8 can be shown, the strongest variable first") {
  CHECK(read({{"LANG", "de_DE.UTF-8"}}).charset == Charset::kUtf8);
  CHECK(read({{"LANG", "C.utf8"}}).charset == Charset::kUtf8);
  CHECK(read({{"LANG", "de_DE.UTF-8"}, {"LC_ALL", "C"}}).charset == Charset::kAscii);
  CHECK(read({{"LC_CTYPE", "en_US.UTF-8"}, {"LANG", "C"}}).charset == Charset::kUtf8);
  CHECK(read({}).charset == Charset::kAscii);
}

TEST_CASE("a person is there when they can type and see, and the terminal is ours") {
  CHECK(read({}).is_interactive());
  Descriptors on = kTty;
  on.foreground = false;
  CHECK(!read({{"TERM", "xterm"}}, on).is_interactive());
  CHECK(!read({{"TERM", "xterm"}}, on).redraws);
  on = kTty;
  on.stdout_tty = false;
  CHECK(!read({}, on).is_interactive());
}

TEST_CASE("which terminals wrap their lines at a new width") {
  CHECK(read({{"TERM", "xterm-256color"}}).reflow == Reflow::kWraps);
  CHECK(read({{"TERM", "xterm"}, {"XTERM_VERSION", "XTerm(379)"}}).reflow == Reflow::kKeeps);
  CHECK(read({{"TERM", "linux"}}).reflow == Reflow::kKeeps);
  CHECK(read({{"TERM", "screen"}, {"STY", "1.pts"}}).reflow == Reflow::kKeeps);
  CHECK(read({{"TERM", "screen"}, {"TMUX", "x"}}).reflow == Reflow::kWraps);
}

TEST_CASE("P-81 a finding says what is there and what to do, below itself where it is long") {
  const Finding finding{"git", Health::kMissing, "Not found.", "Install it."};
  const Lines lines = finding_lines(finding, 80, Charset::kUtf8);
  REQUIRE(lines.size() == 2);
  CHECK(plain(lines[0]) == "git             missing  Not found.");
  CHECK(plain(lines[1]) == "                         Install it.");
}

TEST_CASE("P-81 the versions of SQLite that have the WAL-reset fix are known") {
  CHECK(!has_wal_reset_fix(3040001));
  CHECK(!has_wal_reset_fix(3044005));
  CHECK(has_wal_reset_fix(3044006));
  CHECK(!has_wal_reset_fix(3045000));
  CHECK(has_wal_reset_fix(3050007));
  CHECK(!has_wal_reset_fix(3051002));
  CHECK(has_wal_reset_fix(3051003));
  CHECK(has_wal_reset_fix(3052000));
}

}  // namespace
}  // namespace fm::cli
