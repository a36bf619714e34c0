// Between us and a server: compression, many calls at once, few descriptors.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "net/http_client.h"
#include "test/fakes/fake_http.h"
#include "test/support/http_collector.h"

namespace fm {
namespace {

using Collector = testing::HttpCollector;
using Pieces = std::vector<std::string>;

constexpr std::string_view kText =
    "data: Grüße, 世界 🌍!\n\ndata: Grüße, 世界 🌍!\n\ndata: Grüße, 世界 🌍!\n\n";

struct Encoding {
  const char* name;
  std::string_view hex;  // kText, compressed
};
constexpr Encoding kEncodings[] = {
    {"gzip",
     "1f8b08000000000002034b492c49b452702f3abce7f0fc541d85273ba63d9fdaa3f0617e4faf2217570ad992003d"
     "78970157000000"},
    {"deflate",
     "78da4b492c49b452702f3abce7f0fc541d85273ba63d9fdaa3f0617e4faf2217570ad99200f41d2863"},
    {"br",
     "1b5600f89d07768c1831fd8653a3f0642a151a873b44a74c4e7e32f236c81119bc1484977fd202164ea2e2bf766a"
     "b38202"},
    {"zstd",
     "28b52ffd2057250100e8646174613a204772c3bcc39f652c20e4b896e7958c20f09f8c8d210a0a01001d9cca09"}};

std::string unhex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return bytes;
}

struct Fixture {
  SystemClock clock;
  std::unique_ptr<Loop> loop = make_loop(clock);

  void fetch(HttpOptions options, const std::string& url, Collector& collector) {
    const auto client = std::move(*HttpClient::open(*loop, std::move(options)));
    const auto call = client->send({.url = url}, collector);
    loop->run();
  }
};

TEST_CASE_FIXTURE(Fixture, "compressed answers stream, in every coding and cut at every byte") {
  for (const Encoding& encoding : kEncodings) {
    const std::string packed = unhex(encoding.hex);
    Pieces bytes;
    for (const char byte : packed) bytes.emplace_back(1, byte);
    FakeHttp server([&](const FakeRequest& request) {
      CHECK(header(request.headers, "accept-encoding").value_or("").contains(encoding.name));
      return FakeReply{.headers = {{"content-encoding", encoding.name}},
                       .pieces = std::make_shared<const Pieces>(bytes)};
    });
    Collector got(*loop);
    fetch({}, server.url(), got);
    CHECK_MESSAGE(got.body == kText, encoding.name);
    CHECK(got.end->has_value());
  }
}

TEST_CASE_FIXTURE(Fixture, "a broken compressed answer is a cut, and what was whole is told") {
  for (const Encoding& encoding : kEncodings) {
    std::string packed = unhex(encoding.hex);
    for (std::size_t i = packed.size() / 2; i < packed.size(); ++i)
      packed[i] = static_cast<char>(~packed[i]);
    FakeHttp server([&](const FakeRequest&) {
      return FakeReply{.headers = {{"content-encoding", encoding.name}},
                       .pieces = std::make_shared<const Pieces>(Pieces{packed})};
    });
    Collector got(*loop);
    fetch({}, server.url(), got);
    if (got.end->has_value())
      CHECK(got.body != kText);  // a checksum is not everywhere
    else
      CHECK_MESSAGE(got.error() == "net_cut", got.end->error().message);
  }
}

std::size_t open_files() {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    (void)entry;
    ++count;
  }
  return count;
}

TEST_CASE_FIXTURE(Fixture, "a thousand answers at once, all given up at once: no socket is left") {
  constexpr int kCalls = 1'000;
  FakeHttp server([](const FakeRequest& request) {
    return FakeReply{.pieces = std::make_shared<const Pieces>(Pieces{"first"}),
                     .end = request.target == "/whole" ? FakeEnd::kFinish : FakeEnd::kHang};
  });
  const auto client = std::move(*HttpClient::open(*loop));
  const std::size_t before = open_files();
  struct Counting final : HttpHandler {
    void on_head(int, const HttpHeaders&) override {}
    void on_bytes(std::string_view) override { on_first(); }
    void on_done(Result<void>) override { ++ends; }
    std::function<void()> on_first;
    int ends = 0;
  } handler;
  int begun = 0;
  handler.on_first = [&] {
    if (++begun == kCalls) loop->stop();
  };
  std::vector<std::unique_ptr<HttpCall>> calls;
  for (int i = 0; i < kCalls; ++i) calls.push_back(client->send({.url = server.url()}, handler));
  loop->run();
  CHECK(server.counts().open == kCalls);
  calls.clear();
  CHECK(open_files() <= before + kCalls + 8);  // the server's ends are in this process too
  CHECK(server.wait_for([](const auto& counts) { return counts.open == 0; }));
  CHECK(open_files() <= before + 8);
  CHECK(handler.ends == 0);
  Collector after(*loop);
  const auto call = client->send({.url = server.url() + "/whole"}, after);
  loop->run();
  CHECK(after.body == "first");  // the client is whole
  CHECK(after.end->has_value());
}

