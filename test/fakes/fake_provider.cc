#include "test/fakes/fake_provider.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "test/fakes/fake_family.h"
#include "test/fakes/fake_provider_reply.h"

namespace fm {
namespace {

constexpr std::string_view kCorpus = "/corpus/";

bool has_all(std::string_view text, const std::vector<std::string>& words) {
  return std::ranges::all_of(words, [&](const auto& word) { return text.find(word) != text.npos; });
}

// The last thing that was said, wherever the family keeps it.
std::string last_message(const Json& request) {
  for (const std::string_view key : {"messages", "input", "contents"}) {
    const Json* said = find_at(request, key);
    if (said == nullptr) continue;
    const auto* list = said->if_array();
    if (list == nullptr) return all_texts(*said);
    return list->empty() ? std::string() : all_texts(list->back());
  }
  return {};
}

std::string key_header(const HttpHeaders& headers) {
  for (const std::string_view name : {"authorization", "x-api-key", "x-goog-api-key", "api-key"})
    if (const auto value = header(headers, name)) return std::string(*value);
  return {};
}

// Which family is asked for what, by the path. Of Gemini the path says the rest too.
std::optional<FakeAsked> asked_by(std::string_view target) {
  const std::string_view path = target.substr(0, target.find('?'));
  if (path.ends_with("/chat/completions")) return FakeAsked{ApiFamily::kOpenAiChat};
  if (path.ends_with("/responses")) return FakeAsked{ApiFamily::kOpenAiResponses};
  if (path.ends_with("/messages")) return FakeAsked{ApiFamily::kAnthropic};
  if (path.ends_with("/api/chat")) return FakeAsked{ApiFamily::kOllama};
  constexpr std::string_view kModels = "/models/";
  const auto model = path.find(kModels);
  const auto verb = path.rfind(':');
  if (model == path.npos || verb == path.npos || verb < model) return std::nullopt;
  const std::string_view name = path.substr(verb + 1);
  if (name != "streamGenerateContent" && name != "generateContent") return std::nullopt;
  const bool streamed = name.starts_with("stream");
  return FakeAsked{ApiFamily::kGemini, streamed, streamed && target.find("alt=sse") == target.npos,
                   std::string(path.substr(model + kModels.size(), verb - model - kModels.size()))};
}

// What only the body tells.
void complete(FakeAsked& asked, const Json& body) {
  if (asked.family == ApiFamily::kGemini) return;
  asked.streamed = bool_at(body, "stream", asked.family == ApiFamily::kOllama);
  asked.model = text_at(body, "model");
}

std::optional<Json> model_list(const FakeRequest& request, const std::vector<std::string>& models) {
  const std::string_view path =
      std::string_view(request.target).substr(0, request.target.find('?'));
  JsonArray list;
  if (path.ends_with("/v1beta/models")) {
    for (const std::string& name : models)
      list.push_back(JsonObject{{"name", "models/" + name},
                                {"displayName", name},
                                {"inputTokenLimit", 100'000},
                                {"outputTokenLimit", 8'192},
                                {"supportedGenerationMethods", JsonArray{"generateContent"}}});
    return JsonObject{{"models", list}};
  }
  if (path.ends_with("/api/tags")) {
    for (const std::string& name : models)
      list.push_back(JsonObject{{"name", name}, {"model", name}, {"size", 1'000'000}});
    return JsonObject{{"models", list}};
  }
  if (!path.ends_with("/v1/models")) return std::nullopt;
  if (header(request.headers, "anthropic-version")) {
    for (const std::string& name : models)
      list.push_back(JsonObject{{"type", "model"},
                                {"id", name},
                                {"display_name", name},
                                {"created_at", "2026-02-02T00:00:00Z"}});
    return JsonObject{{"data", list}, {"has_more", false}};
  }
  for (const std::string& name : models)
    list.push_back(JsonObject{
        {"id", name}, {"object", "model"}, {"created", 1'770'000'000}, {"owned_by", "fake"}});
  return JsonObject{{"object", "list"}, {"data", list}};
}

FakeReply corpus_reply(const StreamCase& one) {
  FakeReply reply;
  reply.status = one.status();
  reply.headers = one.headers();
  // Ours are in their place.
  std::erase_if(reply.headers, [](const HttpHeader& header) {
    return is_one_of(header.name, {"transfer-encoding", "content-length", "connection"});
  });
  reply.pieces = std::make_shared<const std::vector<std::string>>(one.reads);
  reply.end = one.broken() ? FakeEnd::kReset : FakeEnd::kFinish;
  return reply;
}

}  // namespace

struct FakeProvider::State {
  mutable std::mutex mutex;
  FakeScript script;
  FakeHttp* http = nullptr;
  std::vector<std::string> bodies;
  std::vector<std::string> authorizations;
  int number = 0;

  FakeReply respond(const FakeRequest& request) {
    if (request.method == "GET") return look(request);
    auto asked = asked_by(request.target);
    if (!asked || request.method != "POST") return no_such_path();
    const std::lock_guard lock(mutex);
    if (request.target.starts_with(kCorpus)) return of_corpus(request.target);
    if (script.keep_bodies) bodies.push_back(request.body);
    authorizations.push_back(key_header(request.headers));
    const auto body = parse_json(request.body);
    if (!body)
      return fake_failure_reply(*asked, ModelErrorKind::kInvalidRequest, "The body is no JSON");
    complete(*asked, *body);
    const std::string complaint = fake_family(asked->family).complaint(request, *body);
    if (!complaint.empty())
      return fake_failure_reply(*asked, ModelErrorKind::kInvalidRequest, complaint);
    return fake_provider_reply(choose(*asked, request.body, *body), *asked, *body, ++number);
  }

  const FakeRule& choose(const FakeAsked& asked, std::string_view bytes, const Json& body) {
    static const FakeRule kFriendly{.text = "Hello from the fake model."};
    const std::string last = last_message(body);
    for (FakeRule& rule : script.rules) {
      if (rule.times == 0 || (!rule.model.empty() && rule.model != asked.model) ||
          !has_all(last, rule.last_has) || !has_all(bytes, rule.any_has))
        continue;
      if (rule.times > 0) --rule.times;
      return rule;
    }
    return kFriendly;
  }

  FakeReply of_corpus(std::string_view target) const {
    target.remove_prefix(kCorpus.size());
    const std::string_view id = target.substr(0, target.find('/'));
    const auto one = std::ranges::find(script.corpus, id, &StreamCase::id);
    return one == script.corpus.end() ? no_such_path() : corpus_reply(*one);
  }

  FakeReply look(const FakeRequest& request) const {
    if (request.target == "/ledger") return fake_json_reply(200, ledger());
    if (const auto list = model_list(request, script.models))
      return fake_json_reply(200, canonical(*list));
    return no_such_path();
  }

  static FakeReply no_such_path() {
    return fake_json_reply(404, R"({"error":{"message":"No such path","code":"not_found"}})");
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

FakeProvider::FakeProvider(FakeScript script) : state_(std::make_shared<State>()) {
  state_->script = std::move(script);
  // The first request may come before the pointer is set: it waits for the lock.
  const std::lock_guard lock(state_->mutex);
  http_ = std::make_unique<FakeHttp>(
      [state = state_](const FakeRequest& request) { return state->respond(request); });
  state_->http = http_.get();
}

FakeProvider::~FakeProvider() = default;

std::string FakeProvider::base_url(ApiFamily family, std::string_view corpus_id) const {
  std::string url = http_->url();
  if (!corpus_id.empty()) url += std::string(kCorpus) + std::string(corpus_id);
  const bool is_openai = family == ApiFamily::kOpenAiChat || family == ApiFamily::kOpenAiResponses;
  return is_openai ? url + "/v1" : url;
}

std::vector<std::string> FakeProvider::bodies() const {
  const std::lock_guard lock(state_->mutex);
  return state_->bodies;
}

std::vector<std::string> FakeProvider::authorizations() const {
  const std::lock_guard lock(state_->mutex);
  return state_->authorizations;
}

}  // namespace fm
