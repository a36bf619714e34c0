// FakeHttp: an HTTP/1.1 server for tests and benchmarks that does exactly what it is told.
//
// It has a thread and a loop of its own and listens on 127.0.0.1 at a free port. `respond` is
// called on that thread for each request and says what goes out and how: in which pieces, when, and
// how the connection ends. A thousand streams at once are fine. Tests wait for what happened with
// wait_for(), never for time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "net/http_client.h"

namespace fm {

struct FakeRequest {
  std::string method;
  std::string target;
  HttpHeaders headers;  // names in lower case
  std::string body;
};

enum class FakeFraming { kChunked, kLength, kUntilClose };
enum class FakeEnd {
  kFinish,  // whole; the connection stays for the next request
  kClose,   // closed in the middle, as a server that died would
  kReset,   // the same with a TCP reset
  kHang,    // silent, the connection stays open
};

struct FakeReply {
  int status = 200;
  HttpHeaders headers = {};
  std::shared_ptr<const std::vector<std::string>> pieces = {};  // one write each; null: no body
  std::size_t count = SIZE_MAX;  // of the pieces that are sent before the end
  Millis head_delay{0};
  Millis first_delay{0};  // from the head to the first piece
  Millis piece_delay{0};  // between two pieces
  FakeFraming framing = FakeFraming::kChunked;
  FakeEnd end = FakeEnd::kFinish;
};

class FakeHttp {
 public:
  using Respond = std::function<FakeReply(const FakeRequest&)>;

  struct Counts {
    int connections = 0;  // ever accepted
    int open = 0;         // now
    int requests = 0;     // read to their end
    int heads = 0;        // of replies, sent
    int pieces = 0;       // sent
    int finished = 0;     // replies sent to their end, whichever
    int abandoned = 0;    // connections that the client closed before the reply's end
  };

  explicit FakeHttp(Respond respond);
  ~FakeHttp();

  int port() const;
  std::string url() const;  // http://127.0.0.1:PORT

  // From any thread.
  Counts counts() const;
  bool wait_for(const std::function<bool(const Counts&)>& condition) const;  // false after 60 s

 private:
  class Server;
  std::unique_ptr<Server> server_;
};

}  // namespace fm
