#include "cli/terminal/terminal.h"

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>

namespace fm::cli {
namespace {

// Like the C library: the first of the three that is set decides.
Charset charset_of(const Environment& env) {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value = env(name);
    if (value.empty()) continue;
    for (char& c : value) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool utf8 = value.contains("utf-8") || value.contains("utf8");
    return utf8 ? Charset::kUtf8 : Charset::kAscii;
  }
  return Charset::kAscii;
}

// The kernel's console, xterm and GNU screen cut or keep lines at a new width; the others wrap.
Reflow reflow_of(const Environment& env) {
  const bool inside_screen = !env("STY").empty() && env("TMUX").empty();
  const bool keeps = env("TERM") == "linux" || !env("XTERM_VERSION").empty() || inside_screen;
  return keeps ? Reflow::kKeeps : Reflow::kWraps;
}

std::size_t number(const std::string& text, std::size_t fallback) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value > 0 && value <= 10'000 ? value : fallback;
}

}  // namespace

Environment process_environment() {
  return [](std::string_view name) {
    const char* value = std::getenv(std::string(name).c_str());
    return std::string(value == nullptr ? "" : value);
  };
}

Descriptors look_at_descriptors() {
  Descriptors on;
  on.stdin_tty = isatty(STDIN_FILENO) == 1;
  on.stdout_tty = isatty(STDOUT_FILENO) == 1;
  on.stderr_tty = isatty(STDERR_FILENO) == 1;
  // A terminal that is not our controlling one has no foreground: nobody stops us there.
  const pid_t group = tcgetpgrp(on.stdout_tty ? STDOUT_FILENO : STDIN_FILENO);
  on.foreground = (on.stdin_tty || on.stdout_tty) && (group == -1 || group == getpgrp());
  return on;
}

Size read_size(const Environment& env) {
  winsize window{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0;
  Size size;
  size.columns = known && window.ws_col > 0 ? window.ws_col : number(env("COLUMNS"), size.columns);
  size.rows = known && window.ws_row > 0 ? window.ws_row : number(env("LINES"), size.rows);
  return size;
}

Terminal read_terminal(const Environment& env, const Descriptors& on, Colour colour) {
  Terminal terminal;
  terminal.on = on;
  terminal.size = read_size(env);
  terminal.charset = charset_of(env);
  const std::string term = env("TERM");
  const bool dumb = term.empty() || term == "dumb";
  terminal.colour = on.stdout_tty && !dumb && colour == Colour::kAuto && env("NO_COLOR").empty();
  terminal.redraws = on.stdout_tty && on.foreground && !dumb;
  terminal.reflow = reflow_of(env);
  return terminal;
}

}  // namespace fm::cli
