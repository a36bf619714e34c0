#include "server/http_server.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace fm::server {
namespace {

constexpr int kAsksASecond = 60;  // of one session: a page asks little more than ten
constexpr int kAsksAtOnce = 300;
constexpr int kStrangersASecond = 5;
constexpr int kStrangersAtOnce = 60;
// A key has 256 bits, so that none is guessed; what a wrong one costs is reading a small file.
constexpr int kEntersASecond = 100;
constexpr int kEntersAtOnce = 200;
constexpr std::size_t kMostWarned = 1000;  // rooms

// Of the page: only its own files, no other site may frame it, and no inline script runs.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src "
    "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

struct MediaType {
  std::string_view ending;
  std::string_view type;
};
constexpr auto kTypes = std::to_array<MediaType>({{".html", "text/html; charset=utf-8"},
                                                  {".js", "text/javascript; charset=utf-8"},
                                                  {".css", "text/css; charset=utf-8"},
                                                  {".svg", "image/svg+xml"},
                                                  {".png", "image/png"},
                                                  {".ico", "image/x-icon"},
                                                  {".woff2", "font/woff2"},
                                                  {".json", "application/json"},
                                                  {".webmanifest", "application/manifest+json"},
                                                  {".txt", "text/plain; charset=utf-8"}});

std::string type_of(std::string_view path) {
  for (const MediaType& one : kTypes)
    if (path.ends_with(one.ending)) return std::string(one.type);
  return "application/octet-stream";
}

bool is_api(std::string_view path) {
  return path == "/api" || path.starts_with("/api/") || path == "/v1" || path.starts_with("/v1/");
}

HttpAnswer too_often() {
  HttpAnswer refused = problem(
      429, {"requests_many", "These are too many requests.", "", "Wait a second, then go on."});
  refused.headers["retry-after"] = "1";
  return refused;
}

// A reply that gets the headers of every answer, and tells its status.
class Guarded final : public HttpReply {
 public:
  Guarded(std::shared_ptr<HttpReply> to, bool is_private, std::function<void(int)> note)
      : to_(std::move(to)), is_private_(is_private), note_(std::move(note)) {}

  void answer(HttpAnswer answer) override {
    secure(answer);
    note_(answer.status);
    to_->answer(std::move(answer));
  }
  std::shared_ptr<HttpStream> stream(HttpAnswer head) override {
    secure(head);
    note_(head.status);
    return to_->stream(std::move(head));
  }

 private:
  void secure(HttpAnswer& answer) const {
    auto& headers = answer.headers;
    headers["x-content-type-options"] = "nosniff";
    headers["referrer-policy"] = "no-referrer";
    headers["cross-origin-opener-policy"] = "same-origin";
    headers["cross-origin-resource-policy"] = "same-origin";
    headers.try_emplace("content-security-policy", kPolicy);
    if (is_private_) headers.try_emplace("cache-control", "no-store");
  }

