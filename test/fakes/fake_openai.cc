#include "test/fakes/fake_openai.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "test/fakes/fake_openai_reply.h"

namespace fm {
namespace {

FakeReply json_reply(int status, std::string body) {
  FakeReply reply;
  reply.status = status;
  reply.headers = {{"content-type", "application/json"}};
  reply.framing = FakeFraming::kLength;
  reply.pieces = std::make_shared<const std::vector<std::string>>(1, std::move(body));
  return reply;
}

std::string last_message(const Json& request) {
  const Json* messages = find_at(request, "messages");
  if (messages == nullptr || !messages->is_array() || messages->get_array().empty()) return {};
  return std::string(text_at(messages->get_array().back(), "content"));
}

bool has_all(std::string_view text, const std::vector<std::string>& words) {
  return std::ranges::all_of(words, [&](const auto& word) { return text.find(word) != text.npos; });
}

}  // namespace

struct FakeOpenAi::State {
  mutable std::mutex mutex;
  FakeScript script;
  FakeHttp* http = nullptr;
  std::vector<std::string> bodies;
  std::vector<std::string> authorizations;
  int number = 0;

  FakeReply respond(const FakeRequest& request) {
    if (request.target == "/ledger") return json_reply(200, ledger());
    if (request.target == "/v1/models")
      return json_reply(200, R"({"object":"list","data":[{"id":"fake-1","object":"model"}]})");
    if (request.target != "/v1/chat/completions")
      return json_reply(404, R"({"error":{"message":"No such path","code":"not_found"}})");
    const std::lock_guard lock(mutex);
    if (script.keep_bodies) bodies.push_back(request.body);
    authorizations.emplace_back(header(request.headers, "authorization").value_or(""));
    return choose(request.body);
  }

  FakeReply choose(std::string_view body) {
    static const FakeRule kFriendly{.text = "Hello from the fake model."};
    const auto request = parse_json(body);
    if (!request)
      return json_reply(400,
                        R"({"error":{"message":"The body is no JSON","code":"invalid_json"}})");
    const std::string model(text_at(*request, "model"));
    const std::string last = last_message(*request);
    for (FakeRule& rule : script.rules) {
      if (rule.times == 0 || (!rule.model.empty() && rule.model != model) ||
          !has_all(last, rule.last_has) || !has_all(body, rule.any_has))
        continue;
      if (rule.times > 0) --rule.times;
      return fake_openai_reply(rule, model, ++number);
    }
    return fake_openai_reply(kFriendly, model, ++number);
  }

  std::string ledger() const {
    const std::lock_guard lock(mutex);
    JsonArray requests;
    for (const std::string& body : bodies) {
      const auto json = parse_json(body);
      requests.push_back(json ? *json : Json(body));
    }
    const FakeHttp::Counts counts = http->counts();
    return canonical(JsonObject{{"requests", requests},
                                {"connections", counts.connections},
                                {"open", counts.open},
                                {"held", counts.requests - counts.finished - 1},  // but for this
                                {"abandoned", counts.abandoned}});
  }
};

FakeOpenAi::FakeOpenAi(FakeScript script) : state_(std::make_shared<State>()) {
  state_->script = std::move(script);
  // The first request may come before the pointer is set: it waits for the lock.
  const std::lock_guard lock(state_->mutex);
  http_ = std::make_unique<FakeHttp>(
      [state = state_](const FakeRequest& request) { return state->respond(request); });
  state_->http = http_.get();
}

FakeOpenAi::~FakeOpenAi() = default;

std::vector<std::string> FakeOpenAi::bodies() const {
  const std::lock_guard lock(state_->mutex);
  return state_->bodies;
}

std::vector<std::string> FakeOpenAi::authorizations() const {
  const std::lock_guard lock(state_->mutex);
  return state_->authorizations;
}

}  // namespace fm
