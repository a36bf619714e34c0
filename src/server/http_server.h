// HttpServer: `folkmoot serve`, the HTTP door of a store (P-70, P-75).
//
// Every request passes the guard, then a limit of its rate; what is left goes to the API, to the
// files of the page, or to the few addresses of its own: /enter, /healthz, /readyz, /metrics. It
// asks the service that it is given and knows nothing else of the store. Loop thread; loop and
// service outlive it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "app/service.h"
#include "base/result.h"
#include "loop/loop.h"
#include "loop/pool_scope.h"
#include "server/api/api.h"
#include "server/http/http_guard.h"
#include "server/http/http_listener.h"
#include "server/http/rate_limit.h"
#include "server/session/web_sessions.h"
#include "team/pack/embedded.h"

namespace fm::server {

struct ServeOptions {
  std::string host = "127.0.0.1";
  int port = 8470;                     // 0: any that is free
  std::string public_url;              // where a proxy is before it; empty: none
  std::string token;                   // of programs, by `Authorization: Bearer`; empty: none
  std::string me;                      // in whose name the first link and the token speak
  std::string sessions;                // path of the file of sessions
  std::span<const EmbeddedFile> page;  // "index.html", "assets/x.js", "assets/x.js.gz", ...
  // Why whoever holds the other end may decide nothing; called in the pool. Empty: nobody is asked.
  std::function<std::optional<Error>(const WebPeer&)> refuse = {};
  ApiFacts facts;
};

class HttpServer {
 public:
  // Listens, and notes its address for `folkmoot serve link`. Blocks for a moment. Errors:
  // public_url_invalid, serve_open (another address without a token), those of HttpListener and
  // WebSessions.
  static Result<std::unique_ptr<HttpServer>> open(Loop& loop, Service& service,
                                                  ServeOptions options);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;

  const std::string& url() const { return url_; }  // without a slash at its end
  // The first link; blocks for a moment.
  Result<WebSessions::Link> link() { return sessions_.new_link(options_.me); }
  bool has_page() const { return !options_.page.empty(); }

  // Nobody else is let in, and streams are told that it ends.
  void leave();

 private:
  HttpServer(Loop& loop, Service& service, ServeOptions options);
  void handle(WebRequest request, std::shared_ptr<HttpReply> reply);
  void handle_admitted(Admitted who, WebRequest request, std::shared_ptr<HttpReply> reply);
  void refuse_or_handle(Admitted who, WebRequest request, std::shared_ptr<HttpReply> reply);
  void warn_room(const std::string& path, const Error& error);
  void enter(const WebRequest& request, const std::shared_ptr<HttpReply>& reply);
  std::optional<Admitted> find(std::string_view secret);
  HttpAnswer page_file(const WebRequest& request) const;
  std::string metrics() const;

  Loop& loop_;
  Service& service_;
  const ServeOptions options_;
  WebSessions sessions_;
  std::unique_ptr<Api> api_;
  std::unique_ptr<HttpGuard> guard_;
  RateLimit requests_;
  RateLimit strangers_;
  RateLimit enters_;
  std::map<int, std::int64_t> answered_;  // by status
  std::string url_;
  std::set<std::string> warned_;  // rooms that were told of a refusal
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
  PoolScope pool_;
  std::unique_ptr<HttpListener> listener_;  // the last: its handler uses all of the above
};

}  // namespace fm::server
