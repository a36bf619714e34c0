#include "model/failure/provider_error.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "base/text.h"
#include "model/model_error.h"
#include "test/support/stream_corpus.h"

namespace fm {
namespace {

constexpr UtcMs kNow{1'768'471'200'000};  // 2026-01-15T10:00:00Z

std::string kind(int status, std::string_view body) {
  return std::string(to_string(http_failure(status, {}, body, kNow).kind));
}

TEST_CASE("every HTTP failure of the corpus, whoever's, is understood") {
  int total = 0;
  for (const StreamCase& one : stream_cases("")) {
    if (one.status() < 400) continue;
    std::string body;
    for (const std::string& read : one.reads) body += read;
    const ModelError error =
        http_failure(one.status(), one.headers(), body, *from_rfc3339(text_at(one.json, "now")));
    const Json& should = one.expect().at("error");
    INFO(one.id, ": ", error.message);
    CHECK(to_string(error.kind) == text_at(should, "kind"));
    CHECK(is_retryable(error) == bool_at(should, "retryable"));
    const Json* wait = find_at(should, "retry_after_ms");
    if (wait != nullptr && wait->is_number())
      CHECK(error.retry_after == Millis(wait->to_number<std::int64_t>()));
    if (wait != nullptr && wait->is_null()) CHECK(!error.retry_after);
    ++total;
  }
  CHECK(total > 60);
}

TEST_CASE("the words count more than the status") {
  CHECK(kind(400, R"({"error":{"message":"Rate limit reached, too many tokens"}})") ==
        "rate_limit");
  CHECK(kind(500, R"({"error":"context size has been exceeded"})") == "context_length");
  CHECK(kind(400, R"({"error":{"message":"API key not valid. Please pass a valid API key."}})") ==
        "auth");
  CHECK(
      kind(
          429,
          R"({"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}})") ==
      "quota");
  CHECK(kind(429, R"({"error":{"code":"1113","message":"Insufficient balance"}})") == "billing");
  CHECK(kind(403, R"({"error":{"message":"Your input was flagged by moderation"}})") ==
        "content_filter");
  CHECK(kind(500, R"({"error":{"message":"The model is currently overloaded"}})") == "overloaded");
}

TEST_CASE(
    "a proxy that wants a login is no failure of the provider's, and does not pass with time") {
  const ModelError error = http_failure(407, {}, "<html>Proxy login</html>", UtcMs{});
  CHECK(error.kind == ModelErrorKind::kNetwork);
  CHECK(error.message.contains("proxy"));
  CHECK(!is_retryable(error));
}

TEST_CASE("a status alone has a meaning too") {
  CHECK(kind(401, "") == "auth");
  CHECK(kind(402, "") == "billing");
  CHECK(kind(403, "") == "permission");
  CHECK(kind(404, "not here") == "not_found");
  CHECK(kind(408, "") == "timeout");
  CHECK(kind(418, "teapot") == "invalid_request");
  CHECK(kind(429, "") == "rate_limit");
  CHECK(kind(500, "") == "server");
  CHECK(kind(502, "null") == "server");
  CHECK(kind(503, "") == "overloaded");
  CHECK(kind(504, "") == "timeout");
  CHECK(kind(529, "") == "overloaded");
}

TEST_CASE("a refusal without words of a request's size means that it was too long") {
  CHECK(kind(400, "") == "context_length");
  CHECK(kind(413, "") == "context_length");
  CHECK(kind(413, "Request Entity Too Large") == "too_large");
  CHECK(
      kind(
          413,
          R"({"error":{"message":"Request too large, tokens per minute","code":"rate_limit_exceeded"}})") ==
      "too_large");
}

TEST_CASE("the provider's words are kept, out of any shape, cleaned and cut") {
  const auto message = [](std::string_view body) {
    return http_failure(400, {}, body, kNow).message;
  };
  CHECK(message(R"({"error":"plain"})") == "plain");
  CHECK(message(R"({"detail":"not allowed"})") == "not allowed");
  CHECK(message(R"({"detail":[{"msg":"field required"},{"msg":"too short"}]})") ==
        "field required too short");
  CHECK(message(R"([{"error":{"message":"in a list"}}])") == "in a list");
  CHECK(message(R"({"error":{"message":"{\"error\":{\"message\":\"inner\"}}"}})") == "inner");
  CHECK(message("no JSON\x1B[31m at \xFF all") == "no JSON at \xEF\xBF\xBD all");
  CHECK(message(std::string(2000, 'x')).size() == 500);
  CHECK(message("<html><head><title>Sign in</title></head></html>") ==
        "A web page came instead of an answer: Sign in.");
}

TEST_CASE("only documents that report an error are error documents") {
  const auto is_error = [](std::string_view text) { return is_error_document(*parse_json(text)); };
  CHECK(is_error(R"({"error":{"message":"x"}})"));
  CHECK(is_error(R"({"error":"x"})"));
  CHECK(is_error(R"({"object":"error","message":"x"})"));
  CHECK(is_error(R"({"detail":"x"})"));
  CHECK(!is_error(R"({"error":null,"choices":[]})"));
  CHECK(!is_error(R"({"error":{},"choices":[]})"));
  CHECK(!is_error(R"({"choices":[{"message":{}}],"message":"x"})"));
  CHECK(!is_error("null"));
}

TEST_CASE("a failure inside a stream takes its number from the document") {
  const auto error =
      stream_failure(*parse_json(R"({"error":{"code":502,"message":"Bad gateway"}})"), {}, kNow);
  CHECK(error.kind == ModelErrorKind::kServer);
  CHECK(error.http_status == 502);
  CHECK(stream_failure(*parse_json(R"({"error":{"code":402,"message":"x"}})"), {}, kNow).kind ==
        ModelErrorKind::kBilling);
  CHECK(stream_text_failure("error: out of memory", {}, kNow).kind == ModelErrorKind::kBadResponse);
}

TEST_CASE("P-33 any failure has words that end, a cure, and a wait that can be") {
  const std::vector<std::string> parts = {"{",
                                          "}",
                                          "[",
                                          "]",
                                          "\"error\":",
                                          "\"message\":",
                                          "\"code\":",
                                          "1261",
                                          "429",
                                          ",",
                                          "\"",
                                          "null",
                                          "\"rate limit\"",
                                          "\"retry_after\":",
                                          "-5",
                                          "1e400",
                                          "\"7.7s\"",
                                          "<html>",
                                          "\"type\":\"error\"",
                                          "data: ",
                                          "\n",
                                          "\xFF",
                                          "\"context window\"",
                                          "\\u0000",
                                          "\"detail\":",
                                          "\"invalid_api_key\"",
                                          std::string(600, 'x'),
                                          "é",
                                          "\x1b[31m"};
  const std::uint64_t seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int run = 0; run < 10'000; ++run) {
    std::string body;
    for (std::uint64_t i = random() % 12; i > 0; --i) body += parts[random() % parts.size()];
    CAPTURE(body);
    const int status = static_cast<int>(300 + random() % 300);
    const ModelError error =
        random() % 2 == 0 ? http_failure(status, {}, body, {}) : stream_text_failure(body, {}, {});
    CHECK(error.message.size() <= 500);
    CHECK(is_utf8(error.message));
    CHECK(error.message.find('\x1b') == std::string::npos);
    const Error told = to_error(error, "p:m", 1);
    CHECK(!told.message.empty());
    CHECK(!told.cure.empty());
    if (error.retry_after)
      CHECK(
          (*error.retry_after >= Millis(0) && *error.retry_after <= std::chrono::hours(24 * 366)));
  }
}

}  // namespace
}  // namespace fm
