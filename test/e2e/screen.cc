#include "test/e2e/screen.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace fm::e2e {
namespace {

constexpr int kTries = 2'000;
constexpr int kLongestSilenceMs = 15'000;

// Program runs our binary; the shell gives its place to tmux instead.
Ran run_tmux(const Place& place, const Words& words) {
  return run(place, words,
             {.before = {"sh", "-c", "TMUX_TMPDIR=.. exec tmux -L fm -f /dev/null -u \"$@\""}});
}

}  // namespace

Screen::Screen(const Place& place, const std::string& arguments) : place_(place) {
  const fs::path pipe = place.root / "drawn";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  drawn_ = ::open(pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  const fs::path life = place.root / "alive";
  REQUIRE(::mkfifo(life.c_str(), 0600) == 0);
  alive_ = ::open(life.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  REQUIRE((drawn_ >= 0 && alive_ >= 0));
  const std::string program = "'" + std::string(std::getenv("FOLKMOOT_BINARY")) + "' " + arguments +
                              "; echo status=$?; stty -a || stty -a; cat; cat";
  // A Ctrl-C that comes late must end neither the shell nor what it shows. The program starts when
  // its screen is watched.
  tmux({"new-session", "-d", "-x", "80", "-y", "24",
        "exec 9>'" + life.string() + "'; trap : INT; read go; " + program});
  tmux({"pipe-pane", "-O", "cat > '" + pipe.string() + "'"});
  press("Enter");
}

Screen::~Screen() {
  run_tmux(place_, {"kill-server"});
  // Whatever ran on the screen holds the other end until it has ended.
  pollfd alive{alive_, POLLIN, 0};
  CHECK(::poll(&alive, 1, kLongestSilenceMs) > 0);
  ::close(alive_);
  ::close(drawn_);
}

std::string Screen::tmux(const Words& words) const {
  const Ran ran = run_tmux(place_, words);
  CHECK_MESSAGE(ran.status == 0, words.front(), ": ", ran.err);
  return ran.out;
}

void Screen::type(std::string_view text) const { tmux({"send-keys", "-l", std::string(text)}); }
void Screen::press(const std::string& key) const { tmux({"send-keys", key}); }

std::string Screen::now() const { return tmux({"capture-pane", "-p"}); }

Words Screen::history() const { return lines_of(tmux({"capture-pane", "-p", "-J", "-S", "-"})); }

std::string Screen::wait_for(std::string_view words) {
  std::string screen;
  for (int i = 0; i < kTries; ++i) {
    screen = now();
    if (screen.contains(words)) return screen;
    pollfd drawn{drawn_, POLLIN, 0};
    if (::poll(&drawn, 1, kLongestSilenceMs) == 0) break;
    std::array<char, 64 * 1024> bytes{};
    while (::read(drawn_, bytes.data(), bytes.size()) > 0) {
    }
  }
  FAIL("the screen never showed \"", words, "\":\n", screen);
  return screen;
}

}  // namespace fm::e2e
