#include "server/http/http_listener.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

namespace fm::server {
namespace {

constexpr Millis kSweep{2'500};
constexpr int kBacklog = 512;
constexpr int kAtOnce = 64;  // accepted before others have their turn

int port_of(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  if (address.ss_family == AF_INET6)
    return ntohs(reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port);
  return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
}

Error not_listened(const std::string& host, int port, int failure) {
  const std::string where = host + ":" + std::to_string(port);
  if (failure == EADDRINUSE)
    return {"port_in_use", "Another program listens at " + where + ".", "",
            "Use another port with --port, or --port 0 for any that is free."};
  return {"address_refused", "Nobody can be listened to at " + where + ".",
          std::string(std::strerror(failure)) + ".",
          "Use an address of this machine with --host, and a port above 1023 with --port."};
}

// -1, and why in errno.
int listening_socket(const addrinfo& address) {
  const int fd = ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  const int yes = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);  // right after a restart
  if (::bind(fd, address.ai_addr, address.ai_addrlen) == 0 && ::listen(fd, kBacklog) == 0)
    return fd;
  const int failure = errno;
  ::close(fd);
  errno = failure;
  return -1;
}

}  // namespace

Result<std::unique_ptr<HttpListener>> HttpListener::open(Loop& loop, const std::string& host,
                                                         int port, HttpHandler handler,
                                                         HttpLimits limits) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int failed = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (failed != 0)
    return fail("address_unknown", "There is no address \"" + host + "\" here.",
                std::string(::gai_strerror(failed)) + ".",
                "Name an address of this machine: --host");
  int fd = -1;
  for (const addrinfo* one = found; one != nullptr && fd < 0; one = one->ai_next)
    fd = listening_socket(*one);
  const int failure = errno;
  ::freeaddrinfo(found);
  if (fd < 0) return std::unexpected(not_listened(host, port, failure));
  return std::unique_ptr<HttpListener>(
      new HttpListener(loop, fd, port_of(fd), std::move(handler), limits));
}

HttpListener::HttpListener(Loop& loop, int fd, int port, HttpHandler handler, HttpLimits limits)
    : loop_(loop), fd_(fd), port_(port), handler_(std::move(handler)), limits_(limits) {
  sweep();
}

HttpListener::~HttpListener() {
  stop_listening();
  for (const auto& [number, connection] : std::exchange(connections_, {})) connection->close();
}

void HttpListener::stop_listening() {
  watch_.reset();
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

void HttpListener::accept_some() {
  for (int i = 0; i < kAtOnce; ++i) {
    const int fd = ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0 && (errno == ECONNABORTED || errno == EINTR)) continue;
    if (fd < 0 && errno != EAGAIN) return watch_.reset();  // no descriptor; sweep() goes on
    if (fd < 0) return;
    if (connections_.size() >= limits_.connections) {
      const std::string full = http_bytes(
          problem(503, {"connections_many", "Too many connections are open.", "", "Try again."}),
          false, AnswerBody::kWhole);
      (void)::send(fd, full.data(), full.size(), MSG_NOSIGNAL);
      ::close(fd);
      continue;
    }
    const int yes = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const std::uint64_t number = ++next_;
    auto connection = std::make_shared<HttpConnection>(
        loop_, fd, handler_, [this, number, alive = std::weak_ptr(alive_)] {
          if (!alive.expired()) connections_.erase(number);
        });
    connections_[number] = connection;
    connection->begin();
  }
}

void HttpListener::sweep() {
  const Millis now = loop_.clock().steady();
  std::vector<std::shared_ptr<HttpConnection>> late;
  for (const auto& [number, connection] : connections_) {
    const Millis passed = now - connection->since();
    using Pause = HttpConnection::Pause;
    const Pause pause = connection->pause();
    if ((pause == Pause::kIdle && passed >= limits_.idle) ||
        (pause == Pause::kInside && passed >= limits_.request) ||
        (pause == Pause::kWriting && passed >= limits_.writing))
      late.push_back(connection);
  }
  for (const auto& connection : late) connection->close();
  if (fd_ >= 0 && watch_ == nullptr)
    watch_ = loop_.watch(fd_, FdEvents::kRead, [this](FdEvents) { accept_some(); });
  sweeper_ = loop_.after(kSweep, [this] { sweep(); });
}

}  // namespace fm::server
