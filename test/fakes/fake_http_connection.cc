#include "test/fakes/fake_http_connection.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "net/url.h"

namespace fm {
namespace {

constexpr std::size_t kPiecesInARow = 16;  // then other connections get their turn

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with('\r') || text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::size_t body_size(const FakeRequest& request) {
  const auto length = header(request.headers, "content-length").value_or("0");
  std::size_t size = 0;
  std::from_chars(length.data(), length.data() + length.size(), size);
  return size;
}

std::size_t piece_count(const FakeReply& reply) {
  return reply.pieces ? std::min(reply.count, reply.pieces->size()) : 0;
}

std::string head_of(const FakeReply& reply) {
  std::string head = fmt::format("HTTP/1.1 {} Reply\r\n", reply.status);
  for (const HttpHeader& entry : reply.headers)
    head += fmt::format("{}: {}\r\n", entry.name, entry.value);
  std::size_t size = 0;
  if (reply.pieces)
    for (const std::string& piece : *reply.pieces) size += piece.size();
  switch (reply.framing) {
    case FakeFraming::kChunked:
      head += "transfer-encoding: chunked\r\n";
      break;
    case FakeFraming::kLength:
      head += fmt::format("content-length: {}\r\n", size);
      break;
    case FakeFraming::kUntilClose:
      head += "connection: close\r\n";
      break;
  }
  return head + "\r\n";
}

}  // namespace

FakeConnection::FakeConnection(Loop& loop, int fd, Owner& owner)
    : loop_(loop), fd_(fd), owner_(owner) {
  watch(FdEvents::kRead);
}

FakeConnection::~FakeConnection() {
  watch_.reset();
  ::close(fd_);
}

void FakeConnection::watch(FdEvents events) {
  if (watch_ && watched_ == events) return;
  watched_ = events;
  watch_.reset();
  watch_ = loop_.watch(fd_, events, [this](FdEvents event) { ready(event); });
}

void FakeConnection::leave() {
  if (std::exchange(left_, true)) return;
  watch_.reset();
  timer_.reset();
  owner_.gone(fd_);
}

void FakeConnection::ready(FdEvents event) {
  if (event == FdEvents::kRead) return read();
  if (flush()) play();
}

void FakeConnection::read() {
  std::array<char, 64 << 10> buffer;
  const ssize_t size = ::recv(fd_, buffer.data(), buffer.size(), 0);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (size <= 0) {
    if (reply_) owner_.news(FakeNews::kAbandoned);
    return leave();
  }
  in_.append(buffer.data(), static_cast<std::size_t>(size));
  if (!reply_) take_request();
}

void FakeConnection::take_request() {
  if (const auto request = parse()) {
    owner_.news(FakeNews::kRequest);
    begin(owner_.respond(*request));
  }
}

std::optional<FakeRequest> FakeConnection::parse() {
  const std::size_t head_end = in_.find("\r\n\r\n");
  if (head_end == std::string::npos) return std::nullopt;
  FakeRequest request;
  std::string_view head = std::string_view(in_).substr(0, head_end + 2);
  for (bool first = true; !head.empty(); first = false) {
    const std::string_view line = trimmed(head.substr(0, head.find('\n')));
    head.remove_prefix(head.find('\n') + 1);
    const std::size_t split = line.find(first ? ' ' : ':');
    if (split == std::string_view::npos) continue;
    const std::string_view rest = trimmed(line.substr(split + 1));
    if (first) {
      request.method = line.substr(0, split);
      request.target = rest.substr(0, rest.find(' '));
    } else {
      request.headers.push_back({lower_ascii(line.substr(0, split)), std::string(rest)});
    }
  }
  const std::size_t begin = head_end + 4;
  const std::size_t size = body_size(request);
  if (in_.size() < begin + size) return std::nullopt;
  request.body = in_.substr(begin, size);
  in_.erase(0, begin + size);
  return request;
}

void FakeConnection::begin(FakeReply reply) {
  reply_ = std::move(reply);
  next_piece_ = 0;
  head_sent_ = false;
  wait(reply_->head_delay, [this] { send_head(); });
}

void FakeConnection::wait(Millis span, Work next) {
  if (span == Millis(0)) return next();
  timer_ = loop_.after(span, std::move(next));
}

void FakeConnection::send_head() {
  out_ += head_of(*reply_);
  head_sent_ = true;
  const bool sent = flush();
  owner_.news(FakeNews::kHead);
  if (piece_count(*reply_) > 0 && reply_->first_delay > Millis(0)) {
    timer_ = loop_.after(reply_->first_delay, [this] { play(); });
  } else if (sent) {
    play();
  }
}

void FakeConnection::play() {
  timer_.reset();
  if (!reply_ || !head_sent_ || left_) return;
  const std::size_t count = piece_count(*reply_);
  for (std::size_t row = 0; next_piece_ < count; ++row) {
    if (row == kPiecesInARow) {
      timer_ = loop_.after(Millis(0), [this] { play(); });
      return;
    }
    const std::string& piece = (*reply_->pieces)[next_piece_++];
    if (reply_->framing == FakeFraming::kChunked) {
      out_ += fmt::format("{:x}\r\n{}\r\n", piece.size(), piece);
    } else {
      out_ += piece;
    }
    const bool sent = flush();
    owner_.news(FakeNews::kPiece);
    if (reply_->piece_delay > Millis(0) && next_piece_ < count) {
      timer_ = loop_.after(reply_->piece_delay, [this] { play(); });
      return;
    }
    if (!sent) return;  // goes on when there is room
  }
  end_reply();
}

void FakeConnection::end_reply() {
  if (reply_->end == FakeEnd::kHang) return;
  if (reply_->end == FakeEnd::kFinish && reply_->framing == FakeFraming::kChunked) {
    out_ += "0\r\n\r\n";
    reply_->framing = FakeFraming::kLength;  // once
    if (!flush()) return;
  }
  if (reply_->end == FakeEnd::kReset) {
    const linger now{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  }
  const bool stays = reply_->end == FakeEnd::kFinish && reply_->framing != FakeFraming::kUntilClose;
  reply_.reset();
  owner_.news(FakeNews::kFinished);
  if (!stays) return leave();
  take_request();
}

bool FakeConnection::flush() {
  while (!out_.empty()) {
    const ssize_t size = ::send(fd_, out_.data(), out_.size(), MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno != EAGAIN) {  // nobody is there any more
      if (reply_ && !left_) owner_.news(FakeNews::kAbandoned);
      leave();
      return false;
    }
    if (size < 0) {
      watch(FdEvents::kReadWrite);
      return false;
    }
    out_.erase(0, static_cast<std::size_t>(size));
  }
  watch(FdEvents::kRead);
  return true;
}

}  // namespace fm
