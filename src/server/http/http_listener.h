// HttpListener: an address that is listened at, and its connections within limits (P-70, P-75).
//
// Where there are too many, a new one is told so and closed. A connection that says nothing, one
// that does not finish its request, and one that takes no bytes is closed after a while; the others
// are not harmed. Loop thread; the handler must outlive it.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "base/result.h"
#include "loop/loop.h"
#include "server/http/http_connection.h"

namespace fm::server {

struct HttpLimits {
  std::size_t connections = 4096;
  Millis idle{75'000};     // without a request
  Millis request{15'000};  // until it is whole
  Millis writing{30'000};  // without a byte taken
};

class HttpListener {
 public:
  // `host` is an address or a name; port 0 takes a free one. Errors: address_unknown, port_in_use,
  // address_refused.
  static Result<std::unique_ptr<HttpListener>> open(Loop& loop, const std::string& host, int port,
                                                    HttpHandler handler, HttpLimits limits = {});
  ~HttpListener();  // all connections are closed
  HttpListener(const HttpListener&) = delete;

  int port() const { return port_; }
  std::size_t connections() const { return connections_.size(); }

  // Nobody else is let in; who is there stays.
  void stop_listening();

 private:
  HttpListener(Loop& loop, int fd, int port, HttpHandler handler, HttpLimits limits);
  void accept_some();
  void sweep();

  Loop& loop_;
  int fd_;
  const int port_;
  const HttpHandler handler_;
  const HttpLimits limits_;
  std::map<std::uint64_t, std::shared_ptr<HttpConnection>> connections_;
  std::uint64_t next_ = 0;
  std::unique_ptr<FdWatch> watch_;
  std::unique_ptr<Timer> sweeper_;
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace fm::server
