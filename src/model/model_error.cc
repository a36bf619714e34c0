#include "model/model_error.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace fm {
namespace {

struct Words {
  ModelErrorKind kind;
  std::string_view code;
  std::string_view message;  // after "The model X "
  std::string_view cure;
};

constexpr std::array kWords{
    Words{ModelErrorKind::kRateLimit, "model_rate_limit",
          "asks us to slow down and would not answer in time.",
          "Wait a while, then `folkmoot resume`."},
    Words{ModelErrorKind::kQuota, "model_quota", "says that the account's quota is used up.",
          "Raise the quota, then `folkmoot resume`; or take another model with --model."},
    Words{ModelErrorKind::kOverloaded, "model_overloaded", "is overloaded and would not answer.",
          "Wait a while, then `folkmoot resume`."},
    Words{ModelErrorKind::kServer, "model_server", "had a fault of its own.",
          "Wait a while, then `folkmoot resume`."},
    Words{ModelErrorKind::kTimeout, "model_timeout", "did not answer in time.",
          "Check that it is up, then `folkmoot resume`."},
    Words{ModelErrorKind::kNetwork, "model_network",
          "could not be reached, or the connection broke.",
          "Check the network, the address (`folkmoot models` shows it) and that the server runs; "
          "then "
          "`folkmoot resume`."},
    Words{ModelErrorKind::kAuth, "model_auth", "does not accept the key.",
          "Set the right key in the environment (`folkmoot models` names the variable), then "
          "`folkmoot resume`."},
    Words{ModelErrorKind::kPermission, "model_permission",
          "says that this key may not use this model.",
          "Set a key that may, then `folkmoot resume`; or take another model with --model."},
    Words{ModelErrorKind::kBilling, "model_billing", "wants a payment first.",
          "See to the account, then `folkmoot resume`; or take another model with --model."},
    Words{ModelErrorKind::kNotFound, "model_not_found", "is not known to the server.",
          "`folkmoot models --check` shows what answers; perhaps the base URL lacks its /v1. Once "
          "the "
          "server has the model, `folkmoot resume`."},
    Words{ModelErrorKind::kInvalidRequest, "model_invalid_request",
          "refused the request as not valid.",
          "Take another model with --model; if that does not help, report it."},
    Words{ModelErrorKind::kContextLength, "model_context_length",
          "cannot hold a discussion of this length.", "Take a model with a larger context."},
    Words{ModelErrorKind::kTooLarge, "model_too_large", "says that the request is too large.",
          "Take another model with --model."},
    Words{ModelErrorKind::kContentFilter, "model_content_filter", "refused the content.",
          "Put the topic in other words, or take another model."},
    Words{ModelErrorKind::kRefusal, "model_refusal", "refused to answer.",
          "Put it in other words, or take another model with --model."},
    Words{ModelErrorKind::kOutputLimit, "model_output_limit",
          "used up all it may say before the first word of its answer.",
          "Take another model with --model, or let it think less with `options:` of the provider."},
    Words{ModelErrorKind::kEmpty, "model_empty", "gave an empty answer.",
          "Take another model with --model."},
    Words{ModelErrorKind::kBadToolCall, "model_bad_tool_call",
          "sent a tool call that cannot be read.", "Take another model with --model."},
    Words{ModelErrorKind::kBadResponse, "model_bad_response", "sent an answer that cannot be read.",
          "Check that the base URL is a model server's, and `api:` its protocol; or take another "
          "model."},
    Words{ModelErrorKind::kCancelled, "model_cancelled", "was interrupted.", ""},
};

}  // namespace

std::string_view what_happened(ModelErrorKind kind) {
  const auto said = std::ranges::find(kWords, kind, &Words::kind);
  FM_CHECK(said != kWords.end(), "every kind of model error has words");
  return said->message;
}

Error to_error(const ModelError& error, const std::string& model, int attempts) {
  const auto said = std::ranges::find(kWords, error.kind, &Words::kind);
  std::string cause = error.message;
  if (error.http_status != 0)
    cause +=
        (cause.empty() ? "" : " ") + ("(HTTP status " + std::to_string(error.http_status)) + ")";
  if (attempts > 1) cause += " It was tried " + std::to_string(attempts) + " times.";
  return {std::string(said->code),
          "The model " + model + " " + std::string(what_happened(error.kind)), std::move(cause),
          error.cure.empty() ? std::string(said->cure) : error.cure};
}

}  // namespace fm
