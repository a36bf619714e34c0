#include "server/link/socket_link.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "server/link/framing.h"

namespace fm::server {
namespace {

constexpr std::size_t kChunk = std::size_t{64} << 10;

class SocketLink final : public Link {
 public:
  SocketLink(Loop& loop, int fd) : loop_(loop), fd_(fd) {
    ::fcntl(fd_, F_SETFL, ::fcntl(fd_, F_GETFL) | O_NONBLOCK);
  }
  ~SocketLink() override {
    watch_.reset();
    ::close(fd_);
  }

  void listen(LinkEnd& end) override {
    end_ = &end;
    watch(out_.empty() ? FdEvents::kRead : FdEvents::kReadWrite);
  }

  void send(std::string message) override {
    if (is_closed_) return;
    const bool idle = out_.empty();
    append_frame(out_, message);
    if (!idle) return;
    write();
    if (!out_.empty() && !is_closed_) watch(FdEvents::kReadWrite);
  }

  std::size_t waiting() const override { return out_.size() - sent_; }

 private:
  void watch(FdEvents events) {
    if (end_ == nullptr || is_closed_) return;
    watch_.reset();
    watch_ = loop_.watch(fd_, events, [this](FdEvents ready) {
      if (ready == FdEvents::kWrite)
        writable();
      else
        readable();
    });
  }

  void readable() {
    std::array<char, kChunk> chunk;
    const ssize_t size = ::recv(fd_, chunk.data(), chunk.size(), 0);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (size <= 0) return close();
    in_.feed({chunk.data(), static_cast<std::size_t>(size)});
    const std::weak_ptr<int> alive = alive_;
    for (;;) {
      const auto message = in_.next();
      if (!message) return close();
      if (!*message) return;
      end_->received(**message);
      if (alive.expired() || is_closed_) return;
    }
  }

  void writable() {
    write();
    if (is_closed_ || !out_.empty()) return;
    watch(FdEvents::kRead);
    end_->drained();
  }

  void write() {
    while (sent_ < out_.size()) {
      const ssize_t size = ::send(fd_, out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL);
      if (size < 0 && errno == EINTR) continue;
      if (size < 0 && errno == EAGAIN) return;
      if (size < 0) return close();
      sent_ += static_cast<std::size_t>(size);
    }
    out_.clear();
    sent_ = 0;
  }

  // Told from the top of the loop: whoever sends may not expect it.
  void close() {
    if (std::exchange(is_closed_, true)) return;
    watch_.reset();
    loop_.post([this, alive = std::weak_ptr(alive_)] {
      if (!alive.expired() && end_ != nullptr) end_->closed();
    });
  }

  Loop& loop_;
  const int fd_;
  LinkEnd* end_ = nullptr;
  Deframer in_;
  std::string out_;
  std::size_t sent_ = 0;
  bool is_closed_ = false;
  std::unique_ptr<FdWatch> watch_;
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace

std::unique_ptr<Link> make_socket_link(Loop& loop, int fd) {
  return std::make_unique<SocketLink>(loop, fd);
}

}  // namespace fm::server
