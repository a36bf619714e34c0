#include "cli/terminal/keyboard.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

namespace fm::cli {
namespace {

constexpr std::string_view kMarkPastes = "\x1b[?2004h";
constexpr std::string_view kPlainPastes = "\x1b[?2004l";

}  // namespace

Keyboard::Keyboard(Loop& loop, int fd, Typing typing, Output& output, Handlers handlers)
    : loop_(loop), fd_(fd), typing_(typing), output_(output), handlers_(std::move(handlers)) {
  take();
}

Keyboard::~Keyboard() { release(); }

void Keyboard::take() {
  if (watch_) return;
  if (typing_ == Typing::kByKey) {
    termios settings{};
    if (tcgetattr(fd_, &settings) == 0) {
      former_ = settings;
      settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
      settings.c_iflag &= ~static_cast<tcflag_t>(ICRNL | INLCR);
      settings.c_cc[VMIN] = 1;
      settings.c_cc[VTIME] = 0;
      tcsetattr(fd_, TCSANOW, &settings);
      output_.write(std::string(kMarkPastes));
    }
  }
  watch_ = loop_.watch(fd_, FdEvents::kRead, [this](FdEvents) { read(); });
}

void Keyboard::release() {
  watch_.reset();
  if (!former_) return;
  output_.write(std::string(kPlainPastes));
  tcsetattr(fd_, TCSANOW, &*former_);
  former_.reset();
}

void Keyboard::read() {
  // One read for each notice: it does not wait, and the descriptor's flags, which the shell shares,
  // stay as they are.
  std::array<char, 4096> bytes{};
  const ssize_t count = ::read(fd_, bytes.data(), bytes.size());
  if (count <= 0) {
    watch_.reset();
    if (count == 0 && handlers_.finished) handlers_.finished();
    return;
  }
  // The terminal gives Enter as a line end where it edits lines itself.
  if (typing_ == Typing::kByLine) std::ranges::replace(bytes, '\n', '\r');
  std::string_view got(bytes.data(), static_cast<std::size_t>(count));
  if (typing_ == Typing::kByKey)
    while (!got.empty() && handlers_.key(got[0])) got.remove_prefix(1);
  if (got.empty()) return;
  editor_.feed(got, handlers_.line);
  handlers_.changed();
  if (editor_.take_finished() && handlers_.finished) handlers_.finished();
}

}  // namespace fm::cli
