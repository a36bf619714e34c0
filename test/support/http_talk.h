// HttpTalk: one connection to a server in this process, byte for byte. For tests of its doors.
//
// Each call runs the loop until what it waits for is there; a deadline of ten seconds fails the
// test instead of letting it hang.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/json.h"
#include "loop/loop.h"

namespace fm::testing {

struct HttpSaid {
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;

  Json json() const;
  std::string code() const;  // of a problem
};

class HttpTalk {
 public:
  HttpTalk(Loop& loop, int port);  // connects
  ~HttpTalk();
  HttpTalk(const HttpTalk&) = delete;

  void send(std::string_view bytes);
  // The next whole answer; without one before the other side closes: status 0.
  HttpSaid answer(bool has_body = true);
  // Waits until `is_there` holds of all that came, or the connection is closed; gives it.
  const std::string& until(const std::function<bool(const std::string&)>& is_there);
  bool is_closed() const { return is_closed_; }
  void stop_reading() { watch_.reset(); }
  void close();

 private:
  void read();
  void run_until(const std::function<bool()>& is_so);

  Loop& loop_;
  int fd_ = -1;
  std::string came_;
  bool is_closed_ = false;
  std::unique_ptr<FdWatch> watch_;
};

// A request with these headers, and what its body needs.
std::string http_request(std::string_view method, std::string_view target, std::string_view host,
                         const std::map<std::string, std::string>& headers = {},
                         std::string_view body = {});

}  // namespace fm::testing
