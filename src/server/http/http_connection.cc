#include "server/http/http_connection.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <utility>

namespace fm::server {
namespace {

constexpr std::size_t kChunk = std::size_t{64} << 10;
// Of requests that a client sends before the last one is answered; then it has to wait.
constexpr std::size_t kMostKept = std::size_t{64} << 10;

// An address and its port; an IPv4 address in the clothes of IPv6 is one of IPv4.
std::pair<std::string, std::uint16_t> named(const sockaddr_storage& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.ss_family == AF_INET) {
    const auto& four = *reinterpret_cast<const sockaddr_in*>(&address);
    ::inet_ntop(AF_INET, &four.sin_addr, text.data(), text.size());
    return {text.data(), ntohs(four.sin_port)};
  }
  if (address.ss_family != AF_INET6) return {};
  const auto& six = *reinterpret_cast<const sockaddr_in6*>(&address);
  ::inet_ntop(AF_INET6, &six.sin6_addr, text.data(), text.size());
  std::string_view name = text.data();
  if (name.starts_with("::ffff:") && name.contains('.')) name.remove_prefix(7);
  return {std::string(name), ntohs(six.sin6_port)};
}

WebPeer peer_of(int fd) {
  sockaddr_storage theirs{};
  sockaddr_storage ours{};
  socklen_t their_size = sizeof theirs;
  socklen_t our_size = sizeof ours;
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&theirs), &their_size) != 0 ||
      ::getsockname(fd, reinterpret_cast<sockaddr*>(&ours), &our_size) != 0)
    return {};
  auto [address, port] = named(theirs);
  return {.address = std::move(address), .port = port, .our_port = named(ours).second};
}

}  // namespace

class HttpConnection::Stream final : public HttpStream {
 public:
  explicit Stream(std::weak_ptr<HttpConnection> of) : of_(std::move(of)) {}
  ~Stream() override { end(); }

  void write(std::string_view bytes) override {
    if (const auto of = open()) of->send(std::string(bytes));
  }
  std::size_t waiting() const override {
    const auto of = open();
    return of == nullptr ? 0 : of->out_.size() - of->sent_;
  }
  bool is_open() const override { return open() != nullptr; }
  void end() override {
    const auto of = open();
    if (of == nullptr) return;
    of_.reset();
    of->closes_ = true;
    if (of->out_.empty()) of->close();
  }
  void listen(std::function<void()> drained, std::function<void()> closed) override {
    drained_ = std::move(drained);
    closed_ = std::move(closed);
  }

  void drained() {
    const auto call = drained_;
    if (call) call();
  }
  void closed() {
    if (const auto call = std::exchange(closed_, nullptr)) call();
  }

 private:
  std::shared_ptr<HttpConnection> open() const {
    auto of = of_.lock();
    return of != nullptr && of->state_ == State::kStreaming ? of : nullptr;
  }

  std::weak_ptr<HttpConnection> of_;
  std::function<void()> drained_;
  std::function<void()> closed_;
};

class HttpConnection::Reply final : public HttpReply {
 public:
  explicit Reply(std::weak_ptr<HttpConnection> of) : of_(std::move(of)) {}
  ~Reply() override {
    if (const auto of = take()) of->close();
  }

  void answer(HttpAnswer answer) override {
    if (const auto of = take()) of->answer(std::move(answer));
  }

  std::shared_ptr<HttpStream> stream(HttpAnswer head) override {
    const auto of = take();
    auto stream = std::make_shared<Stream>(of);
    if (of == nullptr) return stream;
    of->state_ = State::kStreaming;
    of->stream_ = stream;
    of->send(http_bytes(head, false, of->is_head_ ? AnswerBody::kNone : AnswerBody::kStream));
    if (of->is_head_) stream->end();
    return stream;
  }

 private:
  std::shared_ptr<HttpConnection> take() {
    auto of = std::exchange(of_, {}).lock();
    return of != nullptr && of->state_ == State::kAnswering ? of : nullptr;
  }

  std::weak_ptr<HttpConnection> of_;
};

HttpConnection::HttpConnection(Loop& loop, int fd, const HttpHandler& handler,
                               std::function<void()> ended)
    : loop_(loop), fd_(fd), peer_(peer_of(fd)), handler_(handler), ended_(std::move(ended)) {
  touch();
}