// As if the system allowed this process no more, until the end of the test.
class FewDescriptors {
 public:
  explicit FewDescriptors(rlim_t most) {
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before_) == 0);
    const rlimit few{.rlim_cur = most, .rlim_max = before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
  }
  ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  FewDescriptors(const FewDescriptors&) = delete;

 private:
  rlimit before_{};
};

struct Ends final : HttpHandler {
  Ends(Loop& owner, int count) : loop(owner), left(count) {}
  void on_head(int, const HttpHeaders&) override {}
  void on_bytes(std::string_view bytes) override { body += bytes; }
  void on_done(Result<void> end) override {
    ++(end ? well : failed[end.error().code]);
    if (!end) words = end.error().message + " " + end.error().cure;
    if (--left == 0) loop.stop();
  }

  Loop& loop;
  int left;
  int well = 0;
  std::map<std::string, int> failed;
  std::string words;
  std::string body;
};

TEST_CASE_FIXTURE(Fixture,
                  "P-30 with few descriptors calls wait for one another, and all end well") {
  constexpr int kCalls = 200;
  const FewDescriptors few(64);
  const auto client = std::move(*HttpClient::open(*loop));
  int most = 0;
  std::function<FakeHttp::Counts()> counts;
  FakeHttp server([&](const FakeRequest&) {
    most = std::max(most, counts().requests - counts().finished);
    return FakeReply{.pieces = std::make_shared<const Pieces>(Pieces{"."})};
  });
  counts = [&] { return server.counts(); };
  Ends ends(*loop, kCalls);
  std::vector<std::unique_ptr<HttpCall>> calls;
  for (int i = 0; i < kCalls; ++i) calls.push_back(client->send({.url = server.url()}, ends));
  loop->run();
  CHECK(ends.well == kCalls);
  CHECK(ends.body.size() == kCalls);
  CHECK(most <= 16);  // 48 are for others
}

TEST_CASE_FIXTURE(Fixture, "P-30 calls that wait for a descriptor can be given up") {
  const FewDescriptors few(64);
  const auto client = std::move(*HttpClient::open(*loop));
  FakeHttp server([](const FakeRequest& request) {
    return FakeReply{.end = request.target == "/hangs" ? FakeEnd::kHang : FakeEnd::kFinish};
  });
  Ends none(*loop, 1);
  std::vector<std::unique_ptr<HttpCall>> calls;
  for (int i = 0; i < 200; ++i)
    calls.push_back(client->send({.url = server.url() + "/hangs"}, none));
  Ends last(*loop, 1);
  const auto call = client->send({.url = server.url()}, last);
  loop->post([&] { calls.clear(); });
  loop->run();
  CHECK(last.well == 1);
  CHECK(none.left == 1);
  CHECK(server.wait_for([](const auto& counts) { return counts.open <= 1; }));
}

TEST_CASE("P-30 the time of a call that waits for a descriptor begins when its turn comes") {
  struct AheadClock final : Clock {
    UtcMs now() const override { return real.now(); }
    Millis steady() const override { return real.steady() + ahead; }
    SystemClock real;
    Millis ahead{0};
  } clock;
  const FewDescriptors few(50);
  const auto loop = make_loop(clock);
  const auto client = std::move(*HttpClient::open(*loop));
  FakeHttp server([](const FakeRequest& request) {
    return FakeReply{.end = request.target == "/hangs" ? FakeEnd::kHang : FakeEnd::kFinish};
  });
  Ends none(*loop, 1);
  std::vector<std::unique_ptr<HttpCall>> calls;
  for (int i = 0; i < 4; ++i) calls.push_back(client->send({.url = server.url() + "/hangs"}, none));
  Ends last(*loop, 1);
  const auto call =
      client->send({.url = server.url(), .timeouts = {.first_byte = Millis(60'000)}}, last);
  loop->post([&] {
    clock.ahead = Millis(100'000);
    calls.clear();
  });
  loop->run();
  CHECK_MESSAGE(last.well == 1, last.words);
}

TEST_CASE_FIXTURE(Fixture, "P-30 without any descriptor each call ends, and says why") {
  constexpr int kCalls = 200;
  const auto client = std::move(*HttpClient::open(*loop));
  FakeHttp server([](const FakeRequest&) { return FakeReply{}; });
  Ends ends(*loop, kCalls);
  std::vector<std::unique_ptr<HttpCall>> calls;
  {
    const FewDescriptors none(3);
    for (int i = 0; i < kCalls; ++i) calls.push_back(client->send({.url = server.url()}, ends));
    loop->run();
  }
  CHECK(ends.well == 0);
  CHECK(ends.failed["net_no_descriptor"] == kCalls);
  CHECK(ends.words.contains("too many files are open"));
  CHECK(ends.words.contains("ulimit -n"));
  Collector after(*loop);
  const auto call = client->send({.url = server.url()}, after);
  loop->run();
  CHECK(after.end->has_value());  // it recovers
}

}  // namespace
}  // namespace fm
