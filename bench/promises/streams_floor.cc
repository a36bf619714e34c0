// The same streams with bare sockets and with bare libcurl. Each keeps its prompt, for a second
// attempt, and the answer; the body is one for all and is never rendered.
#include <curl/curl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/promises/streams.h"

namespace fm::bench {
namespace {

struct Stream {
  explicit Stream(int number) : prompt(long_prompt(number)) { answer.reserve(kAnswerBytes); }

  // True at the answer's last byte.
  bool take(std::string_view bytes) {
    answer += bytes.substr(0, kAnswerBytes - answer.size());
    return bytes.contains(kLastByte);
  }

  std::string prompt;
  std::string answer;
};

std::vector<Stream> make_streams(int count) {
  std::vector<Stream> streams;
  streams.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) streams.emplace_back(i);
  return streams;
}

int port_of(const std::string& url) { return std::atoi(url.c_str() + url.rfind(':') + 1); }

int connect_to(int port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  if (fd < 0 || ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    give_up("a stream of the floor does not connect");
  return fd;
}

void send_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) give_up("a stream of the floor broke");
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

struct CurlStream {
  Stream stream;
  CURL* easy = nullptr;
  int* left = nullptr;
};

std::size_t hear(char* bytes, std::size_t, std::size_t size, void* self) {
  auto& curl = *static_cast<CurlStream*>(self);
  if (curl.stream.take({bytes, size})) --*curl.left;
  return size;
}

}  // namespace

Figures raw_streams(const Arguments& arguments) {
  const int port = port_of(arguments.at(0));
  const int count = std::atoi(arguments.at(1).c_str());
  const int before = open_descriptors();
  Figures figures;
  const Growth growth;
  std::vector<Stream> streams = make_streams(count);
  std::vector<int> sockets;
  const int poll = ::epoll_create1(EPOLL_CLOEXEC);
  const std::string body = chat_body(streams.front().prompt);
  const std::string head = fmt::format(
      "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
      "Content-Length: {}\r\n\r\n",
      body.size());
  for (std::size_t i = 0; i < streams.size(); ++i) {
    sockets.push_back(connect_to(port));
    send_all(sockets.back(), head);
    send_all(sockets.back(), body);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = i;
    ::epoll_ctl(poll, EPOLL_CTL_ADD, sockets.back(), &event);
  }
  std::array<char, 16 << 10> buffer;
  std::array<epoll_event, 128> events;
  for (int left = count; left > 0;) {
    const int ready = ::epoll_wait(poll, events.data(), events.size(), -1);
    for (int i = 0; i < ready; ++i) {
      const auto at = static_cast<std::size_t>(events[static_cast<std::size_t>(i)].data.u64);
      const ssize_t size = ::recv(sockets[at], buffer.data(), buffer.size(), MSG_DONTWAIT);
      if (size <= 0) give_up("a stream of the floor broke");
      if (streams[at].take({buffer.data(), static_cast<std::size_t>(size)})) --left;
    }
  }
  growth.put_into(figures);
  const double began = now_us();
  for (const int fd : sockets) ::close(fd);
  figures["close"] = now_us() - began;
  ::close(poll);
  figures["left"] = open_descriptors() - before;
  return figures;
}

Figures curl_streams(const Arguments& arguments) {
  ::curl_global_init(CURL_GLOBAL_DEFAULT);
  const std::string url = arguments.at(0) + "/chat/completions";
  const int count = std::atoi(arguments.at(1).c_str());
  const int before = open_descriptors();
  Figures figures;
  CURLM* multi = ::curl_multi_init();
  const Growth growth;
  int left = count;
  std::vector<CurlStream> streams;
  for (Stream& stream : make_streams(count)) streams.push_back({.stream = std::move(stream)});
  const std::string body = chat_body(streams.front().stream.prompt);
  curl_slist* headers = ::curl_slist_append(nullptr, "Content-Type: application/json");
  headers = ::curl_slist_append(headers, "Expect:");
  for (CurlStream& stream : streams) {
    stream.left = &left;
    stream.easy = ::curl_easy_init();
    ::curl_easy_setopt(stream.easy, CURLOPT_URL, url.c_str());
    ::curl_easy_setopt(stream.easy, CURLOPT_NOSIGNAL, 1L);
    ::curl_easy_setopt(stream.easy, CURLOPT_PROXY, "");
    ::curl_easy_setopt(stream.easy, CURLOPT_BUFFERSIZE, 8L << 10);
    ::curl_easy_setopt(stream.easy, CURLOPT_UPLOAD_BUFFERSIZE, 16L << 10);
    ::curl_easy_setopt(stream.easy, CURLOPT_HTTPHEADER, headers);
    ::curl_easy_setopt(stream.easy, CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
    ::curl_easy_setopt(stream.easy, CURLOPT_POSTFIELDS, body.data());
    ::curl_easy_setopt(stream.easy, CURLOPT_WRITEFUNCTION, &hear);
    ::curl_easy_setopt(stream.easy, CURLOPT_WRITEDATA, &stream);
    ::curl_multi_add_handle(multi, stream.easy);
  }
  while (left > 0) {
    int running = 0;
    ::curl_multi_perform(multi, &running);
    if (running < count) give_up("a stream of the floor ended");
    if (left > 0) ::curl_multi_poll(multi, nullptr, 0, 1000, nullptr);
  }
  growth.put_into(figures);
  const double began = now_us();
  for (const CurlStream& stream : streams) {
    ::curl_multi_remove_handle(multi, stream.easy);
    ::curl_easy_cleanup(stream.easy);
  }
  figures["close"] = now_us() - began;
  ::curl_multi_cleanup(multi);
  ::curl_slist_free_all(headers);
  figures["left"] = open_descriptors() - before;
  return figures;
}

}  // namespace fm::bench
