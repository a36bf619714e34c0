#include "test/support/http_talk.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace fm::testing {
namespace {

constexpr Millis kDeadline{10'000};

}  // namespace

Json HttpSaid::json() const {
  auto value = parse_json(body);
  REQUIRE_MESSAGE(value, body);
  return *value;
}

std::string HttpSaid::code() const { return std::string(text_at(json(), "code")); }

HttpTalk::HttpTalk(Loop& loop, int port) : loop_(loop) {
  fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  watch_ = loop_.watch(fd_, FdEvents::kRead, [this](FdEvents) { read(); });
}

HttpTalk::~HttpTalk() { close(); }

void HttpTalk::close() {
  watch_.reset();
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  is_closed_ = true;
}

void HttpTalk::read() {
  std::array<char, 65536> chunk;
  const ssize_t size = ::recv(fd_, chunk.data(), chunk.size(), MSG_DONTWAIT);
  if (size > 0) {
    came_.append(chunk.data(), static_cast<std::size_t>(size));
  } else {
    is_closed_ = true;
    watch_.reset();
  }
  loop_.stop();
}

void HttpTalk::run_until(const std::function<bool()>& is_so) {
  bool is_late = false;
  const auto deadline = loop_.after(kDeadline, [&] {
    is_late = true;
    loop_.stop();
  });
  while (!is_so() && !is_closed_ && !is_late) loop_.run();
  REQUIRE_MESSAGE(!is_late, "nothing came: " << came_.substr(0, 2000));
}

// What the system does not take at once waits for the other side, which runs on the same loop.
void HttpTalk::send(std::string_view bytes) {
  while (!bytes.empty() && !is_closed_) {
    const ssize_t size = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (size >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(size));
      continue;
    }
    if (errno != EAGAIN) return;
    const auto soon = loop_.after(Millis(1), [&] { loop_.stop(); });
    loop_.run();
  }
}

HttpSaid HttpTalk::answer(bool has_body) {
  HttpSaid said;
  std::size_t head = 0;
  run_until([&] { return (head = came_.find("\r\n\r\n")) != came_.npos; });
  if (came_.find("\r\n\r\n") == came_.npos) return said;
  said.status = std::stoi(came_.substr(9, 3));
  std::size_t at = came_.find("\r\n") + 2;
  while (at < head + 2) {
    const std::size_t end = came_.find("\r\n", at);
    const std::size_t colon = came_.find(": ", at);
    std::string name = came_.substr(at, colon - at);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    said.headers[name] = came_.substr(colon + 2, end - colon - 2);
    at = end + 2;
  }
  const auto length = said.headers.find("content-length");
  const std::size_t size =
      has_body && length != said.headers.end() ? std::stoul(length->second) : 0;
  const std::size_t whole = head + 4 + size;
  run_until([&] { return came_.size() >= whole; });
  said.body = came_.substr(head + 4, size);
  came_.erase(0, whole);
  return said;
}

const std::string& HttpTalk::until(const std::function<bool(const std::string&)>& is_there) {
  run_until([&] { return is_there(came_); });
  return came_;
}

std::string http_request(std::string_view method, std::string_view target, std::string_view host,
                         const std::map<std::string, std::string>& headers, std::string_view body) {
  std::string out(method);
  out.append(" ").append(target).append(" HTTP/1.1\r\nhost: ").append(host).append("\r\n");
  for (const auto& [name, value] : headers) out += name + ": " + value + "\r\n";
  if (!body.empty() || method == "POST")
    out += "content-length: " + std::to_string(body.size()) + "\r\n";
  return out.append("\r\n").append(body);
}

}  // namespace fm::testing
