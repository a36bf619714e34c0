// libcurl's multi interface on the loop.
//
// libcurl owns the sockets and only says which to watch; a socket's watch ends when libcurl says
// so, and at the latest when it closes the socket. libcurl must not be called from its own
// callbacks: what handlers start or cancel inside them waits in a list until libcurl has returned.
#include "net/http_client.h"

#include <curl/curl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/open_files.h"
#include "net/http_transfer.h"

namespace fm {
namespace {

using TransferPtr = std::shared_ptr<HttpTransfer>;

constexpr std::size_t kForOthers = 48;  // descriptors: store, terminal, loop, name look-ups
constexpr std::size_t kFewest = 4;

}  // namespace

std::optional<std::string_view> header(const HttpHeaders& headers, std::string_view name) {
  const auto at = std::ranges::find(headers, name, &HttpHeader::name);
  if (at == headers.end()) return std::nullopt;
  return at->value;
}

class HttpClient::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(Loop& loop, HttpOptions options) : loop_(loop), options_(std::move(options)) {}
  ~Impl();
  Result<void> start();

  TransferPtr send(HttpRequest request, HttpHandler& handler);
  void cancel(const TransferPtr& transfer);

 private:
  struct Watched {
    int events = 0;  // CURL_POLL_*
    std::unique_ptr<FdWatch> watch;
  };

  static int on_socket(CURL*, curl_socket_t fd, int what, void* self, void*);
  static int on_timer(CURLM*, long span, void* self);
  static int close_socket(void* self, curl_socket_t fd);

  void watch(curl_socket_t fd, int what);
  void drive(curl_socket_t fd, int events);
  void add(const TransferPtr& transfer);
  void add_waiting();
  void remove(HttpTransfer& transfer);
  void finish(const TransferPtr& transfer, Result<void> end);
  void set_watchdog(HttpTransfer& transfer);
  void read_results();

  Loop& loop_;
  HttpOptions options_;
  CURLM* multi_ = nullptr;
  std::unordered_map<curl_socket_t, Watched> sockets_;
  std::unique_ptr<Timer> timer_;
  std::unordered_map<HttpTransfer*, TransferPtr> transfers_;
  std::size_t most_ = 0;  // transfers at once
  std::size_t under_way_ = 0;
  std::deque<TransferPtr> waiting_;     // for one of these to end
  std::vector<TransferPtr> to_add_;     // started inside libcurl
  std::vector<TransferPtr> to_remove_;  // cancelled inside libcurl
  bool inside_ = false;
};

Result<void> HttpClient::Impl::start() {
  static std::once_flag once;
  static CURLcode initialised = CURLE_OK;
  std::call_once(once, [] {
    initialised = ::curl_global_init(CURL_GLOBAL_DEFAULT);
    std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes to sockets that may be gone
  });
  if (initialised == CURLE_OK) multi_ = ::curl_multi_init();
  if (multi_ == nullptr)
    return fail("net_failed", "The HTTP client does not start.", ::curl_easy_strerror(initialised));
  ::curl_multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &Impl::on_socket);
  ::curl_multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
  ::curl_multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &Impl::on_timer);
  ::curl_multi_setopt(multi_, CURLMOPT_TIMERDATA, this);
  const std::size_t limit = open_files_limit();
  most_ = limit > kForOthers + kFewest ? limit - kForOthers : kFewest;
  ::curl_multi_setopt(multi_, CURLMOPT_MAX_TOTAL_CONNECTIONS,
                      static_cast<long>(most_));  // idle ones too
  // CURLMOPT_MAXCONNECTS stays libcurl's own: four for each transfer under way. With a fixed number
  // more transfers than that would connect anew every time.
  return {};
}

HttpClient::Impl::~Impl() {
  waiting_.clear();
  for (auto& [transfer, owner] : transfers_) {
    transfer->handler = nullptr;
    remove(*transfer);
  }
  if (multi_ != nullptr) ::curl_multi_cleanup(multi_);
}

int HttpClient::Impl::on_socket(CURL*, curl_socket_t fd, int what, void* self, void*) {
  static_cast<Impl*>(self)->watch(fd, what);
  return 0;
}

void HttpClient::Impl::watch(curl_socket_t fd, int what) {
  if (what == CURL_POLL_REMOVE || what == CURL_POLL_NONE) {
    sockets_.erase(fd);
    return;
  }
  Watched& socket = sockets_[fd];
  if (socket.events == what) return;
  socket.events = what;
  socket.watch.reset();  // before the next one: a descriptor has one watch at a time
  socket.watch = loop_.watch(fd, static_cast<FdEvents>(what), [this, fd](FdEvents event) {
    drive(fd, event == FdEvents::kRead ? CURL_CSELECT_IN : CURL_CSELECT_OUT);
  });
}
static_assert(CURL_POLL_IN == static_cast<int>(FdEvents::kRead) &&
              CURL_POLL_OUT == static_cast<int>(FdEvents::kWrite) &&
              CURL_POLL_INOUT == static_cast<int>(FdEvents::kReadWrite));

int HttpClient::Impl::on_timer(CURLM*, long span, void* self) {
  auto& impl = *static_cast<Impl*>(self);
  impl.timer_.reset();
  if (span >= 0)
    impl.timer_ = impl.loop_.after(Millis(span), [&impl] { impl.drive(CURL_SOCKET_TIMEOUT, 0); });
  return 0;
}

