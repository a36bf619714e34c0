#include "model/failure/error_words.h"

#include <algorithm>
#include <span>

namespace fm {
namespace {

using Words = std::string_view;

constexpr Words kContentFilter[] = {"content_filter",
                                    "responsibleaipolicyviolation",
                                    "content_policy_violation",
                                    "content management policy",
                                    "content policy",
                                    "moderation",
                                    "was flagged",
                                    "flagged by",
                                    "safety system",
                                    "data_inspection_failed",
                                    "sensitive content",
                                    "prohibited_content",
                                    "content filtering",
                                    "safety filter",
                                    "for safety reasons",
                                    "prompt was blocked",
                                    "content was blocked",
                                    "content_blocked"};

// Only what cannot be waited out: "exhausted (e.g. check quota)" is a rate limit.
constexpr Words kQuota[] = {"insufficient_quota",
                            "exceeded your current quota",
                            "exceeded_current_quota",
                            "quota_exceeded",
                            "exceeded your monthly",
                            "specified api usage limits",
                            "specified workspace api usage limits",
                            "spend limit",
                            "spending limit"};

constexpr Words kBilling[] = {"insufficient balance",
                              "insufficient_balance",
                              "credit balance",
                              "billing_hard_limit",
                              "billing_not_active",
                              "billing_error",
                              "insufficient credits",
                              "insufficient_credits",
                              "payment required",
                              "payment_required",
                              "requires more credits",
                              "more credits",
                              "account is not active",
                              "arrears",
                              " top up"};

constexpr Words kRateLimit[] = {
    "rate limit",        "rate_limit",        "ratelimit",          "rate-limit",
    "too many requests", "too_many_requests", "too many tokens",    "throttl",
    "tokens per min",    "requests per min",  "resource_exhausted", "resource has been exhausted",
    "usage limit",       "please slow down",  "slow_down"};

constexpr Words kAuth[] = {"invalid_api_key",   "invalid api key", "incorrect api key",
                           "api key not valid", "api_key_invalid", "authentication_error",
                           "unauthenticated",   "unauthorized",    "invalid x-api-key",
                           "missing api key",   "no api key",      "no auth credentials"};

constexpr Words kOverloaded[] = {"overloaded",
                                 "server busy",
                                 "server is busy",
                                 "at capacity",
                                 "over capacity",
                                 "capacity_exceeded",
                                 "no capacity",
                                 "insufficient_system_resource",
                                 "service unavailable",
                                 "service_unavailable",
                                 "temporarily unavailable",
                                 " unavailable ",
                                 "pending requests exceeded",
                                 "no healthy upstream"};

constexpr Words kBadToolCall[] = {"tool_use_failed", "failed to call a function",
                                  "tool call validation failed", "failed_generation",
                                  "failed to parse tool call"};

constexpr Words kContextLength[] = {"context_length_exceeded",
                                    "exceed_context_size",
                                    "maximum context length",
                                    "model's context length",
                                    "maximum prompt length",
                                    "maximum allowed input length",
                                    "context window",
                                    "context size",
                                    "context limit",
                                    "greater than the context length",
                                    "exceeds the context",
                                    "exceeded max context",
                                    "max context length",
                                    "context_window",
                                    "prompt is too long",
                                    "prompt too long",
                                    "input is too long",
                                    "input too long",
                                    "reduce the length of the messages",
                                    "reduce the length of the prompt",
                                    "exceeded model token limit",
                                    "model token limit",
                                    "maximum number of tokens allowed",
                                    "input token count",
                                    "too many input tokens",
                                    "string_above_max_length",
                                    "prompt token count",
                                    "longer than the model",
                                    "context overflow",
                                    "model_max_prompt_tokens"};

constexpr Words kNotFound[] = {"model_not_found",      "not_found_error",
                               "model not found",      "unknown model",
                               "unknown_model",        "no such model",
                               "not a valid model",    "invalid model",
                               "model does not exist", "is not found for api version",
                               "try pulling it first"};

constexpr Words kTimeout[] = {"timeout_error", "timed out", "timeout", "deadline exceeded",
                              "deadline_exceeded"};
constexpr Words kPermission[] = {"permission_error", "permission denied",   "permission_denied",
                                 "forbidden",        "unsupported_country", "access denied"};
constexpr Words kTooLarge[] = {"request_too_large", "request too large", "payload too large",
                               "request entity too large", "body too large"};
constexpr Words kServer[] = {"server_error",          "api_error",
                             "internal error",        "internal_error",
                             "internal server error", "server had an error"};
constexpr Words kInvalidRequest[] = {"invalid_request",       "invalid request",
                                     "badrequesterror",       "bad_request",
                                     "invalid_argument",      "invalid-argument",
                                     "validation error",      "unsupported parameter",
                                     "unsupported_parameter", "extra inputs are not permitted"};

std::span<const Words> words_of(ModelErrorKind kind) {
  switch (kind) {
    case ModelErrorKind::kContentFilter:
      return kContentFilter;
    case ModelErrorKind::kQuota:
      return kQuota;
    case ModelErrorKind::kBilling:
      return kBilling;
    case ModelErrorKind::kRateLimit:
      return kRateLimit;
    case ModelErrorKind::kAuth:
      return kAuth;
    case ModelErrorKind::kOverloaded:
      return kOverloaded;
    case ModelErrorKind::kBadToolCall:
      return kBadToolCall;
    case ModelErrorKind::kContextLength:
      return kContextLength;
    case ModelErrorKind::kNotFound:
      return kNotFound;
    case ModelErrorKind::kTimeout:
      return kTimeout;
    case ModelErrorKind::kPermission:
      return kPermission;
    case ModelErrorKind::kTooLarge:
      return kTooLarge;
    case ModelErrorKind::kServer:
      return kServer;
    case ModelErrorKind::kInvalidRequest:
      return kInvalidRequest;
    case ModelErrorKind::kNetwork:
    case ModelErrorKind::kBadResponse:
    case ModelErrorKind::kCancelled:
      break;
  }
  return {};
}

}  // namespace

bool says_kind(std::string_view text, ModelErrorKind kind) {
  return std::ranges::any_of(words_of(kind),
                             [&](Words words) { return text.find(words) != text.npos; });
}

}  // namespace fm