  const std::shared_ptr<HttpReply> to_;
  const bool is_private_;
  const std::function<void(int)> note_;
};

const EmbeddedFile* find_file(std::span<const EmbeddedFile> page, std::string_view path) {
  const auto found = std::ranges::find(page, path, &EmbeddedFile::path);
  return found == page.end() ? nullptr : &*found;
}

std::string shown_host(const std::string& host) {
  if (host == "0.0.0.0" || host == "::") return "127.0.0.1";
  return host.find(':') == host.npos ? host : "[" + host + "]";
}

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::open(Loop& loop, Service& service,
                                                     ServeOptions options) {
  const std::string& url = options.public_url;
  if (!url.empty() && !url.starts_with("http://") && !url.starts_with("https://"))
    return fail("public_url_invalid", "\"" + url + "\" is no address of a page.", "",
                "Give it with its scheme, as in --public-url https://moot.example.org");
  if (!is_loopback(options.host) && options.token.empty())
    return fail("serve_open", "Other machines could reach this address, and no token is set.",
                "Whoever has the token may do whatever you may.",
                "Set FOLKMOOT_SERVE_TOKEN to a long secret, or listen at 127.0.0.1.");
  std::unique_ptr<HttpServer> server(new HttpServer(loop, service, std::move(options)));
  server->listener_ = TRY(
      HttpListener::open(loop, server->options_.host, server->options_.port,
                         [at = server.get()](WebRequest request, std::shared_ptr<HttpReply> reply) {
                           at->handle(std::move(request), std::move(reply));
                         }));
  const int port = server->listener_->port();
  server->url_ = server->options_.public_url;
  while (server->url_.ends_with('/')) server->url_.pop_back();
  if (server->url_.empty())
    server->url_ = "http://" + shown_host(server->options_.host) + ":" + std::to_string(port);
  server->guard_ = std::make_unique<HttpGuard>(
      guard_options(server->options_.host, port, server->options_.public_url),
      [at = server.get()](std::string_view secret) { return at->find(secret); });
  TRY(server->sessions_.set_address(server->url_));
  server->api_ = std::make_unique<Api>(service, server->sessions_, loop, server->options_.facts);
  return server;
}

HttpServer::HttpServer(Loop& loop, Service& service, ServeOptions options)
    : loop_(loop),
      service_(service),
      options_(std::move(options)),
      sessions_(options_.sessions, loop.clock()),
      requests_(kAsksASecond, kAsksAtOnce),
      strangers_(kStrangersASecond, kStrangersAtOnce),
      enters_(kEntersASecond, kEntersAtOnce),
      pool_(loop) {}

HttpServer::~HttpServer() = default;

void HttpServer::leave() {
  listener_->stop_listening();
  api_->leave();
  (void)sessions_.drop_address(
      url_);  // it ends anyway; a link would be refused by nobody listening
}

std::optional<Admitted> HttpServer::find(std::string_view secret) {
  if (!options_.token.empty() && is_same_secret(secret, options_.token))
    return Admitted{.session = "token", .name = options_.me};
  const auto session = sessions_.find(secret);
  if (!session) return std::nullopt;
  return Admitted{.session = session->id, .name = session->name};
}

void HttpServer::handle(WebRequest request, std::shared_ptr<HttpReply> plain) {
  const bool is_private = is_api(request.path) || request.path == "/metrics";
  const auto reply = std::make_shared<Guarded>(std::move(plain), is_private,
                                               [this, alive = std::weak_ptr(alive_)](int status) {
                                                 if (!alive.expired()) ++answered_[status];
                                               });
  const Millis now = loop_.clock().steady();
  auto admitted = guard_->check(request);
  if (!admitted) {
    if (!strangers_.take("", now)) return reply->answer(too_often());
    return reply->answer(std::move(admitted.error()));
  }
  if (!admitted->session.empty() && !requests_.take(admitted->session, now))
    return reply->answer(too_often());
  if (options_.refuse && (!request.reads() || request.path == "/enter"))
    return refuse_or_handle(*std::move(admitted), std::move(request), reply);
  handle_admitted(*std::move(admitted), std::move(request), reply);
}

// A token that was found somewhere makes nobody a person (P-63).
void HttpServer::refuse_or_handle(Admitted who, WebRequest request,
                                  std::shared_ptr<HttpReply> reply) {
  const auto refused = std::make_shared<std::optional<Error>>();
  const WebPeer peer = request.peer;
  pool_.run([refused, peer, refuse = options_.refuse] { *refused = refuse(peer); },
            [this, refused, who = std::move(who), request = std::move(request),
             reply = std::move(reply)] {
              if (!*refused) return handle_admitted(who, request, reply);
              warn_room(request.path, **refused);
              reply->answer(problem(403, **refused));
            });
}

// Each room hears of it once, so that nobody fills the log by asking again.
void HttpServer::warn_room(const std::string& path, const Error& error) {
  constexpr std::string_view kRooms = "/api/rooms/";
  if (!path.starts_with(kRooms)) return;
  const std::string room =
      path.substr(kRooms.size(), path.find('/', kRooms.size()) - kRooms.size());
  if (!room.empty() && warned_.size() < kMostWarned && warned_.insert(room).second)
    service_.warn({room}, error, [](const Result<EventPtr>&) {});
}

void HttpServer::handle_admitted(Admitted who, WebRequest request,
                                 std::shared_ptr<HttpReply> reply) {
  if (is_api(request.path)) return api_->handle(std::move(who), std::move(request), reply);
  if (!request.reads()) {
    HttpAnswer refused = problem(405, {"method_unknown", "This cannot be done at this address.",
                                       "Here GET can be asked.", ""});
    refused.headers["allow"] = "GET";
    return reply->answer(std::move(refused));
  }
  if (request.path == "/healthz") return reply->answer(text_answer(200, "ok\n"));
  if (request.path == "/readyz") {
    const auto failure = service_.failure();
    return reply->answer(failure ? problem(503, *failure) : text_answer(200, "ok\n"));
  }
  if (request.path == "/metrics") {
    HttpAnswer answer = text_answer(200, metrics());
    answer.headers["content-type"] = "text/plain; version=0.0.4";
    return reply->answer(std::move(answer));
  }
  if (request.path == "/enter") {  // previews of links look at it, and use nothing up
    if (request.method != "GET") return reply->answer(HttpAnswer{.status = 200});
    if (!enters_.take("", loop_.clock().steady())) return reply->answer(too_often());
    return enter(request, reply);
  }
  reply->answer(page_file(request));
}

// The link's key goes from the address at once, so that it stays in no history.
void HttpServer::enter(const WebRequest& request, const std::shared_ptr<HttpReply>& reply) {
  const std::string key(request.parameter("key"));
  // A person sees the page, which says how to get a link; a program the problem.
  const bool is_person =
      has_page() && request.header("accept").find("text/html") != std::string_view::npos;
  const auto entered = std::make_shared<Result<NewSession>>(std::unexpect);
  pool_.run(
      [&sessions = sessions_, key, entered] { *entered = sessions.enter(key); },
      [this, reply, entered, is_person] {
        if (!*entered && is_person)
          return reply->answer({.status = 303, .headers = {{"location", "/"}}});
        if (!*entered) return reply->answer(problem(401, entered->error()));
        const bool is_secure = url_.starts_with("https://");
        reply->answer({.status = 303,
                       .headers = {{"location", "/"},
                                   {"cache-control", "no-store"},
                                   {"set-cookie",
                                    guard_->cookie() + "=" + (*entered)->secret +
                                        "; Path=/; HttpOnly; SameSite=Strict; Max-Age=" +
                                        std::to_string(WebSessions::kSessionLasts.count() / 1000) +
                                        (is_secure ? "; Secure" : "")}}});
      });
}

// Names of the files under assets/ hold their content's hash, so they are good for ever. Whatever
// is no file is a place inside of the page.
HttpAnswer HttpServer::page_file(const WebRequest& request) const {
  if (options_.page.empty())
    return text_answer(404,
                       "This program was built without its page.\n"
                       "The API works: " +
                           url_ + "/api/openapi.yaml\n");
  std::string path = request.path.substr(1);
  const EmbeddedFile* file = find_file(options_.page, path);
  if (file == nullptr && path.starts_with("assets/"))
    return problem(404, {"path_unknown", "There is no such file.", "", ""});
  if (file == nullptr || path.ends_with(".gz")) {
    path = "index.html";
    file = find_file(options_.page, path);
  }
  if (file == nullptr) return problem(404, {"path_unknown", "There is no such file.", "", ""});
  HttpAnswer answer;
  answer.headers["content-type"] = type_of(path);
  answer.headers["cache-control"] =
      path.starts_with("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  answer.headers["vary"] = "accept-encoding";
  const EmbeddedFile* packed = find_file(options_.page, path + ".gz");
  const std::string_view takes = request.header("accept-encoding");
  const bool takes_packed =
      takes.find("gzip") != takes.npos && takes.find("gzip;q=0") == takes.npos;
  if (packed != nullptr && takes_packed) {
    answer.headers["content-encoding"] = "gzip";
    file = packed;
  }
  answer.body = file->bytes;
  return answer;
}

std::string HttpServer::metrics() const {
  std::string out = "# TYPE folkmoot_build_info gauge\nfolkmoot_build_info{version=\"" +
                    options_.facts.version + "\"} 1\n";
  out += "# TYPE folkmoot_http_connections gauge\nfolkmoot_http_connections " +
         std::to_string(listener_->connections()) + "\n";
  out += "# TYPE folkmoot_http_streams gauge\nfolkmoot_http_streams " +
         std::to_string(api_->streams()) + "\n";
  out += "# TYPE folkmoot_http_requests_total counter\n";
  for (const auto& [status, count] : answered_)
    out += "folkmoot_http_requests_total{status=\"" + std::to_string(status) + "\"} " +
           std::to_string(count) + "\n";
  return out;
}

}  // namespace fm::server
