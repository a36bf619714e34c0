#include "model/failure/stated_context.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "model/failure/provider_error.h"

namespace fm {
namespace {

std::int64_t size_in(std::string_view words) { return stated_context(words).value_or(0); }

TEST_CASE("P-25 a refusal tells how much the model holds, in each provider's words") {
  CHECK(size_in("This model's maximum context length is 8192 tokens. However, you requested 9000 "
                "tokens (8500 in the messages, 500 in the completion).") == 8'192);
  CHECK(size_in("prompt is too long: 210000 tokens > 200000 maximum") == 200'000);
  CHECK(size_in("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, "
                "decrease input length") == 200'000);
  CHECK(size_in("The input token count (1200000) exceeds the maximum number of tokens allowed "
                "(1048576).") == 1'048'576);
  CHECK(size_in("the request exceeds the available context size (4096 tokens)") == 4'096);
  CHECK(size_in("exceeds the maximum allowed input length of 131,072 tokens") == 131'072);
  CHECK(size_in("This model's maximum prompt length is 131072 but the request contains 140000") ==
        131'072);
  CHECK(size_in("exceeds the limit of 64000") == 64'000);
}

TEST_CASE("words without a size tell nothing, and neither does the prompt's own") {
  for (const char* words :
       {"", "context window exceeded", "prompt too long; exceeded max context length by 12 tokens",
        "maximum context length is many tokens", "the prompt has 9000 tokens", "> maximum",
        "maximum context length is 99999999999999999999"})
    CHECK_MESSAGE(size_in(words) == 0, words);
}

TEST_CASE("P-25 an overflow is understood in other servers' words, with the size they name") {
  struct Row {
    int status;
    std::string body;
    std::int64_t size;
  };
  const std::vector<Row> rows = {
      {400,
       R"({"error":"Trying to keep the first 17000 tokens when context the overflows. However, )"
       R"(the model is loaded with context length of only 16000 tokens"})",
       16'000},
      {400, R"({"error":{"code":"1261","message":"Prompt exceeds max length"}})", 0},
      {400, R"({"error":{"code":1261,"message":"..."}})", 0},
      {400, R"({"error":{"message":"Range of input length should be [1, 16000]"}})", 16'000},
      {422,
       R"({"error":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= )"
       R"(16000. Given: 17000 `inputs` tokens and 512 `max_new_tokens`"})",
       16'000},
      {413,
       R"({"error":{"code":"tokens_limit_reached","message":"Request body too large for x )"
       R"(model. Max size: 8000 tokens."}})",
       8'000},
      {400,
       R"({"message":"too many tokens: total number of tokens in the prompt cannot exceed )"
       R"(16000 - received 17000. Try using a shorter prompt."})",
       16'000},
      {400,
       R"({"message":"too many tokens: the total number of tokens in the prompt exceeds the )"
       R"(limit of 4081."})",
       4'081},
      {400,
       R"({"object":"error","message":"The decoder prompt (length 20000) is longer than the )"
       R"(maximum model length of 16384."})",
       16'384},
      {422, R"({"error":"`inputs` must have less than 4096 tokens. Given: 5000"})", 4'096},
      {400,
       R"({"message":"expected maxLength: 20000, actual: 300000, please reformat your input )"
       R"(and try again"})",
       0},
      {400, R"({"error":{"message":"输入过长"}})", 0},
      {400, R"({"error":{"message":"The input exceeds the max sequence length of 8192"}})", 8'192},
      {400, R"({"error":{"message":"litellm.ContextWindowExceededError: too long"}})", 0},
      {400, R"({"error":{"message":"提示词过长"}})", 0},
      {500,
       R"({"error":{"message":"context shift is disabled; the prompt is larger than the slot"}})",
       0},
      {500, R"({"error":"prompt has too many tokens for this server"})", 0},
      {400, "", 0}};
  for (const Row& row : rows) {
    CAPTURE(row.body);
    const ModelError error = http_failure(row.status, {}, row.body, {});
    CHECK(to_string(error.kind) == "context_length");
    CHECK(size_in(error.message) == row.size);
  }
}

TEST_CASE("P-25 what only sounds like an overflow is none") {
  for (const auto& [status, body] :
       {std::pair<int, std::string>{429, R"({"error":"too many tokens, please wait a minute"})"},
        {429, R"({"error":"Limit 30000 tokens per min, requested 40000"})"},
        {429, R"({"error":"Request too large: Limit 6000, Requested 9000"})"},
        {400, R"({"error":"temperature must be <= 2"})"},
        {400, R"({"error":{"message":"max_tokens is too large: 99999"}})"},
        {413, "<html><title>413 Request Entity Too Large</title></html>"},
        {401, R"({"error":"invalid api key, see the context window docs"})"}}) {
    CAPTURE(body);
    CHECK(http_failure(status, {}, body, {}).kind != ModelErrorKind::kContextLength);
  }
}

TEST_CASE("P-33 a call that alone exceeds a limit by the minute is not waited for") {
  const auto kind = [](const char* words) {
    const ModelError error =
        http_failure(429, {}, canonical(JsonObject{{"error", JsonObject{{"message", words}}}}), {});
    return std::string(to_string(error.kind));
  };
  CHECK(kind("Request too large for m1 on tokens per min (TPM): Limit 6000, Requested 9000. The "
             "input or output tokens must be reduced in order to run successfully.") ==
        "too_large");
  CHECK(kind("Limit 6,000, requested 9,000") == "too_large");
  CHECK(!is_retryable(ModelErrorKind::kTooLarge));
  CHECK(kind("Rate limit reached for m1 on tokens per min (TPM): Limit 6000, Used 5000, Requested "
             "1500. Please try again in 5s.") == "rate_limit");
  CHECK(kind("Limit 30000 tokens per min") == "rate_limit");
}

TEST_CASE("P-25 a refusal of what is longer than all that was answered is for its length") {
  const auto refused = [](int status, ModelErrorKind kind) {
    ModelError error;
    error.kind = kind;
    error.http_status = status;
    return error;
  };
  const ModelError bad = refused(400, ModelErrorKind::kInvalidRequest);
  CHECK(is_refused_for_length(bad, 60'000, 40'000));
  CHECK(is_refused_for_length(refused(413, ModelErrorKind::kTooLarge), 60'000, 40'000));
  CHECK(is_refused_for_length(refused(422, ModelErrorKind::kInvalidRequest), 60'000, 40'000));
  CHECK(!is_refused_for_length(bad, 60'000, 0));       // nothing was answered yet
  CHECK(!is_refused_for_length(bad, 60'000, 70'000));  // a longer one was
  CHECK(is_refused_for_length(bad, 12'000, 9'600));
  CHECK(!is_refused_for_length(bad, 7'000, 4'000));  // it is short
  CHECK(!is_refused_for_length(refused(401, ModelErrorKind::kAuth), 60'000, 40'000));
  CHECK(!is_refused_for_length(refused(500, ModelErrorKind::kServer), 60'000, 40'000));
}

}  // namespace
}  // namespace fm
