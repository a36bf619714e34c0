#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <string>

#include "test/fakes/fake_http.h"
#include "tool/web/http_pages.h"
#include "tool/web/page_text.h"
#include "tool/web/web_address.h"

namespace fm {
namespace {

TEST_CASE("P-63 only addresses of the public network are fetched from") {
  for (const char* address :
       {"8.8.8.8", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "100.128.0.1"}) {
    CAPTURE(address);
    CHECK(is_public_address(address));
  }
  for (const char* address : {"127.0.0.1",
                              "10.1.2.3",
                              "172.16.0.1",
                              "172.31.255.255",
                              "192.168.1.1",
                              "169.254.169.254",
                              "100.64.0.1",
                              "0.0.0.0",
                              "224.0.0.1",
                              "255.255.255.255",
                              "192.0.2.1",
                              "198.18.0.1",
                              "::1",
                              "::",
                              "fe80::1%eth0",
                              "fc00::1",
                              "ff02::1",
                              "::ffff:127.0.0.1",
                              "::ffff:10.0.0.1",
                              "64:ff9b::7f00:1",
                              "2002:7f00:1::",
                              "2001:db8::1",
                              "nonsense"}) {
    CAPTURE(address);
    CHECK_FALSE(is_public_address(address));
  }
}

TEST_CASE(
    "P-63 an address that is none of the web, or of this house, is refused before anything is "
    "asked") {
  const auto code = [](std::string_view url) {
    const auto address = read_web_address(url);
    return address ? address->url : address.error().code;
  };
  CHECK(code("https://example.org/a#b") == "https://example.org/a");
  CHECK(code("https://8.8.8.8/") == "https://8.8.8.8/");
  for (const char* url :
       {"file:///etc/passwd", "ftp://example.org/", "nonsense", "gopher://example.org/"})
    CHECK(code(url) == "url_invalid");
  for (const char* url : {"http://localhost/", "http://LOCALHOST./", "http://127.1/",
                          "http://0x7f000001/", "http://2130706433/", "http://[::1]:8080/",
                          "http://169.254.169.254/latest", "http://router/",
                          "http://nas"
                          ".local/",
                          "http://a:b@example.org/",
                          "http://metadata.google"
                          ".internal/"}) {
    CAPTURE(url);
    CHECK(code(url) == "web_address_refused");
  }
}

TEST_CASE("P-60 a page becomes its text") {
  const PageText page = page_text(
      "<!doctype html><html><head><title>A &amp; B</title><style>p{}</style></head><body>"
      "<script>if (a < b) alert('</p>')</script><!-- hidden <p> --><h1>Head</h1><p>One\n "
      "two&nbsp;<b>three</b> "
      "&#x41;&#66; 1 < 2 &unknown;</p><ul><li>x</li><li><a "
      "href=\"https://example.org/y\">y</a></li></ul>");
  CHECK(page.title == "A & B");
  CHECK(page.text.contains("Head\n"));
  CHECK(page.text.contains("One two three AB 1 < 2 &unknown;"));
  CHECK(page.text.contains("- x\n"));
  CHECK(page.text.contains("- y (https://example.org/y)"));
  CHECK_FALSE(page.text.contains("alert"));
  CHECK_FALSE(page.text.contains("hidden"));
}

struct Fetching {
  SystemClock clock;
  std::unique_ptr<Loop> loop = make_loop(clock);
  Result<WebPage> got = fail("none", "nothing came");

  void fetch(const std::string& url, bool only_public) {
    auto pages = HttpPages::open(*loop, {.only_public = only_public});
    REQUIRE(pages.has_value());
    const RunningTask task = start((*pages)->get(url, CancelToken()), [&](auto outcome) {
      REQUIRE(outcome.has_value());
      got = std::move(*outcome);
      loop->stop();
    });
    if (!task.done()) loop->run();
  }
};

TEST_CASE_FIXTURE(Fetching, "P-60 a page is fetched, by redirections of its own host only") {
  FakeHttp server([](const FakeRequest& request) {
    const auto text = [](std::string body) {
      return std::make_shared<const std::vector<std::string>>(
          std::vector<std::string>{std::move(body)});
    };
    if (request.target == "/old")
      return FakeReply{.status = 302, .headers = {{"Location", "/new"}}};
    if (request.target == "/away")
      return FakeReply{.status = 302, .headers = {{"Location", "http://example.org/"}}};
    if (request.target == "/loop")
      return FakeReply{.status = 302, .headers = {{"Location", "loop"}}};
    if (request.target == "/none") return FakeReply{.status = 404};
    if (request.target == "/image")
      return FakeReply{.headers = {{"Content-Type", "image/png"}}, .pieces = text("x")};
    if (request.target == "/huge")
      return FakeReply{.headers = {{"Content-Type", "text/plain"}},
                       .pieces = text(std::string(3 << 20, 'x'))};
    return FakeReply{.headers = {{"Content-Type", "text/html; charset=utf-8"}},
                     .pieces = text("<p>Hello</p>")};
  });
  fetch(server.url() + "/old", false);
  REQUIRE(got.has_value());
  CHECK(got->text.contains("Hello"));
  CHECK(got->url.ends_with("/new"));
  fetch(server.url() + "/away", false);
  CHECK(got.error().code == "web_redirected");
  fetch(server.url() + "/loop", false);
  CHECK(got.error().code == "web_failed");
  fetch(server.url() + "/none", false);
  CHECK(got.error().message.contains("404"));
  fetch(server.url() + "/image", false);
  CHECK(got.error().code == "web_failed");
  fetch(server.url() + "/huge", false);
  REQUIRE(got.has_value());
  CHECK(got->is_cut);
  CHECK(got->text.size() == 2 << 20);
  fetch(server.url() + "/old", true);
  CHECK(got.error().code == "web_address_refused");
}

}  // namespace
}  // namespace fm
