#include "model/provider/provider_fields.h"

#include <algorithm>
#include <array>
#include <utility>

#include "net/url.h"

namespace fm {
namespace {

constexpr const char* kCode = "config_invalid";

constexpr std::array<std::pair<std::string_view, KeyHeader>, 4> kKeyHeaders{{
    {"bearer", KeyHeader::kBearer},
    {"api-key", KeyHeader::kApiKey},
    {"x-api-key", KeyHeader::kXApiKey},
    {"x-goog-api-key", KeyHeader::kXGoogApiKey},
}};

// As the family's own servers want it; a dialect may say otherwise.
KeyHeader usual_key_header(ApiFamily family) {
  switch (family) {
    case ApiFamily::kAnthropic:
      return KeyHeader::kXApiKey;
    case ApiFamily::kGemini:
      return KeyHeader::kXGoogApiKey;
    default:
      return KeyHeader::kBearer;
  }
}

// A number stays the text that was written (base/yaml/yaml.h); on the wire it is one.
Json wire_value(const Json& value) {
  if (value.is_string()) {
    const std::string_view text = value.get_string();
    const bool may_be_number =
        !text.empty() && text.find_first_not_of("0123456789.+-eE") == text.npos;
    if (may_be_number)
      if (auto number = parse_json(text); number && number->is_number()) return *number;
    return value;
  }
  if (value.is_object()) {
    JsonObject out;
    for (const auto& member : value.get_object()) out[member.key()] = wire_value(member.value());
    return out;
  }
  if (value.is_array()) {
    JsonArray out;
    for (const Json& item : value.get_array()) out.push_back(wire_value(item));
    return out;
  }
  return value;
}

// Headers that say how this very request is sent: a wrong one breaks each of them.
bool is_of_the_way(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"content-length", "transfer-encoding", "content-encoding", "connection", "keep-alive",
       "proxy-connection", "upgrade", "expect", "te", "trailer"});
  return std::ranges::find(kNames, lower_ascii(name)) != kNames.end();
}

class Reader {
 public:
  Reader(const YamlDocument& document, std::vector<Error>& faults)
      : document_(document), faults_(faults) {}

  Fields section(Fields& of, std::string_view key) const {
    return Fields(document_, of.child(key), kCode, faults_);
  }

  void headers(Fields& of, Provider& provider) const {
    Fields fields = section(of, "headers");
    for (const auto& member : fields.object()) {
      const std::string name(member.key());
      const std::string value = fields.text(name);
      if (is_of_the_way(name))
        fields.fault_key(name, "This header is the program's own.",
                         "Leave it out: how a request is sent is settled for each one.");
      else if (name.find_first_of(" :\r\n") != name.npos ||
               value.find_first_of("\r\n") != value.npos)
        fields.fault_key(name, "This cannot be a header.", "Write `Name: value` on one line.");
      else
        provider.headers.push_back({name, value});
    }
  }

  void options(Fields& of, Provider& provider) const {
    Fields fields = section(of, "options");
    for (const auto& member : fields.object())
      provider.options[member.key()] = wire_value(member.value());
  }

  void dialect(Fields& of, Dialect& dialect) const {
    Fields fields = section(of, "dialect");
    if (const std::string name = fields.text("key_header"); !name.empty()) {
      const auto row =
          std::ranges::find(kKeyHeaders, name, &std::pair<std::string_view, KeyHeader>::first);
      if (row == kKeyHeaders.end())
        fields.fault("key_header", "No key is sent as `" + name + "`.",
                     "One of these is meant: bearer, api-key, x-api-key, x-goog-api-key.");
      else
        dialect.key_header = row->second;
    }
    if (fields.has("query")) dialect.query = fields.text("query");
    if (fields.has("max_tokens")) {
      dialect.max_tokens = fields.text("max_tokens");
      if (dialect.max_tokens.empty())
        fields.fault("max_tokens", "The field's name is empty.", "Write max_completion_tokens.");
    }
    const auto flag = [&](std::string_view key, bool& into) {
      into = fields.flag(key).value_or(into);
    };
    flag("usage_in_stream", dialect.usage_in_stream);
    flag("reasoning_back", dialect.reasoning_back);
    flag("cache_key", dialect.cache_key);
    flag("cache_marks", dialect.cache_marks);
    fields.refuse_unknown();
  }

  void timeouts(Fields& of, HttpTimeouts& timeouts) const {
    Fields fields = section(of, "timeouts");
    const auto seconds = [&](std::string_view key) -> std::optional<Millis> {
      const auto value = fields.decimal(key, {3, 1, 86'400'000});
      return value ? std::optional(Millis(*value)) : std::nullopt;
    };
    timeouts.connect = seconds("connect").value_or(timeouts.connect);
    timeouts.first_byte = seconds("first_byte").value_or(timeouts.first_byte);
    timeouts.between_bytes = seconds("between_bytes").value_or(timeouts.between_bytes);
    if (const auto total = seconds("total")) timeouts.total = total;
    fields.refuse_unknown();
  }

  void limits(Fields& of, RateCaps& caps) const {
    constexpr int kMost = 1'000'000'000;
    Fields fields = section(of, "limits");
    if (const auto value = fields.integer("requests_per_minute", 1, kMost))
      caps.requests_per_minute = value;
    if (const auto value = fields.integer("tokens_per_minute", 1, kMost))
      caps.tokens_per_minute = value;
    if (const auto value = fields.integer("concurrent", 1, kMost)) caps.concurrent = value;
    fields.refuse_unknown();
  }

  void api(Fields& fields, Provider& provider) const {
    const std::string name = fields.text("api");
    if (name.empty()) return;
    if (const auto family = api_family(name)) {
      provider.api = *family;
      provider.dialect.key_header = usual_key_header(*family);
    } else {
      fields.fault(
          "api", "There is no protocol `" + name + "`.",
          suggest(name, {"openai_chat", "openai_responses", "anthropic", "gemini", "ollama"}));
    }
  }

 private:
  const YamlDocument& document_;
  std::vector<Error>& faults_;
};

}  // namespace

void read_provider_fields(Fields& fields, const YamlDocument& document, Provider& provider,
                          std::vector<Error>& faults) {
  const Reader reader(document, faults);
  reader.api(fields, provider);
  if (const std::string url = fields.text("base_url"); !url.empty()) provider.base_url = url;
  provider.needs_key = fields.flag("needs_key").value_or(provider.needs_key);
  reader.headers(fields, provider);
  reader.options(fields, provider);
  reader.dialect(fields, provider.dialect);
  reader.timeouts(fields, provider.timeouts);
  reader.limits(fields, provider.caps);
  if (auto models = fields.texts("default_models"); !models.empty())
    provider.default_models = std::move(models);
}

}  // namespace fm
