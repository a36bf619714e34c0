#include "test/fakes/fake_http.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <unordered_map>

#include "test/fakes/fake_http_connection.h"

namespace fm {

class FakeHttp::Server final : public FakeConnection::Owner {
 public:
  explicit Server(Respond respond) : respond_(std::move(respond)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        ::listen(listener_, SOMAXCONN) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
      throw std::runtime_error("FakeHttp cannot listen on 127.0.0.1");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }

  ~Server() override {
    loop_->stop();
    thread_.join();
    ::close(listener_);
  }

  FakeReply respond(const FakeRequest& request) override { return respond_(request); }

  void news(FakeNews what) override {
    change([&](Counts& counts) {
      switch (what) {
        case FakeNews::kRequest:
          ++counts.requests;
          break;
        case FakeNews::kHead:
          ++counts.heads;
          break;
        case FakeNews::kPiece:
          ++counts.pieces;
          break;
        case FakeNews::kFinished:
          ++counts.finished;
          break;
        case FakeNews::kAbandoned:
          ++counts.abandoned;
          break;
      }
    });
  }

  void gone(int fd) override {
    loop_->post([this, fd] {
      connections_.erase(fd);
      change([](Counts& counts) { --counts.open; });
    });
  }

  int port() const { return port_; }
  Counts counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }
  bool wait_for(const std::function<bool(const Counts&)>& condition) const {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(60), [&] { return condition(counts_); });
  }

 private:
  void serve() {
    const auto watch = loop_->watch(listener_, FdEvents::kRead, [this](FdEvents) { accept(); });
    loop_->run();
    connections_.clear();
  }

  void accept() {
    const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return;
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    change([](Counts& counts) { ++counts.connections, ++counts.open; });
    connections_.emplace(fd, std::make_unique<FakeConnection>(*loop_, fd, *this));
  }

  template <class F>
  void change(F&& how) {
    const std::lock_guard lock(mutex_);
    how(counts_);
    changed_.notify_all();
  }

  Respond respond_;
  int listener_ = -1;
  int port_ = 0;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  Counts counts_;
  SystemClock clock_;
  std::unique_ptr<Loop> loop_ = make_loop(clock_);
  std::unordered_map<int, std::unique_ptr<FakeConnection>> connections_;
  std::thread thread_;
};

FakeHttp::FakeHttp(Respond respond) : server_(std::make_unique<Server>(std::move(respond))) {}
FakeHttp::~FakeHttp() = default;

int FakeHttp::port() const { return server_->port(); }
std::string FakeHttp::url() const { return "http://127.0.0.1:" + std::to_string(port()); }
FakeHttp::Counts FakeHttp::counts() const { return server_->counts(); }
bool FakeHttp::wait_for(const std::function<bool(const Counts&)>& condition) const {
  return server_->wait_for(condition);
}

}  // namespace fm
