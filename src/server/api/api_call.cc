#include "server/api/api_call.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/sha256.h"
#include "base/text.h"
#include "server/session/random_hex.h"

namespace fm::server {
namespace {

constexpr std::size_t kMostKey = 200;

constexpr auto kLate = std::to_array<std::string_view>(
    {"gate_answered", "gate_changed", "room_quarantined", "endpoint_changed", "not_paused",
     "nothing_to_resume", "nothing_runs", "flow_not_running", "channel_unbound",
     "room_no_conversation", "flow_diverged", "nothing_to_forget", "plan_changed",
     "plan_not_open"});
constexpr auto kUnavailable = std::to_array<std::string_view>(
    {"store_in_use", "store_unreadable", "store_unwritable", "store_damaged", "owner_leaving",
     "owner_absent", "link_broken", "model_none", "sessions_unwritten", "sessions_unreadable"});

// What the request says, not its address, is not there.
constexpr auto kSaidWrong = std::to_array<std::string_view>(
    {"team_unknown", "agent_unknown", "model_unknown", "preset_unknown", "provider_unknown"});

}  // namespace

int status_of(const Error& error) {
  const std::string_view code = error.code;
  if (among(code, kLate)) return 409;
  if (among(code, kUnavailable)) return 503;
  if (among(code, kSaidWrong)) return 422;
  if (code.ends_with("_unknown") || code == "project_none") return 404;
  if (code == "internal_error" || code == "disk_full") return 500;
  return 422;
}

Error request_invalid(std::string why) {
  return {"request_invalid", "This request cannot be taken.", std::move(why),
          "The description of what can be asked is at /api/openapi.yaml."};
}

const std::string& ApiCall::path(std::string_view name) const {
  static const std::string kNone;
  const auto found = path_.find(name);
  return found == path_.end() ? kNone : found->second;
}

Result<JsonObject> ApiCall::body() const {
  if (request_.body.empty()) return JsonObject();
  auto json = parse_json(request_.body);
  if (!json) return std::unexpected(request_invalid(json.error().message));
  if (!json->is_object()) return std::unexpected(request_invalid("Its body is no JSON object."));
  return std::move(json->get_object());
}

Result<std::optional<std::int64_t>> ApiCall::number(std::string_view parameter) const {
  const std::string_view text = request_.parameter(parameter);
  if (text.empty()) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || value < 0)
    return std::unexpected(request_invalid("`" + std::string(parameter) + "` is no whole number."));
  return value;
}

Result<std::size_t> ApiCall::limit() const {
  constexpr std::int64_t kMost = 50;
  const std::int64_t wanted = TRY(number("limit")).value_or(kMost);
  if (wanted < 1 || wanted > kMost) return std::unexpected(request_invalid("`limit` is 1 to 50."));
  return static_cast<std::size_t>(wanted);
}

Result<PageWanted> ApiCall::page() const {
  return PageWanted{.cursor = std::string(request_.parameter("cursor")), .limit = TRY(limit())};
}

std::string ApiCall::key() const {
  const std::string_view key = request_.header("idempotency-key");
  if (key.empty()) return {};
  return "web-" + to_hex(sha256(who_.session + " " + std::string(key)));
}

Result<void> ApiCall::check_key() const {
  if (request_.header("idempotency-key").size() <= kMostKey) return {};
  return std::unexpected(request_invalid("The Idempotency-Key is over 200 bytes."));
}

std::string ApiCall::any_key() const {
  std::string of_client = key();
  return of_client.empty() ? "web-" + random_hex(16) : of_client;
}

void ApiCall::answer(int status, const JsonObject& object) { answer(json_answer(status, object)); }

void ApiCall::answer(HttpAnswer answer) { reply_->answer(std::move(answer)); }

void ApiCall::done() { answer(HttpAnswer{.status = 204}); }

void ApiCall::fail(const Error& error) { answer(problem(status_of(error), error)); }

}  // namespace fm::server
