#include <fmt/format.h>

#include <array>

#include "test/fakes/fake_family.h"

namespace fm {
namespace {

// One kind of failure at each of the vendors.
struct FailureRow {
  ModelErrorKind kind;
  int status;  // at OpenAI and Ollama
  std::string_view openai_type;
  std::string_view openai_code;  // empty: null
  int anthropic_status;
  std::string_view anthropic_type;
  int gemini_code;
  std::string_view gemini_status;
  std::string_view words;
};

using enum ModelErrorKind;

constexpr std::array kRows{
    FailureRow{kRateLimit, 429, "requests", "rate_limit_exceeded", 429, "rate_limit_error", 429,
               "RESOURCE_EXHAUSTED", "Rate limit reached: too many requests."},
    FailureRow{kQuota, 429, "insufficient_quota", "insufficient_quota", 400,
               "invalid_request_error", 429, "RESOURCE_EXHAUSTED",
               "You exceeded your current quota, please check your plan and billing details."},
    FailureRow{kOverloaded, 503, "overloaded_error", "", 529, "overloaded_error", 503,
               "UNAVAILABLE", "The model is overloaded. Please try again later."},
    FailureRow{kServer, 500, "server_error", "", 500, "api_error", 500, "INTERNAL",
               "Internal server error"},
    FailureRow{kTimeout, 504, "server_error", "timeout", 504, "timeout_error", 504,
               "DEADLINE_EXCEEDED", "The request timed out."},
    FailureRow{kAuth, 401, "invalid_request_error", "invalid_api_key", 401, "authentication_error",
               401, "UNAUTHENTICATED", "The API key is not valid."},
    FailureRow{kPermission, 403, "invalid_request_error", "permission_denied", 403,
               "permission_error", 403, "PERMISSION_DENIED",
               "Your key has no permission to use this model."},
    FailureRow{kBilling, 402, "billing_error", "billing_error", 402, "billing_error", 402,
               "FAILED_PRECONDITION", "Payment is required: there is a billing problem."},
    FailureRow{kNotFound, 404, "invalid_request_error", "model_not_found", 404, "not_found_error",
               404, "NOT_FOUND", "model not found, try pulling it first"},
    FailureRow{kInvalidRequest, 400, "invalid_request_error", "", 400, "invalid_request_error", 400,
               "INVALID_ARGUMENT", "The request is not valid."},
    FailureRow{kContextLength, 400, "invalid_request_error", "context_length_exceeded", 400,
               "invalid_request_error", 400, "INVALID_ARGUMENT",
               "prompt is too long: 210000 tokens > 200000 maximum context length"},
    FailureRow{kTooLarge, 413, "invalid_request_error", "request_too_large", 413,
               "request_too_large", 413, "INVALID_ARGUMENT", "The request is too large."},
    FailureRow{kContentFilter, 400, "invalid_request_error", "content_policy_violation", 400,
               "invalid_request_error", 400, "INVALID_ARGUMENT",
               "Output blocked by content filtering policy"},
};

const FailureRow& row_of(ModelErrorKind kind) {
  for (const FailureRow& row : kRows)
    if (row.kind == kind) return row;
  return kRows[3];
}

Json text_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

}  // namespace

FakeFailure fake_failure(ApiFamily family, ModelErrorKind kind, std::string_view words) {
  const FailureRow& row = row_of(kind);
  if (words.empty()) words = row.words;
  switch (family) {
    case ApiFamily::kOpenAiChat:
    case ApiFamily::kOpenAiResponses: {
      const JsonObject error{{"message", words},
                             {"type", row.openai_type},
                             {"param", nullptr},
                             {"code", text_or_null(row.openai_code)}};
      const std::string body = canonical(JsonObject{{"error", error}});
      if (family == ApiFamily::kOpenAiChat) return {row.status, body, {.data = body}};
      const std::string_view code = row.openai_code.empty() ? row.openai_type : row.openai_code;
      return {row.status,
              body,
              {.name = "error",
               .data = canonical(JsonObject{{"type", "error"},
                                            {"sequence_number", 99},
                                            {"message", words},
                                            {"code", code},
                                            {"param", nullptr}})}};
    }
    case ApiFamily::kAnthropic: {
      std::string body = canonical(
          JsonObject{{"type", "error"},
                     {"error", JsonObject{{"type", row.anthropic_type}, {"message", words}}},
                     {"request_id", "req_fake"}});
      return {row.anthropic_status, body, {.name = "error", .data = body}};
    }
    case ApiFamily::kGemini: {
      const std::string body =
          canonical(JsonObject{{"error", JsonObject{{"code", row.gemini_code},
                                                    {"message", words},
                                                    {"status", row.gemini_status}}}});
      return {row.gemini_code, body, {.data = body}};
    }
    case ApiFamily::kOllama: {
      const std::string body = canonical(JsonObject{{"error", words}});
      return {row.status, body, {.data = body}};
    }
  }
  return {};
}

}  // namespace fm
