#include "tool/web/http_pages.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "base/text.h"
#include "net/url.h"
#include "tool/files/shown_text.h"
#include "tool/tool_result.h"
#include "tool/web/page_text.h"
#include "tool/web/web_address.h"

namespace fm {
namespace {

constexpr std::size_t kMostBytes = 2 * 1024 * 1024;
constexpr int kMostRedirects = 5;
constexpr HttpTimeouts kTimes{.connect = Millis(10'000),
                              .first_byte = Millis(20'000),
                              .between_bytes = Millis(10'000),
                              .total = Millis(60'000)};

struct Answer {
  int status = 0;
  std::string type;      // "text/html"
  std::string location;  // of a redirection
  std::string body;
  bool is_cut = false;
};

// Hears one answer, as far as it is wanted.
class AnswerHearer : public HttpHandler {
 public:
  void on_head(int status, const HttpHeaders& headers) override {
    answer_.status = status;
    const auto type = header(headers, "content-type").value_or("");
    answer_.type = lower_ascii(trim(type.substr(0, type.find(';'))));
    answer_.location = header(headers, "location").value_or("");
  }
  void on_bytes(std::string_view bytes) override {
    const std::size_t room = kMostBytes - answer_.body.size();
    answer_.body += bytes.substr(0, room);
    if (bytes.size() <= room) return;
    answer_.is_cut = true;
    done.resolve(answer_);
  }
  void on_done(Result<void> end) override {
    if (end) {
      done.resolve(std::move(answer_));
    } else {
      done.resolve(std::unexpected(std::move(end.error())));
    }
  }
  Later<Result<Answer>> done;

 private:
  Answer answer_;
};

bool is_text(std::string_view type) {
  return type.empty() || type.starts_with("text/") || type.ends_with("json") ||
         type.ends_with("xml") || type == "application/javascript";
}

// "/b" behind https://host/a is https://host/b.
std::string resolved(const std::string& base, std::string_view location) {
  if (location.contains("://")) return std::string(location);
  const std::size_t scheme = base.find("://") + 3;
  if (location.starts_with("//")) return base.substr(0, scheme - 2) + std::string(location);
  const std::size_t path = std::min(base.find_first_of("/?#", scheme), base.size());
  if (location.starts_with('/')) return base.substr(0, path) + std::string(location);
  const std::string whole = base.substr(0, base.find_first_of("?#", scheme));
  const std::size_t slash = whole.rfind('/');
  return (slash < scheme ? whole + "/" : whole.substr(0, slash + 1)) + std::string(location);
}

Result<WebPage> page_of(std::string url, Answer answer) {
  if (answer.status < 200 || answer.status >= 300)
    return fail("web_failed", fmt::format("The server answered {} for {}.", answer.status, url), {},
                "Take another address.");
  if (!is_text(answer.type))
    return fail("web_failed", fmt::format("{} is {}, no text.", url, shown_name(answer.type)), {},
                "Take another address.");
  WebPage page{.url = std::move(url), .is_cut = answer.is_cut};
  const ShownText shown(answer.body);
  if (shown.kind() == TextKind::kBinary)
    return fail("web_failed", fmt::format("{} is no text.", page.url), {}, "Take another address.");
  const bool is_html = answer.type.contains("html") || answer.type.empty();
  PageText read = is_html ? page_text(shown.text()) : PageText{.text = shown.text()};
  page.title = std::move(read.title);
  page.text = std::move(read.text);
  return page;
}

}  // namespace

Result<std::unique_ptr<HttpPages>> HttpPages::open(Loop& loop, Options options) {
  options.http.proxy.clear();
  options.http.variable = [before = options.http.variable](const char* name) -> const char* {
    return lower_ascii(name).contains("proxy") ? nullptr : before(name);
  };
  if (options.only_public)
    options.http.may_connect = [](const sockaddr& address) { return is_public_address(address); };
  auto client = TRY(HttpClient::open(loop, std::move(options.http)));
  return std::unique_ptr<HttpPages>(new HttpPages(std::move(client), options.only_public));
}

Task<Result<WebPage>> HttpPages::get(std::string url, CancelToken cancel) {
  std::string host;
  for (int redirects = 0; redirects <= kMostRedirects; ++redirects) {
    if (only_public_) url = CO_TRY(read_web_address(url)).url;
    const std::string here = CO_TRY(parse_url(url)).authority();
    if (!host.empty() && here != host)
      co_return fail("web_redirected", fmt::format("The page leads to {}.", shown_name(url)),
                     "That is another host, and it was not asked for.",
                     "Call web_fetch with that address if it is wanted.");
    host = here;
    AnswerHearer hearer;
    const auto stop = cancel.on_cancel([done = hearer.done] {
      done.resolve(
          fail("tool_cancelled", "The page was not fetched.", "The person stopped the work."));
    });
    const auto call =
        client_->send({.url = url,
                       .headers = {{"accept", "text/html, text/*;q=0.9, application/json;q=0.8"},
                                   {"user-agent", "folkmoot"}},
                       .timeouts = kTimes},
                      hearer);
    Answer answer = CO_TRY(co_await hearer.done);
    const bool leads_on = answer.status >= 300 && answer.status < 400 && !answer.location.empty();
    if (!leads_on) co_return page_of(std::move(url), std::move(answer));
    url = resolved(url, answer.location);
  }
  co_return fail("web_failed", "The page leads from one address to the next and comes to no end.",
                 {}, "Take another address.");
}

}  // namespace fm
