// What one HTTP call brought, for tests: collects it and stops the loop at its end.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "net/http_client.h"

namespace fm::testing {

struct HttpCollector final : HttpHandler {
  explicit HttpCollector(Loop& owner) : loop(owner) {}
  void on_head(int code, const HttpHeaders& head) override {
    status = code;
    headers = head;
  }
  void on_bytes(std::string_view bytes) override {
    body += bytes;
    if (on_each) on_each();
  }
  void on_done(Result<void> result) override {
    end = std::move(result);
    ++ends;
    if (on_end) return on_end();
    loop.stop();
  }

  // The code of the failure it ended with, or "".
  std::string error() const { return end && !end->has_value() ? end->error().code : ""; }
  // All that a person is told of it.
  std::string words() const {
    if (error().empty()) return {};
    const Error& failure = end->error();
    return failure.message + " " + failure.cause + " " + failure.cure;
  }

  Loop& loop;
  int status = 0;
  HttpHeaders headers;
  std::string body;
  std::optional<Result<void>> end;
  int ends = 0;
  std::function<void()> on_each;
  std::function<void()> on_end;  // instead of stopping the loop
};

}  // namespace fm::testing
