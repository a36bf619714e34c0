#include "model/refused_fields.h"

#include <algorithm>
#include <array>
#include <string>

#include "reading/chars.h"

namespace fm {
namespace {

// A field that can be left out, by the names under which servers refuse it.
struct Refusable {
  bool RefusedFields::* flag;
  std::array<std::string_view, 4> names;
  bool (*is_asked)(const ModelRequest& request);
};

bool always(const ModelRequest&) { return true; }

constexpr std::array kRefusable{
    Refusable{
        &RefusedFields::temperature,
        {"temperature"},
        [](const ModelRequest& request) { return request.temperature_hundredths.has_value(); }},
    Refusable{&RefusedFields::max_tokens_name,
              {"max_tokens", "max_completion_tokens"},
              [](const ModelRequest& request) { return request.max_output_tokens > 0; }},
    Refusable{&RefusedFields::stream_options, {"stream_options", "include_usage"}, always},
    Refusable{
        &RefusedFields::include, {"include", "encrypted content", "encrypted_content"}, always},
    Refusable{&RefusedFields::schema,
              {"response_format", "json_schema", "responsejsonschema", "tool_choice"},
              [](const ModelRequest& request) { return request.schema.has_value(); }},
    Refusable{&RefusedFields::cache_key,
              {"prompt_cache_key"},
              [](const ModelRequest& request) { return !request.room.empty(); }},
    Refusable{&RefusedFields::cache_marks, {"cache_control"}, always},
};

// That a field is not wanted at all; "temperature must be at most 1" is about its value, but there
// the request does without it as well.
constexpr std::array<std::string_view, 21> kNotWanted{
    "unsupported",    "not supported",  "not support",
    "unknown",        "unrecognized",   "unrecognised",
    "not permitted",  "not allowed",    "deprecated",
    "extra inputs",   "extra fields",   "unexpected",
    "invalid field",  "no such field",  "cannot be used",
    "not applicable", "not compatible", "not available",
    "may only be",    "cannot both",    "is allowed for this model"};

bool is_word_char(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

// `name` as a word of its own: "include" is not in "included".
bool names_field(std::string_view text, std::string_view name) {
  for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const auto end = at + name.size();
    if ((at == 0 || !is_word_char(text[at - 1])) &&
        (end == text.size() || !is_word_char(text[end])))
      return true;
  }
  return false;
}

}  // namespace

std::optional<RefusedFields> newly_refused(const ModelError& error, const ModelRequest& request,
                                           const RefusedFields& known) {
  if (error.kind != ModelErrorKind::kInvalidRequest) return std::nullopt;
  const std::string words = ascii_lower(error.message);
  if (std::ranges::none_of(kNotWanted, [&](std::string_view say) { return words.contains(say); }))
    return std::nullopt;
  for (const Refusable& field : kRefusable) {
    if (known.*field.flag || !field.is_asked(request)) continue;
    const bool named = std::ranges::any_of(field.names, [&](std::string_view name) {
      return !name.empty() && names_field(words, name);
    });
    if (!named) continue;
    RefusedFields refused = known;
    refused.*field.flag = true;
    return refused;
  }
  return std::nullopt;
}

}  // namespace fm
