#include "model/learned/learned_models.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/json.h"

namespace fm {
namespace {

constexpr std::int64_t kVersion = 1;
constexpr std::size_t kMostEntries = 1'000;
constexpr std::int64_t kMost = 1'000'000'000'000;
constexpr Millis kFresh = std::chrono::hours(24);  // younger than that it is not stamped anew

struct FieldName {
  std::string_view name;
  bool RefusedFields::* flag;
};
constexpr std::array kFields{
    FieldName{"temperature", &RefusedFields::temperature},
    FieldName{"max_tokens_name", &RefusedFields::max_tokens_name},
    FieldName{"stream_options", &RefusedFields::stream_options},
    FieldName{"include", &RefusedFields::include},
    FieldName{"schema", &RefusedFields::schema},
    FieldName{"cache_key", &RefusedFields::cache_key},
    FieldName{"cache_marks", &RefusedFields::cache_marks},
    FieldName{"system_role", &RefusedFields::system_role},
    FieldName{"tools", &RefusedFields::tools},
};

// In the order of the enumeration.
constexpr std::array<std::string_view, 4> kUnits{"requests", "tokens", "input_tokens",
                                                 "output_tokens"};

std::int64_t count_at(const Json& entry, std::string_view key) {
  return std::clamp<std::int64_t>(int_at(entry, key), 0, kMost);
}

JsonObject to_json(const LearnedModel& model) {
  JsonArray refused;
  for (const FieldName& field : kFields)
    if (model.refused.*field.flag) refused.emplace_back(field.name);
  JsonObject limits;
  for (const RateBucket& bucket : model.limits)
    if (bucket.limit) limits[kUnits[static_cast<std::size_t>(bucket.unit)]] = *bucket.limit;
  return {{"context_tokens", model.context_tokens},
          {"scale_percent", model.scale_percent},
          {"answered_bytes", model.answered_bytes},
          {"refused", std::move(refused)},
          {"limits", std::move(limits)}};
}

LearnedModel model_in(const Json& entry) {
  LearnedModel model{.context_tokens = count_at(entry, "context_tokens"),
                     .scale_percent = count_at(entry, "scale_percent"),
                     .answered_bytes = count_at(entry, "answered_bytes")};
  const auto refused = texts_at(entry, "refused");
  for (const FieldName& field : kFields)
    model.refused.*field.flag = std::ranges::find(refused, field.name) != refused.end();
  if (const Json* limits = find_at(entry, "limits"))
    for (std::size_t i = 0; i < kUnits.size(); ++i)
      if (const std::int64_t limit = count_at(*limits, kUnits[i]); limit > 0)
        model.limits.push_back(
            {.unit = static_cast<RateUnit>(i), .limit = limit, .remaining = {}, .reset = {}});
  return model;
}

}  // namespace

bool LearnedModels::is_old(const Entry& entry) const {
  const UtcMs now = clock_.now();
  return entry.at.value > now.value || entry.at.value + kKept.count() < now.value;
}

LearnedModel LearnedModels::find(const std::string& host, std::string_view model) const {
  const auto found = entries_.find({host, std::string(model)});
  return found == entries_.end() || is_old(found->second) ? LearnedModel() : found->second.model;
}

void LearnedModels::learn(const std::string& host, std::string_view model,
                          const std::function<void(LearnedModel&)>& change) {
  const LearnedModel before = find(host, model);
  LearnedModel after = before;
  change(after);
  const UtcMs now = clock_.now();
  Entry& entry = entries_[{host, std::string(model)}];
  // What is held up every day is not forgotten; nor is a file written for each call.
  const bool is_news = after != before || entry.at.value + kFresh.count() < now.value;
  if (!is_news) return;
  entry = {std::move(after), now};
  if (on_news) on_news();
}

std::string LearnedModels::text() const {
  JsonArray models;
  for (const auto& [key, entry] : entries_) {
    if (is_old(entry) || models.size() >= kMostEntries) continue;
    JsonObject one = to_json(entry.model);
    one["host"] = key.first;
    one["model"] = key.second;
    one["at"] = entry.at.value;
    models.push_back(std::move(one));
  }
  return canonical(JsonObject{{"learned", kVersion}, {"models", std::move(models)}}) + "\n";
}

void LearnedModels::read(std::string_view text) {
  const auto document = parse_json(text);
  if (!document || int_at(*document, "learned") != kVersion) return;
  const Json* models = find_at(*document, "models");
  if (models == nullptr || !models->is_array()) return;
  for (const Json& one : models->get_array()) {
    const std::string host(text_at(one, "host"));
    const std::string model(text_at(one, "model"));
    Entry entry{model_in(one), {int_at(one, "at")}};
    if (host.empty() || model.empty() || is_old(entry) || entries_.size() >= kMostEntries) continue;
    entries_.emplace(Key{host, model}, std::move(entry));
  }
}

}  // namespace fm
