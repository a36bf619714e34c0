#include "model/failure/provider_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

#include "base/text.h"
#include "model/failure/error_facts.h"
#include "model/failure/failure_words.h"
#include "model/failure/retry_hint.h"
#include "net/url.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr std::size_t kMessageBytes = 500;

std::optional<ModelErrorKind> kind_of_status(int status) {
  switch (status) {
    case 401:
      return ModelErrorKind::kAuth;
    case 402:
      return ModelErrorKind::kBilling;
    case 403:
      return ModelErrorKind::kPermission;
    case 404:
      return ModelErrorKind::kNotFound;
    case 408:
    case 504:
    case 524:
      return ModelErrorKind::kTimeout;
    case 409:
      return ModelErrorKind::kServer;  // a lock that somebody else holds
    case 413:
      return ModelErrorKind::kTooLarge;
    case 429:
      return ModelErrorKind::kRateLimit;
    case 498:
    case 503:
    case 529:
      return ModelErrorKind::kOverloaded;
    default:
      break;
  }
  if (status >= 500) return ModelErrorKind::kServer;
  if (status >= 400) return ModelErrorKind::kInvalidRequest;
  return std::nullopt;
}

// The statuses that are clear, whatever the words are.
bool is_clear(int status) {
  constexpr std::array kClear{401, 402, 403, 404, 408, 503, 504, 524, 529};
  return std::ranges::find(kClear, status) != kClear.end();
}

// The number behind `lead`; 0: none.
std::int64_t number_behind(std::string_view words, std::string_view lead) {
  const std::size_t at = words.find(lead);
  if (at == words.npos) return 0;
  std::int64_t number = 0;
  for (const char c : words.substr(at + lead.size()).substr(0, 24)) {
    if (c == ',' || (c == ' ' && number == 0)) continue;
    if (!is_ascii_digit(c)) break;
    number = std::min<std::int64_t>(number * 10 + (c - '0'), 1'000'000'000'000);
  }
  return number;
}

// A rate limit that one call alone exceeds: no waiting helps.
bool asks_beyond_limit(std::string_view words) {
  const std::int64_t limit = number_behind(words, "limit ");
  return limit > 0 && number_behind(words, "requested ") > limit;
}

// `otherwise` is for a failure that says nothing we know.
ModelErrorKind judge(const ErrorFacts& facts, ModelErrorKind otherwise) {
  const std::string words = facts.codes + ascii_lower(std::string_view(facts.message));
  const auto says = [&](ModelErrorKind kind) { return failure_words().say(words, kind); };

  if (says(ModelErrorKind::kContentFilter)) return ModelErrorKind::kContentFilter;
  if (says(ModelErrorKind::kQuota) && !words.contains("resource_exhausted"))
    return ModelErrorKind::kQuota;
  if (says(ModelErrorKind::kBilling)) return ModelErrorKind::kBilling;
  if (failure_words().say_surely_context(words)) return ModelErrorKind::kContextLength;
  const bool is_rate = facts.status != 413 && says(ModelErrorKind::kRateLimit);
  if ((is_rate || facts.status == 429) && asks_beyond_limit(words))
    return ModelErrorKind::kTooLarge;
  if (is_rate) return ModelErrorKind::kRateLimit;
  if (facts.status == 429)
    return says(ModelErrorKind::kOverloaded) ? ModelErrorKind::kOverloaded
                                             : ModelErrorKind::kRateLimit;
  if (says(ModelErrorKind::kBadToolCall)) return ModelErrorKind::kBadToolCall;
  if (is_clear(facts.status)) return *kind_of_status(facts.status);
  for (const auto kind : {ModelErrorKind::kContextLength, ModelErrorKind::kAuth,
                          ModelErrorKind::kOverloaded, ModelErrorKind::kNotFound})
    if (says(kind)) return kind;
  // A bare 400 or 413 is how some servers refuse a prompt that is too long.
  if (words.empty() && (facts.status == 400 || facts.status == 413))
    return ModelErrorKind::kContextLength;
  if (const auto kind = kind_of_status(facts.status)) return *kind;
  for (const auto kind :
       {ModelErrorKind::kTimeout, ModelErrorKind::kPermission, ModelErrorKind::kTooLarge,
        ModelErrorKind::kServer, ModelErrorKind::kInvalidRequest})
    if (says(kind)) return kind;
  return otherwise;
}