int HttpClient::Impl::close_socket(void* self, curl_socket_t fd) {
  static_cast<Impl*>(self)->sockets_.erase(fd);
  return ::close(fd);
}

void HttpClient::Impl::drive(curl_socket_t fd, int events) {
  int running = 0;
  inside_ = true;
  ::curl_multi_socket_action(multi_, fd, events, &running);
  inside_ = false;
  for (const auto& transfer : std::exchange(to_remove_, {})) cancel(transfer);
  for (const auto& transfer : std::exchange(to_add_, {})) add(transfer);
  read_results();
}

void HttpClient::Impl::read_results() {
  int left = 0;
  while (const CURLMsg* message = ::curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode code = message->data.result;  // remove() frees the message
    char* self = nullptr;
    ::curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &self);
    const TransferPtr transfer = transfers_.at(reinterpret_cast<HttpTransfer*>(self));
    if (code == CURLE_OK) {
      finish(transfer, {});
    } else {
      finish(transfer, std::unexpected(transfer->error(code)));
    }
  }
}

void HttpClient::Impl::add(const TransferPtr& transfer) {
  if (transfer->handler == nullptr) return cancel(transfer);
  if (under_way_ == most_) return waiting_.push_back(transfer);
  ++under_way_;
  transfer->begin();
  // An earlier socket had the same number. Its watch belongs to no call any more.
  transfer->socket_opened = [this](int fd) { sockets_.erase(fd); };
  ::curl_easy_setopt(transfer->easy(), CURLOPT_CLOSESOCKETFUNCTION, &Impl::close_socket);
  ::curl_easy_setopt(transfer->easy(), CURLOPT_CLOSESOCKETDATA, this);
  ::curl_multi_add_handle(multi_, transfer->easy());
  set_watchdog(*transfer);
}

void HttpClient::Impl::remove(HttpTransfer& transfer) {
  if (transfer.easy() != nullptr) ::curl_multi_remove_handle(multi_, transfer.easy());
  transfer.release();
  if (!std::exchange(transfer.is_under_way, false)) return;
  --under_way_;
  if (waiting_.empty()) return;
  loop_.post([self = weak_from_this()] {
    if (const auto impl = self.lock()) impl->add_waiting();
  });
}

void HttpClient::Impl::add_waiting() {
  while (under_way_ < most_ && !waiting_.empty()) {
    const TransferPtr transfer = std::move(waiting_.front());
    waiting_.pop_front();
    if (transfer->handler != nullptr) add(transfer);
  }
}

// Each end is posted to the loop by itself, so that what one handler does or throws does not affect
// another call.
void HttpClient::Impl::finish(const TransferPtr& transfer, Result<void> end) {
  remove(*transfer);
  loop_.post([self = weak_from_this(), transfer, end = std::move(end)]() mutable {
    if (const auto impl = self.lock()) impl->transfers_.erase(transfer.get());
    if (auto failure = std::exchange(transfer->failure, {})) std::rethrow_exception(failure);
    if (auto* handler = std::exchange(transfer->handler, nullptr)) handler->on_done(std::move(end));
  });
}

void HttpClient::Impl::set_watchdog(HttpTransfer& transfer) {
  const Millis left = transfer.deadline() - loop_.clock().steady();
  transfer.watchdog = loop_.after(left, [this, &transfer] {
    if (transfer.deadline() > loop_.clock().steady()) return set_watchdog(transfer);
    finish(transfers_.at(&transfer), std::unexpected(transfer.silence_error()));
  });
}

TransferPtr HttpClient::Impl::send(HttpRequest request, HttpHandler& handler) {
  auto transfer = std::make_shared<HttpTransfer>(std::move(request), handler, loop_.clock());
  transfers_.emplace(transfer.get(), transfer);
  transfer->deadline_moved = [this, raw = transfer.get()] { set_watchdog(*raw); };
  if (auto prepared = transfer->prepare(options_); !prepared) {
    finish(transfer, std::move(prepared));
  } else if (inside_) {
    to_add_.push_back(transfer);
  } else {
    add(transfer);
  }
  return transfer;
}

void HttpClient::Impl::cancel(const TransferPtr& transfer) {
  if (inside_) {
    to_remove_.push_back(transfer);
    return;
  }
  remove(*transfer);
  transfers_.erase(transfer.get());
}

HttpClient::HttpClient(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpClient::~HttpClient() = default;

Result<std::unique_ptr<HttpClient>> HttpClient::open(Loop& loop, HttpOptions options) {
  auto impl = std::make_shared<Impl>(loop, std::move(options));
  TRY(impl->start());
  return std::unique_ptr<HttpClient>(new HttpClient(std::move(impl)));
}

std::unique_ptr<HttpCall> HttpClient::send(HttpRequest request, HttpHandler& handler) {
  class Handle final : public HttpCall {
   public:
    Handle(std::weak_ptr<Impl> impl, TransferPtr transfer)
        : impl_(std::move(impl)), transfer_(std::move(transfer)) {}
    ~Handle() override {
      transfer_->handler = nullptr;
      if (const auto impl = impl_.lock()) impl->cancel(transfer_);
    }

   private:
    std::weak_ptr<Impl> impl_;
    TransferPtr transfer_;
  };
  return std::make_unique<Handle>(impl_, impl_->send(std::move(request), handler));
}

}  // namespace fm
