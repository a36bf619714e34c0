// HttpConnection: one connection's requests, answered one after the other (P-70, P-75).
//
// A request is given to the handler with a reply, which answers it at once or later; the next
// request is read when the answer is written. A stream's answer goes on until either side ends it.
// Who writes to a reply or a stream whose connection is gone writes to nobody. Loop thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "loop/loop.h"
#include "server/http/http_message.h"
#include "server/http/http_reader.h"

namespace fm::server {

class HttpStream {
 public:
  virtual ~HttpStream() = default;
  virtual void write(std::string_view bytes) = 0;
  virtual std::size_t waiting() const = 0;  // bytes that the other side did not take yet
  virtual bool is_open() const = 0;
  virtual void end() = 0;
  // `drained` when nothing waits any more, `closed` once, when the other side is gone. Called from
  // the top of the loop.
  virtual void listen(std::function<void()> drained, std::function<void()> closed) = 0;
};

class HttpReply {
 public:
  virtual ~HttpReply() = default;  // without an answer: the connection is closed
  virtual void answer(HttpAnswer answer) = 0;
  virtual std::shared_ptr<HttpStream> stream(HttpAnswer head) = 0;
};

using HttpHandler = std::function<void(WebRequest, std::shared_ptr<HttpReply>)>;

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  // Takes over `fd`, a connected socket that does not block. `ended` is called once, from the top
  // of the loop; handler and loop outlive the connection.
  HttpConnection(Loop& loop, int fd, const HttpHandler& handler, std::function<void()> ended);
  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;

  void begin();
  void close();

  // Since when it is as it is: waiting for a request, inside of one, or for the other side to take
  // bytes. None while a handler works or a stream has nothing to say.
  enum class Pause { kNone, kIdle, kInside, kWriting };
  Pause pause() const;
  Millis since() const { return since_; }

 private:
  class Reply;
  class Stream;
  enum class State { kReading, kAnswering, kStreaming, kClosed };

  void watch();
  void readable();
  void take(Result<std::optional<WebRequest>> request);
  void answer(HttpAnswer answer);
  void send(std::string bytes);
  void write();
  void written();
  void touch() { since_ = loop_.clock().steady(); }

  Loop& loop_;
  const int fd_;
  const WebPeer peer_;
  const HttpHandler& handler_;
  std::function<void()> ended_;
  HttpReader reader_;
  State state_ = State::kReading;
  std::string out_;
  std::size_t sent_ = 0;
  bool closes_ = false;   // once all is written
  bool is_head_ = false;  // the request was HEAD
  bool went_on_ = false;  // 100 Continue was said to this request
  Millis since_;
  std::unique_ptr<FdWatch> watch_;
  FdEvents watched_ = FdEvents::kRead;
  std::weak_ptr<Stream> stream_;
};

}  // namespace fm::server
