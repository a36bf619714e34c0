#include "model/model.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace fm {
namespace {

struct KindRow {
  ModelErrorKind kind;
  std::string_view name;
  bool retryable;
};

// In the order of the enumeration.
constexpr std::array kKinds{
    KindRow{ModelErrorKind::kRateLimit, "rate_limit", true},
    KindRow{ModelErrorKind::kQuota, "quota", false},
    KindRow{ModelErrorKind::kOverloaded, "overloaded", true},
    KindRow{ModelErrorKind::kServer, "server", true},
    KindRow{ModelErrorKind::kTimeout, "timeout", true},
    KindRow{ModelErrorKind::kNetwork, "network", true},
    KindRow{ModelErrorKind::kAuth, "auth", false},
    KindRow{ModelErrorKind::kPermission, "permission", false},
    KindRow{ModelErrorKind::kBilling, "billing", false},
    KindRow{ModelErrorKind::kNotFound, "not_found", false},
    KindRow{ModelErrorKind::kInvalidRequest, "invalid_request", false},
    KindRow{ModelErrorKind::kContextLength, "context_length", false},
    KindRow{ModelErrorKind::kTooLarge, "too_large", false},
    KindRow{ModelErrorKind::kContentFilter, "content_filter", false},
    KindRow{ModelErrorKind::kRefusal, "refusal", false},
    KindRow{ModelErrorKind::kOutputLimit, "output_limit", false},
    KindRow{ModelErrorKind::kEmpty, "empty", false},
    KindRow{ModelErrorKind::kBadToolCall, "bad_tool_call", true},
    KindRow{ModelErrorKind::kBadResponse, "bad_response", true},
    KindRow{ModelErrorKind::kCancelled, "cancelled", false},
};

constexpr const KindRow& row(ModelErrorKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
static_assert([] {
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    if (static_cast<std::size_t>(kKinds[i].kind) != i) return false;
  return kKinds.size() == static_cast<std::size_t>(ModelErrorKind::kCancelled) + 1;
}());

bool is_provider_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// Printable ASCII without the space, or any byte of a longer character.
bool is_model_character(char c) { return static_cast<unsigned char>(c) > ' ' && c != 0x7F; }

}  // namespace

Usage Usage::sane() const {
  const auto count = [](std::int64_t number) { return std::max<std::int64_t>(number, 0); };
  Usage usage{.input = count(input),
              .output = count(output),
              .reasoning = count(reasoning),
              .beside = std::min(count(beside), count(reasoning))};
  usage.cached = std::min(count(cached), usage.input);
  usage.cache_write = std::min(count(cache_write), usage.input - usage.cached);
  usage.reasoning = std::min(usage.reasoning, capped_sum(usage.output, usage.beside));
  return usage;
}

bool is_cut(Finish finish) {
  switch (finish) {
    case Finish::kLength:
    case Finish::kContextWindow:
    case Finish::kContentFilter:
    case Finish::kRefusal:
    case Finish::kPause:
      return true;
    case Finish::kStop:
    case Finish::kToolCalls:
    case Finish::kUnknown:
      break;
  }
  return false;
}

std::string_view to_string(ModelErrorKind kind) { return row(kind).name; }
bool is_retryable(ModelErrorKind kind) { return row(kind).retryable; }
bool is_retryable(const ModelError& error) { return is_retryable(error.kind) && !error.permanent; }

std::string to_string(const ModelName& name) {
  return name.model.empty() ? name.provider : name.provider + ":" + name.model;
}

Result<ModelName> parse_model_name(std::string_view text) {
  text = trim(text);
  const std::size_t colon = text.find(':');
  ModelName name{std::string(text.substr(0, colon)),
                 colon == std::string_view::npos ? "" : std::string(text.substr(colon + 1))};
  const bool whole = colon == std::string_view::npos || !name.model.empty();
  if (whole && !name.provider.empty() && text.size() <= 200 && is_utf8(text) &&
      std::ranges::all_of(name.provider, is_provider_character) &&
      std::ranges::all_of(name.model, is_model_character))
    return name;
  return fail("model_name_invalid",
              "\"" + std::string(cut_bytes(clean(text).text, 60)) + "\" is no model's name.",
              "A name is the provider, a colon and the provider's own name for the model.",
              "Write for example openai:gpt-5, or rehearsal to try without a model.");
}

}  // namespace fm
