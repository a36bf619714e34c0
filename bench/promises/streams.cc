// What a stream costs when a thousand are under way, and what is left when all are given up.
#include "bench/promises/streams.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "bench/promises/fake_server.h"
#include "bench/promises/promises.h"
#include "model/catalog/http_model.h"
#include "model/queue/provider_queue.h"
#include "model/queue/retry.h"

namespace fm::bench {
namespace {

constexpr int kStreams = 1'000;
constexpr int kRuns = 3;
constexpr Millis kLongest{90'000};

// Tells when the answer has been said to its last byte.
class Listener final : public AttemptSink {
 public:
  Listener(Loop& loop, int& left) : loop_(loop), left_(left) {}
  void text(std::string_view delta) override {
    if (delta.ends_with(kLastByte) && --left_ == 0) loop_.stop();
  }
  void reasoning(std::string_view) override {}
  void begin_attempt(int attempt) override {
    if (attempt > 1) give_up("a stream failed");
  }
  void waits(const RetryNotice&) override {}

 private:
  Loop& loop_;
  int& left_;
};

class Streams {
 public:
  explicit Streams(const std::string& base_url) {
    Provider provider{.name = "bench"};
    provider.base_url = base_url;
    auto client = HttpClient::open(*loop_);
    if (!client) give_up(client.error().message);
    client_ = std::move(*client);
    auto model = HttpModel::open(*loop_, *client_, std::move(provider));
    if (!model) give_up(model.error().message);
    model_ = std::move(*model);
    // A listener may wait for ever; a benchmark does not.
    too_long_ = loop_->after(kLongest, [] { give_up("the answers do not come"); });
  }

  void begin(int count) {
    saying_ = open_ = count;
    for (int i = 0; i < count; ++i) {
      const auto& call = calls_.emplace_back(std::make_unique<Call>(*loop_, saying_));
      ModelRequest request;
      request.model = "any";
      request.room = fmt::format("r_{}", i);
      request.messages = {{.text = long_prompt(i)}};
      call->task = start(call_with_retries(*loop_, *model_, std::move(request), call->listener,
                                           call->cancel, {}, 1, {.line = &line_, .tokens = 5'000}),
                         [this](auto) {
                           if (--open_ == 0) loop_->stop();
                         });
    }
  }
  void run() { loop_->run(); }
  void cancel_all() {
    for (const auto& call : calls_) call->cancel.cancel();
    run();
  }

 private:
  struct Call {
    Call(Loop& loop, int& left) : listener(loop, left) {}
    Listener listener;
    CancelToken cancel;
    RunningTask task;
  };

  SystemClock clock_;
  std::unique_ptr<Loop> loop_ = make_loop(clock_);
  std::unique_ptr<HttpClient> client_;
  std::unique_ptr<HttpModel> model_;
  ProviderQueue line_{*loop_, "bench", {}};
  std::unique_ptr<Timer> too_long_;
  int saying_ = 0;
  int open_ = 0;
  std::vector<std::unique_ptr<Call>> calls_;
};

// The answer in pieces, and then silence.
std::string script() {
  std::string text;
  while (text.size() < kAnswerBytes) text += "This could be tried small. ";
  text.resize(kAnswerBytes - 1);
  return fmt::format(R"({{"keep_bodies": false, "rules": [{{"text": "{}{}", "chunk_bytes": {}, )"
                     R"("fault": "silence", "fault_after": 1000000}}]}})",
                     text, kLastByte, kEventBytes);
}

struct Medians {
  void add(const Figures& run) {
    for (const auto& [key, value] : run) values[key].push_back(value);
  }
  double of(std::string_view key) const { return median(values.find(key)->second); }

  std::map<std::string, std::vector<double>, std::less<>> values;
};

}  // namespace

std::string chat_body(const std::string& prompt) {
  return fmt::format(
      R"({{"model":"any","stream":true,"messages":[{{"role":"user","content":"{}"}}]}})", prompt);
}

std::string long_prompt(int number) {
  std::string prompt = fmt::format("Of {}. ", number);
  prompt.reserve(kPromptBytes + 100);
  while (prompt.size() < kPromptBytes) prompt += "Neighbours lend what they rarely use. ";
  prompt.resize(kPromptBytes);
  return prompt;
}

int open_descriptors() {
  const std::filesystem::directory_iterator entries("/proc/self/fd");
  return static_cast<int>(std::distance(begin(entries), end(entries)));
}

Growth::Growth()
    : cpu_(cpu_us()),
      resident_(static_cast<double>(resident_bytes())),
      heap_(static_cast<double>(heap_bytes())) {}

void Growth::put_into(Figures& figures) const {
  figures["cpu"] = cpu_us() - cpu_;
  figures["heap"] = static_cast<double>(heap_bytes()) - heap_;
  figures["peak"] = static_cast<double>(peak_bytes(::getpid())) - resident_;
}

Figures streams(const Arguments& arguments) {
  Streams all(arguments.at(0));
  const int before = open_descriptors();
  Figures figures;
  const Growth growth;
  all.begin(std::atoi(arguments.at(1).c_str()));
  all.run();
  growth.put_into(figures);
  const double began = now_us();
  all.cancel_all();
  figures["close"] = now_us() - began;
  figures["left"] = open_descriptors() - before;
  return figures;
}

void measure_streams(Table& table, Scratch& scratch) {
  const FakeServer server(scratch, script());
  const std::string count = std::to_string(kStreams);
  Medians ours, curl, floor;
  for (int i = 0; i < kRuns; ++i) {  // by turns, so that all meet the same machine
    floor.add(run_child("raw_streams", {server.base_url(), count}));
    curl.add(run_child("curl_streams", {server.base_url(), count}));
    ours.add(run_child("streams", {server.base_url(), count}));
  }
  table.heading(
      fmt::format("{} streams at once, {} events each", kStreams, kAnswerBytes / kEventBytes));
  const auto each = [&](const Medians& medians, std::string_view key) {
    return medians.of(key) / kStreams;
  };
  const auto row = [&](std::string_view what, const Medians& medians, std::string_view key,
                       auto format) {
    table.plain_row(what, format(each(medians, key)), format(each(floor, key)),
                    each(medians, key) / each(floor, key));
  };
  row("memory of a stream, at its highest", ours, "peak", size);
  row("  the same with bare libcurl", curl, "peak", size);
  row("  in use when all is said", ours, "heap", size);
  row("  the same with bare libcurl", curl, "heap", size);
  row("CPU of a stream", ours, "cpu", micros);
  table.row("all given up, to the last socket closed", micros(ours.of("close")),
            micros(floor.of("close")), ours.of("close") / floor.of("close"), Aim::kAtMost, 100,
            ours.of("close") / 1e3, " ms");
  table.row("  descriptors left then", fmt::format("{:g}", ours.of("left")), {}, {}, Aim::kAtMost,
            0, ours.of("left"));
}

}  // namespace fm::bench
