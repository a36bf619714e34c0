// HttpModel and a fake provider, over real sockets, for tests.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/catalog/http_model.h"
#include "model/queue/retry.h"
#include "test/fakes/fake_provider.h"
#include "test/support/hurried_loop.h"

namespace fm {

struct HeardCall final : AttemptSink {
  void text(std::string_view delta) override {
    shown += delta;
    ++deltas;
    if (on_text) on_text();
  }
  void reasoning(std::string_view delta) override { thought += delta; }
  void text_was_reasoning() override {
    thought += shown;
    shown.clear();
  }
  void begin_attempt(int) override {
    shown.clear();
    thought.clear();
  }
  void waits(const RetryNotice& notice) override { notices.push_back(notice); }

  std::string shown;
  std::string thought;
  int deltas = 0;
  std::vector<RetryNotice> notices;
  std::function<void()> on_text;
};

inline ModelRequest ask(std::string text) {
  ModelRequest request;
  request.model = "fake-1";
  request.messages = {{.text = std::move(text)}};
  return request;
}

struct HttpModelFixture {
  SystemClock clock;
  std::unique_ptr<Loop> loop = make_loop(clock);
  std::unique_ptr<HttpClient> client = std::move(*HttpClient::open(*loop));
  std::optional<FakeProvider> server;
  std::unique_ptr<HttpModel> model;
  HeardCall heard;

  void serve(std::vector<FakeRule> rules, Provider config = {}) {
    server.emplace(FakeScript{.rules = std::move(rules)});
    config.base_url = server->base_url(config.api);
    model = std::move(*HttpModel::open(*loop, *client, std::move(config)));
    heard = {};
  }

  ModelOutcome call(ModelRequest request = ask("hello"), CancelToken cancel = {}) {
    ModelOutcome outcome;
    const RunningTask running =
        start(model->call(std::move(request), heard, cancel), [&](auto result) {
          outcome = std::move(result.value());
          loop->stop();
        });
    loop->run();
    return outcome;
  }

  // Waits nowhere, but the clock goes on.
  RetriedOutcome call_again(RetryPolicy policy = {}) {
    testing::HurriedLoop hurried(*loop);
    RetriedOutcome outcome;
    const RunningTask running = start(
        call_with_retries(hurried, *model, ask("hello"), heard, {}, policy, 1), [&](auto result) {
          outcome = std::move(result.value());
          loop->stop();
        });
    loop->run();
    return outcome;
  }

  // The failure of a call that the server meets with this rule.
  ModelError failure(FakeRule rule, Provider config = {}) {
    serve({std::move(rule)}, std::move(config));
    const ModelOutcome outcome = call();
    REQUIRE(!outcome.has_value());
    return outcome.error();
  }
};

}  // namespace fm