ModelError make_error(const ErrorFacts& facts, ModelErrorKind otherwise, const HttpHeaders& headers,
                      const Json& document, UtcMs now) {
  ModelError error;
  error.kind = judge(facts, otherwise);
  error.http_status = facts.status;
  error.message = std::string(cut_bytes(clean(facts.message).text, kMessageBytes));
  if (is_retryable(error)) error.retry_after = retry_hint(headers, document, facts.message, now);
  return error;
}

// It is not followed: the key would go along to whoever is named.
ModelError redirect_failure(int status, const HttpHeaders& headers) {
  constexpr std::size_t kLongest = 200;
  ModelError error;
  error.kind = ModelErrorKind::kBadResponse;
  error.http_status = status;
  error.permanent = true;
  std::string to = without_login(header(headers, "location").value_or(""));
  to = cut_bytes(clean(to.substr(0, to.find_first_of("?#"))).text, kLongest);
  error.message = to.empty() ? "The server points elsewhere, and does not say where to."
                             : "The server points to " + to + ".";
  error.cure = "If that is the right server, write its address as the provider's base URL.";
  return error;
}

}  // namespace

bool is_error_document(const Json& document, bool is_answer) {
  if (const auto* list = document.if_array())
    return !list->empty() && is_error_document(list->front(), is_answer);
  const auto* object = document.if_object();
  if (object == nullptr) return false;
  if (const auto* error = object->if_contains("error"); error != nullptr && !error->is_null()) {
    if (const auto* inner = error->if_object()) return !inner->empty();
    if (const auto* words = error->if_string()) return !words->empty();
    return *error != Json(false);
  }
  if (text_at(document, "object") == "error" || text_at(document, "type") == "error") return true;
  return !is_answer && !object->contains("choices") &&
         (object->contains("detail") || !text_at(document, "message").empty());
}

bool is_web_page(std::string_view body) {
  const std::string start = ascii_lower(trim(body).substr(0, 16));
  return start.starts_with("<!doctype") || start.starts_with("<html") ||
         start.starts_with("<head") || start.starts_with("<?xml");
}

ModelError web_page_failure(int status, std::string_view body) {
  ModelError error;
  error.http_status = status;
  error.kind = kind_of_status(status).value_or(ModelErrorKind::kBadResponse);
  error.permanent = error.kind == ModelErrorKind::kBadResponse;
  const std::string title(cut_bytes(clean(page_title(to_utf8(body))).text, 100));
  error.message = title.empty() ? "A web page came instead of an answer."
                                : fmt::format("A web page came instead of an answer: {}.", title);
  return error;
}

ModelError http_failure(int status, const HttpHeaders& headers, std::string_view body, UtcMs now) {
  constexpr int kProxyWantsLogin = 407;
  if (status == kProxyWantsLogin) {
    ModelError error;
    error.kind = ModelErrorKind::kNetwork;
    error.message = "The proxy on the way wants a name and a password; set them in its address.";
    error.http_status = status;
    error.permanent = true;
    return error;
  }
  if (status >= 300 && status < 400) return redirect_failure(status, headers);
  if (is_web_page(body)) {
    ModelError error = web_page_failure(status, body);
    if (is_retryable(error)) error.retry_after = retry_hint(headers, nullptr, {}, now);
    return error;
  }
  ErrorFacts facts;
  facts.status = status;
  const auto document = parse_json(trim(body));
  if (document) {
    collect(facts, *document);
  } else {
    facts.message = to_utf8(trim(body));
  }
  return make_error(facts, ModelErrorKind::kBadResponse, headers, document ? *document : Json(),
                    now);
}

// When an answer breaks off after it began well, the server failed, unless it says otherwise.
ModelError stream_failure(const Json& document, const HttpHeaders& headers, UtcMs now) {
  ErrorFacts facts;
  collect(facts, document);
  if (facts.message.empty()) facts.message = canonical(document);
  return make_error(facts, ModelErrorKind::kServer, headers, document, now);
}

ModelError stream_text_failure(std::string_view text, const HttpHeaders& headers, UtcMs now) {
  ErrorFacts facts;
  collect(facts, Json(to_utf8(text)));
  return make_error(facts, ModelErrorKind::kBadResponse, headers, nullptr, now);
}

}  // namespace fm
