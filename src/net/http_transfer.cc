#include "net/http_transfer.h"

#include <curl/curl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <initializer_list>
#include <utility>

#include "base/text.h"
#include "net/http_error.h"

namespace fm {
namespace {

constexpr long kBuffer = 8 << 10;  // a stream's events are small, and there may be a thousand

// The first of them that says something.
std::string first_of(const HttpOptions& options, std::initializer_list<const char*> variables) {
  for (const char* variable : variables)
    if (const char* named = options.variable(variable); named != nullptr && *named != '\0')
      return named;
  return {};
}

std::string ca_file(const HttpOptions& options) {
  if (!options.ca_file.empty()) return options.ca_file;
  return first_of(options, {"SSL_CERT_FILE", "CURL_CA_BUNDLE"});
}

std::string proxy_to(const Url& url, const HttpOptions& options) {
  if (url.is_loopback()) return {};
  if (!options.proxy.empty()) return options.proxy;
  if (url.scheme == "https")
    return first_of(options, {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"});
  return first_of(options, {"http_proxy", "all_proxy", "ALL_PROXY"});
}

}  // namespace

HttpTransfer::HttpTransfer(HttpRequest request, HttpHandler& listener, const Clock& clock)
    : handler(&listener), request_(std::move(request)), clock_(clock), started_(clock.steady()) {}

HttpTransfer::~HttpTransfer() { release(); }

void HttpTransfer::release() {
  if (easy_ != nullptr) ::curl_easy_cleanup(std::exchange(easy_, nullptr));
  ::curl_slist_free_all(std::exchange(header_list_, nullptr));
  request_.body = {};
  sending_ = {};
  watchdog.reset();
}

Result<void> HttpTransfer::prepare(const HttpOptions& options) {
  url_ = TRY(parse_url(request_.url));
  may_connect_ = options.may_connect;
  easy_ = ::curl_easy_init();
  if (easy_ == nullptr) return fail("net_failed", "The request cannot be made.", "Out of memory.");

  ::curl_easy_setopt(easy_, CURLOPT_URL, request_.url.c_str());
  ::curl_easy_setopt(easy_, CURLOPT_PROTOCOLS_STR, "http,https");
  ::curl_easy_setopt(easy_, CURLOPT_NOSIGNAL, 1L);
  ::curl_easy_setopt(easy_, CURLOPT_PRIVATE, this);
  ::curl_easy_setopt(easy_, CURLOPT_ERRORBUFFER, error_text_.data());
  curl_opensocket_callback open = [](void* self, curlsocktype, curl_sockaddr* to) {
    return static_cast<HttpTransfer*>(self)->open_socket(to->family, to->socktype, to->protocol,
                                                         to->addr);
  };
  ::curl_easy_setopt(easy_, CURLOPT_OPENSOCKETFUNCTION, open);
  ::curl_easy_setopt(easy_, CURLOPT_OPENSOCKETDATA, this);
  ::curl_easy_setopt(easy_, CURLOPT_HEADERFUNCTION, &HttpTransfer::head_line);
  ::curl_easy_setopt(easy_, CURLOPT_HEADERDATA, this);
  ::curl_easy_setopt(easy_, CURLOPT_WRITEFUNCTION, &HttpTransfer::body_bytes);
  ::curl_easy_setopt(easy_, CURLOPT_WRITEDATA, this);
  ::curl_easy_setopt(easy_, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  ::curl_easy_setopt(easy_, CURLOPT_ACCEPT_ENCODING, "");
  ::curl_easy_setopt(easy_, CURLOPT_BUFFERSIZE, kBuffer);
  ::curl_easy_setopt(easy_, CURLOPT_UPLOAD_BUFFERSIZE, kBuffer);
  ::curl_easy_setopt(easy_, CURLOPT_TCP_KEEPALIVE, 1L);
  ::curl_easy_setopt(easy_, CURLOPT_CONNECTTIMEOUT_MS,
                     static_cast<long>(request_.timeouts.connect.count()));
  ::curl_easy_setopt(
      easy_, CURLOPT_HTTP_VERSION,
      options.version == HttpVersion::kOnly11 ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS);
  ::curl_easy_setopt(easy_, CURLOPT_PIPEWAIT, url_.scheme == "https" ? 1L : 0L);
  // Always said, so that libcurl looks up nothing in this process's environment.
  ::curl_easy_setopt(easy_, CURLOPT_PROXY, proxy_to(url_, options).c_str());
  ::curl_easy_setopt(easy_, CURLOPT_NOPROXY, first_of(options, {"no_proxy", "NO_PROXY"}).c_str());
  if (const std::string file = ca_file(options); !file.empty())
    for (const CURLoption option : {CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO})
      ::curl_easy_setopt(easy_, option, file.c_str());
  set_method();
  set_headers();
  return {};
}

void HttpTransfer::begin() {
  is_under_way = true;
  started_ = clock_.steady();
}

int HttpTransfer::open_socket(int family, int type, int protocol, const sockaddr& address) {
  if (may_connect_ && !may_connect_(address)) {
    is_refused_ = true;
    return CURL_SOCKET_BAD;
  }
  const int fd = ::socket(family, type | SOCK_CLOEXEC, protocol);
  if (fd < 0) {
    socket_error_ = errno;
  } else if (socket_opened) {
    socket_opened(fd);
  }
  return fd;
}

void HttpTransfer::set_method() {
  if (request_.method == "HEAD") ::curl_easy_setopt(easy_, CURLOPT_NOBODY, 1L);
  if (request_.method == "POST" || !request_.body.empty()) {
    ::curl_easy_setopt(easy_, CURLOPT_POST, 1L);
    ::curl_easy_setopt(easy_, CURLOPT_POSTFIELDSIZE_LARGE,
                       static_cast<curl_off_t>(request_.body.size()));
    // Written when a connection is there, for each connection that is tried, and given up when all
    // of it is sent. A read callback would make libcurl keep a buffer of 16 KB for as long as the
    // answer is waited for.
    curl_prereq_callback write = [](void* self, char*, char*, int, int) {
      static_cast<HttpTransfer*>(self)->write_body();
      return CURL_PREREQFUNC_OK;
    };
    ::curl_easy_setopt(easy_, CURLOPT_PREREQFUNCTION, write);
    ::curl_easy_setopt(easy_, CURLOPT_PREREQDATA, this);
    curl_xferinfo_callback progress = [](void* self, curl_off_t, curl_off_t, curl_off_t,
                                         curl_off_t sent) {
      static_cast<HttpTransfer*>(self)->body_is_sent(sent);
      return 0;
    };
    ::curl_easy_setopt(easy_, CURLOPT_XFERINFOFUNCTION, progress);
    ::curl_easy_setopt(easy_, CURLOPT_XFERINFODATA, this);
    ::curl_easy_setopt(easy_, CURLOPT_NOPROGRESS, 0L);
  }
  if (request_.method != "GET" && request_.method != "HEAD" && request_.method != "POST")
    ::curl_easy_setopt(easy_, CURLOPT_CUSTOMREQUEST, request_.method.c_str());
}

void HttpTransfer::set_headers() {
  const auto add = [this](const std::string& line) {
    header_list_ = ::curl_slist_append(header_list_, line.c_str());
  };
  for (const HttpHeader& entry : request_.headers) add(entry.name + ": " + entry.value);
  add("Expect:");  // no waiting for "100 Continue"
  ::curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, header_list_);
}

// Exceptions must not pass through libcurl: the call is aborted and the client throws it later.
template <class F>
std::size_t HttpTransfer::guarded(std::size_t size, F&& call) {
  try {
    call();
    return size;
  } catch (...) {
    failure = std::current_exception();
    handler = nullptr;
    return 0;
  }
}

std::size_t HttpTransfer::head_line(char* bytes, std::size_t, std::size_t size, void* self) {
  auto& transfer = *static_cast<HttpTransfer*>(self);
  return transfer.guarded(size, [&] { transfer.add_head_line({bytes, size}); });
}

void HttpTransfer::add_head_line(std::string_view line) {
  if (head_done_) return;  // trailers
  if (line.starts_with("HTTP/")) return head_.clear();
  line = trim(line);
  if (line.empty()) return finish_head();
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  head_.push_back(
      {lower_ascii(trim(line.substr(0, colon))), std::string(trim(line.substr(colon + 1)))});
}

void HttpTransfer::finish_head() {
  long status = 0;
  ::curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
  if (status < 200) return;  // 100 Continue and its like: the real head follows
  head_done_ = true;
  curl_off_t sent = 0;
  ::curl_easy_getinfo(easy_, CURLINFO_SIZE_UPLOAD_T, &sent);
  if (sent == static_cast<curl_off_t>(request_.body.size())) request_.body = {};
  const HttpHeaders head = std::move(head_);
  if (handler != nullptr) handler->on_head(static_cast<int>(status), head);
}

void HttpTransfer::write_body() {
  sending_ = request_.body.str();
  ::curl_easy_setopt(easy_, CURLOPT_POSTFIELDS, sending_.data());
}

// libcurl has copied what it may still need of it for this connection.
void HttpTransfer::body_is_sent(std::int64_t bytes) {
  if (sending_.empty() || bytes < static_cast<std::int64_t>(sending_.size())) return;
  std::string().swap(sending_);
}

std::size_t HttpTransfer::body_bytes(char* bytes, std::size_t, std::size_t size, void* self) {
  auto& transfer = *static_cast<HttpTransfer*>(self);
  transfer.last_byte_ = transfer.clock_.steady();
  if (!std::exchange(transfer.body_begun_, true) && transfer.deadline_moved)
    transfer.deadline_moved();
  return transfer.guarded(size, [&] {
    if (transfer.handler != nullptr) transfer.handler->on_bytes({bytes, size});
  });
}

Millis HttpTransfer::deadline() const {
  const HttpTimeouts& limits = request_.timeouts;
  const Millis silent =
      body_begun_ ? last_byte_ + limits.between_bytes : started_ + limits.first_byte;
  return limits.total ? std::min(silent, started_ + *limits.total) : silent;
}

Error HttpTransfer::error(int code) const {
  if (is_refused_)
    return {"net_address_refused", host() + " is at an address that is not connected to.",
            "It is one of this machine, of its network, or reserved.", "Take another address."};
  if (socket_error_ == EMFILE || socket_error_ == ENFILE) return http_no_descriptor(host());
  return http_error(code, host(), error_text_.data());
}

Error HttpTransfer::silence_error() const {
  return http_timeout(host(), clock_.steady() - (body_begun_ ? last_byte_ : started_));
}

}  // namespace fm
