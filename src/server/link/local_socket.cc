#include "server/link/local_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "base/sha256.h"
#include "server/link/socket_link.h"

namespace fm::server {
namespace {

constexpr std::size_t kLongestPath = sizeof(sockaddr_un::sun_path) - 1;
constexpr int kBacklog = 64;

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), std::min(path.size(), kLongestPath));
  return address;
}

// Which process of ours is at the other side; none: another user's.
std::optional<ucred> peer_of(int fd) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return std::nullopt;
  if (peer.uid != ::geteuid()) return std::nullopt;
  return peer;
}

std::unexpected<Error> absent(const std::string& path) {
  return fail("owner_absent", "No process listens at " + path + ".", std::strerror(errno));
}

std::unexpected<Error> failed(const std::string& path) {
  return fail("socket_failed", "Other commands cannot be listened to at " + path + ".",
              std::string(std::strerror(errno)) + ".",
              "This one works all the same; others are refused while it runs.");
}

int new_socket() { return ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0); }

}  // namespace

Result<std::string> socket_path(const std::string& store, const std::string& runtime_folder) {
  std::string path = store + "/socket";
  if (path.size() <= kLongestPath) return path;
  if (runtime_folder.starts_with('/'))
    path = runtime_folder + "/folkmoot-" + to_hex(sha256(store)).substr(0, 16);
  if (path.size() <= kLongestPath) return path;
  return fail("socket_path_long", "The path of the store is too long for a socket.",
              "XDG_RUNTIME_DIR names no folder that could hold it.",
              "Set XDG_RUNTIME_DIR, or use a store with a shorter path.");
}

Result<std::unique_ptr<Link>> connect_socket(Loop& loop, const std::string& path) {
  const int fd = new_socket();
  if (fd < 0) return absent(path);
  const sockaddr_un address = address_of(path);
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    auto error = absent(path);
    ::close(fd);
    return error;
  }
  if (!peer_of(fd)) {
    ::close(fd);
    return fail("owner_foreign", "A process of another user listens at " + path + ".",
                "Nothing was said to it.",
                "Look who made that socket and remove it, or use another store with --store.");
  }
  return make_socket_link(loop, fd);
}

Result<std::unique_ptr<ListeningSocket>> ListeningSocket::open(Loop& loop, const std::string& path,
                                                               Came came) {
  const int fd = new_socket();
  if (fd < 0) return failed(path);
  ::unlink(path.c_str());  // of an owner that was killed
  const sockaddr_un address = address_of(path);
  if (::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::chmod(path.c_str(), 0600) != 0 || ::listen(fd, kBacklog) != 0) {
    auto error = failed(path);
    ::close(fd);
    return error;
  }
  return std::unique_ptr<ListeningSocket>(new ListeningSocket(loop, path, fd, std::move(came)));
}

ListeningSocket::ListeningSocket(Loop& loop, std::string path, int fd, Came came)
    : loop_(loop), path_(std::move(path)), fd_(fd), came_(std::move(came)) {
  watch_ = loop_.watch(fd_, FdEvents::kRead, [this](FdEvents) { accept_some(); });
}

ListeningSocket::~ListeningSocket() {
  watch_.reset();
  ::unlink(path_.c_str());
  ::close(fd_);
}

void ListeningSocket::accept_some() {
  const int fd = ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd < 0) return;
  const auto peer = peer_of(fd);
  if (!peer) {
    ::close(fd);
    return;
  }
  came_(make_socket_link(loop_, fd), peer->pid);
}

}  // namespace fm::server
