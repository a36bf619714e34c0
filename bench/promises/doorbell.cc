#include "bench/promises/doorbell.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string_view>

#include "bench/promises/measure.h"

namespace fm::bench {

Doorbell::Doorbell(int port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const int yes = 1;
  ::setsockopt(fd_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* raw = reinterpret_cast<sockaddr*>(&address);
  if (::bind(fd_, raw, length) != 0 || ::listen(fd_, 8) != 0) give_up("the doorbell has no port");
  ::getsockname(fd_, raw, &length);
  port_ = ntohs(address.sin_port);
}

Doorbell::~Doorbell() { ::close(fd_); }

double Doorbell::wait() {
  pollfd waiting{fd_, POLLIN, 0};
  if (::poll(&waiting, 1, 20'000) != 1) give_up("no request came");
  const int caller = ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC);
  std::array<char, 4096> bytes{};
  const ssize_t count = ::read(caller, bytes.data(), bytes.size());
  const double at = now_us();
  ::close(caller);
  if (count < 4 || !std::string_view(bytes.data(), 4).starts_with("POST")) give_up("no request");
  return at;
}

}  // namespace fm::bench
