// HttpClient: HTTP requests whose answers stream, driven by the loop (libcurl inside).
//
// One client a process, on the loop thread; connections are kept and reused, HTTP/2 is used where
// it is offered, proxies come from the options or the environment (never for loopback hosts),
// redirects are not followed. As many calls run at once as the process may open descriptors (but
// for some that others need); the rest wait their turn in the order they came, and their time
// limits begin when it comes. A call ends by on_done, or silently when its handle is destroyed:
// then the connection is closed at once (HTTP/2: the stream is reset) and the handler hears nothing
// more. The client must outlive the loop's work on it but not its calls: destroying it ends them
// silently. It must not be destroyed inside on_head or on_bytes. Opening the first client makes the
// process ignore SIGPIPE.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "loop/loop.h"
#include "net/http_body.h"

struct sockaddr;

namespace fm {

struct HttpHeader {
  std::string name;  // in an answer: lower case
  std::string value;
};
using HttpHeaders = std::vector<HttpHeader>;

// The first value of a header named in lower case; absent: nothing.
std::optional<std::string_view> header(const HttpHeaders& headers, std::string_view name);

// There is no total limit unless asked for: an answer may stream as long as bytes keep coming.
struct HttpTimeouts {
  Millis connect{15'000};         // name look-up, TCP, TLS and proxy together
  Millis first_byte{300'000};     // from the start to the body's first byte
  Millis between_bytes{120'000};  // silence once the body has begun
  std::optional<Millis> total = {};
};

struct HttpRequest {
  std::string method = "GET";
  std::string url = {};
  HttpHeaders headers = {};
  HttpBody body = {};  // given up as soon as it is sent and answered
  HttpTimeouts timeouts = {};
};

// Hears one answer: on_head once, on_bytes any number of times (decompressed), on_done last. A
// request that gets no answer hears on_done only. Errors of on_done: url_invalid,
// net_resolve_failed, net_connect_failed, net_tls_failed, net_timeout, net_cut, net_no_descriptor,
// net_address_refused, net_failed.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  virtual void on_head(int status, const HttpHeaders& headers) = 0;
  virtual void on_bytes(std::string_view bytes) = 0;
  virtual void on_done(Result<void> end) = 0;
};

// A call in progress; destroying it, inside the handler too, cancels.
class HttpCall {
 public:
  virtual ~HttpCall() = default;
};

enum class HttpVersion { kBest, kOnly11 };

// The variables that count for a client. HTTP_PROXY does not: a web server sets it to what a
// visitor says.
inline constexpr std::array kHttpVariables{"http_proxy", "https_proxy",   "HTTPS_PROXY",
                                           "all_proxy",  "ALL_PROXY",     "no_proxy",
                                           "NO_PROXY",   "SSL_CERT_FILE", "CURL_CA_BUNDLE"};

struct HttpOptions {
  std::string ca_file = {};  // empty: $SSL_CERT_FILE, $CURL_CA_BUNDLE, else the system's
  std::string proxy = {};    // a URL; empty: as http_proxy and its like say. $no_proxy counts
  // Looks up kHttpVariables; this process's own, unless somebody else's are to count.
  std::function<const char*(const char*)> variable = [](const char* name) -> const char* {
    return std::getenv(name);
  };
  HttpVersion version = HttpVersion::kBest;
  // Asked for each address before a connection is opened to it; empty: all of them will do. It is
  // the address that is connected to, whatever a name meant before.
  std::function<bool(const sockaddr& address)> may_connect = {};
};

class HttpClient {
 public:
  // Errors: net_failed (libcurl does not start).
  static Result<std::unique_ptr<HttpClient>> open(Loop& loop, HttpOptions options = {});
  ~HttpClient();

  // The handler must live as long as the handle; it is never called from inside send().
  [[nodiscard]] std::unique_ptr<HttpCall> send(HttpRequest request, HttpHandler& handler);

 private:
  class Impl;
  explicit HttpClient(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

}  // namespace fm