HttpConnection::~HttpConnection() {
  watch_.reset();
  ::close(fd_);
}

void HttpConnection::begin() { watch(); }

HttpConnection::Pause HttpConnection::pause() const {
  if (!out_.empty()) return Pause::kWriting;
  if (state_ != State::kReading) return Pause::kNone;
  return reader_.is_inside() ? Pause::kInside : Pause::kIdle;
}

void HttpConnection::watch() {
  if (state_ == State::kClosed) return;
  const bool reads = reader_.kept() < kMostKept;
  FdEvents events = reads ? FdEvents::kRead : FdEvents::kWrite;
  if (reads && !out_.empty()) events = FdEvents::kReadWrite;
  if (!reads && out_.empty()) {  // the handler's turn
    watch_.reset();
    return;
  }
  if (watch_ != nullptr && watched_ == events) return;
  watched_ = events;
  watch_.reset();
  watch_ = loop_.watch(fd_, events, [this](FdEvents ready) {
    const auto alive = shared_from_this();
    if (ready == FdEvents::kWrite)
      write();
    else
      readable();
    if (state_ != State::kClosed) watch();
  });
}

void HttpConnection::readable() {
  std::array<char, kChunk> chunk;
  const ssize_t size = ::recv(fd_, chunk.data(), chunk.size(), 0);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (size <= 0) return close();
  const std::string_view bytes(chunk.data(), static_cast<std::size_t>(size));
  if (state_ != State::kReading) {
    if (state_ == State::kAnswering) reader_.keep(bytes);
    return;  // to a stream nothing is said
  }
  if (!reader_.is_inside()) touch();
  take(reader_.feed(bytes));
}

void HttpConnection::take(Result<std::optional<WebRequest>> request) {
  is_head_ = false;
  if (!request) {
    state_ = State::kAnswering;
    closes_ = true;
    return answer(problem(http_status_of(request.error()), request.error()));
  }
  if (!*request) {
    if (went_on_ || !reader_.waits_to_go_on()) return;
    went_on_ = true;
    return send("HTTP/1.1 100 Continue\r\n\r\n");
  }
  went_on_ = false;
  state_ = State::kAnswering;
  closes_ = !reader_.keeps_alive();
  is_head_ = (*request)->method == "HEAD";
  (*request)->peer = peer_;
  handler_(*std::move(*request), std::make_shared<Reply>(weak_from_this()));
}

void HttpConnection::answer(HttpAnswer answer) {
  send(http_bytes(answer, !closes_, is_head_ ? AnswerBody::kNone : AnswerBody::kWhole));
}

void HttpConnection::send(std::string bytes) {
  if (state_ == State::kClosed) return;
  if (out_.empty()) touch();
  out_ += bytes;
  write();
  if (state_ != State::kClosed) watch();
}

void HttpConnection::write() {
  while (sent_ < out_.size()) {
    const ssize_t size = ::send(fd_, out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return;
    if (size < 0) return close();
    touch();
    sent_ += static_cast<std::size_t>(size);
    if (sent_ >= kChunk) out_.erase(0, std::exchange(sent_, 0));
  }
  out_ = {};
  sent_ = 0;
  written();
}

// From the top of the loop: whoever answers may not expect the next request, or `drained`.
void HttpConnection::written() {
  loop_.post([weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self == nullptr || self->state_ == State::kClosed || !self->out_.empty()) return;
    if (self->closes_) return self->close();
    if (self->state_ == State::kStreaming) {
      if (const auto stream = self->stream_.lock()) stream->drained();
      return;
    }
    if (self->state_ != State::kAnswering) return;
    self->state_ = State::kReading;
    self->touch();
    self->take(self->reader_.next());
    if (self->state_ != State::kClosed) self->watch();
  });
}

void HttpConnection::close() {
  if (std::exchange(state_, State::kClosed) == State::kClosed) return;
  watch_.reset();
  ::shutdown(fd_, SHUT_RDWR);
  loop_.post([self = shared_from_this()] {
    if (const auto stream = self->stream_.lock()) stream->closed();
    if (const auto ended = std::exchange(self->ended_, nullptr)) ended();
  });
}

}  // namespace fm::server
