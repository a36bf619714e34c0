#include "cli/command/no_command.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace fm::cli {
namespace {

bool has_rest(int descriptor, const struct stat& file) {
  const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
  return at >= 0 && at < file.st_size;
}

bool has_bytes(int descriptor) {
  pollfd waited{.fd = descriptor, .events = POLLIN, .revents = 0};
  int ready = 0;
  do ready = ::poll(&waited, 1, -1);
  while (ready < 0 && errno == EINTR);
  int bytes = 0;
  return ready > 0 && ::ioctl(descriptor, FIONREAD, &bytes) == 0 && bytes > 0;
}

}  // namespace

Waiting await_input(int descriptor) {
  struct stat file{};
  if (::fstat(descriptor, &file) != 0) return Waiting::kNothing;
  if (S_ISREG(file.st_mode))
    return has_rest(descriptor, file) ? Waiting::kInput : Waiting::kNothing;
  if (!S_ISFIFO(file.st_mode) && !S_ISSOCK(file.st_mode)) return Waiting::kNothing;  // /dev/null
  return has_bytes(descriptor) ? Waiting::kInput : Waiting::kNothing;
}

bool means_help(const ConversationArgs& args, const Descriptors& on,
                const std::function<Waiting()>& input) {
  if (args != ConversationArgs()) return false;
  if (on.stdin_tty) return !on.stdout_tty;  // who reads it cannot answer
  return input() == Waiting::kNothing;
}

}  // namespace fm::cli
