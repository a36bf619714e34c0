#include "model/failure/refused_fields.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "reading/json/chars.h"

namespace fm {
namespace {

using Words = std::string_view;

constexpr std::array<Words, 1> kTemperature{"temperature"};
constexpr std::array<Words, 2> kMaxTokens{"max_tokens", "max_completion_tokens"};
constexpr std::array<Words, 2> kStreamOptions{"stream_options", "include_usage"};
// The bare word is English too: "valid values include ...".
constexpr std::array<Words, 7> kInclude{
    "'include'",          "`include`",         "\"include\"",      "body.include",
    "parameter: include", "encrypted content", "encrypted_content"};
constexpr std::array<Words, 16> kSchema{
    "response_format",    "response format",    "json_schema",          "json schema",
    "json mode",          "text.format",        "tool_choice",          "structured output",
    "structured outputs", "responsejsonschema", "response_json_schema", "responsemimetype",
    "response_mime_type", "response mime type", "response_schema",      "chatrequest.format"};
constexpr std::array<Words, 10> kSystemRole{"developer instruction",
                                            "unknown role: system",
                                            "system role",
                                            "system message",
                                            "system prompt",
                                            "'system'",
                                            "\"system\"",
                                            "role: system",
                                            "role of system",
                                            "`system`"};
// Of templates, whole: they name no field, and fail with any status.
constexpr std::array<Words, 5> kTemplate{"roles must alternate", "only user and assistant roles",
                                         "only user, assistant", "only supports user and assistant",
                                         "system role not supported"};
// Of servers whose model has no tools, whole: some name no field, and some say so as "not found".
constexpr std::array<Words, 14> kTools{"support tools",
                                       "support tool",
                                       "support function call",
                                       "tools param requires",
                                       "tool choice requires",
                                       "tool calling is not supported",
                                       "tool use is not supported",
                                       "tools are not supported",
                                       "tools is not supported",
                                       "function calling is not supported",
                                       "function calling is not enabled",
                                       "unknown field \"tools\"",
                                       "unsupported parameter: 'tools'",
                                       "unrecognized request argument supplied: tools"};
// Lists of the roles that are right (FastAPI's, pydantic's): the system's is not among them.
constexpr std::array<Words, 4> kRoleLists{"should be 'user'", "should be 'assistant'",
                                          "expected 'user'", "expected 'assistant'"};
constexpr std::array<Words, 1> kCacheKey{"prompt_cache_key"};
constexpr std::array<Words, 1> kCacheMarks{"cache_control"};

// That a field is not wanted at all.
constexpr std::array<Words, 37> kNotWanted{
    "unsupported",     "not supported",   "not support",     "n't support",    "unknown",
    "unrecognized",    "unrecognised",    "not recognized",  "not recognised", "not permitted",
    "not allowed",     "n't allowed",     "deprecated",      "no longer",      "removed",
    "extra inputs",    "extra fields",    "extra_forbidden", "unexpected",     "invalid field",
    "invalid param",   "not a valid",     "not valid",       "no such field",  "cannot be used",
    "can't be used",   "not applicable",  "not compatible",  "incompatible",   "not available",
    "unavailable",     "not enabled",     "may not be",      "not accept",     "n't accept",
    "not implemented", "cannot unmarshal"};

// That a field's value is not wanted. A request does without a temperature as well; another limit
// of tokens would be another question.
constexpr std::array<Words, 11> kOtherValue{"may only be",  "must be",          "can only be",
                                            "should be",    "only 1 is",        "is allowed for",
                                            "cannot both",  "only the default", "only support",
                                            "out of range", "must not be"};

// What follows these is what would be right: "unknown field `x`, expected one of `temperature`".
constexpr std::array<Words, 14> kRightOnes{
    "expected one of",    " supported parameters", " supported fields", " valid parameters",
    " valid fields",      " valid options",        " valid values",     " allowed parameters",
    " allowed fields",    " allowed values",       " accepted ",        " permitted parameters",
    " available options", "did you mean"};

constexpr std::size_t kNear = 100;  // bytes between a field and what is said of it

bool always(const ModelRequest&) { return true; }

// A field that can be left out, by the names under which servers refuse it.
struct Refusable {
  bool RefusedFields::* flag;
  std::span<const Words> names;
  bool (*is_asked)(const ModelRequest& request);
  bool any_value = false;  // whether its value's refusal is its own
};

constexpr std::array kRefusable{
    Refusable{
        &RefusedFields::temperature, kTemperature,
        [](const ModelRequest& request) { return request.temperature_hundredths.has_value(); },
        true},
    Refusable{&RefusedFields::max_tokens_name, kMaxTokens,
              [](const ModelRequest& request) { return request.max_output_tokens > 0; }},
    Refusable{&RefusedFields::stream_options, kStreamOptions, always},
    Refusable{&RefusedFields::include, kInclude, always},
    Refusable{&RefusedFields::schema, kSchema,
              [](const ModelRequest& request) { return request.schema.has_value(); }},
    Refusable{&RefusedFields::cache_key, kCacheKey,
              [](const ModelRequest& request) { return !request.room.empty(); }},
    Refusable{&RefusedFields::cache_marks, kCacheMarks, always},
    Refusable{&RefusedFields::system_role, kSystemRole, always},
};

bool is_word_char(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

bool says_any(std::string_view text, std::span<const Words> sayings) {
  return std::ranges::any_of(sayings, [&](Words saying) { return text.contains(saying); });
}

// Where `field` is refused under `name`, as a word of its own, or npos. Its refusal stands near it:
// servers tell whole requests in their errors.
std::size_t refused_at(std::string_view text, const Refusable& field, Words name) {
  for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const auto end = at + name.size();
    if (at > 0 && is_word_char(text[at - 1]) && is_word_char(name.front())) continue;
    if (end < text.size() && is_word_char(text[end]) && is_word_char(name.back())) continue;
    const auto from = at - std::min(at, kNear);
    const auto around = text.substr(from, end - from + kNear);
    if (says_any(around, kNotWanted) || (field.any_value && says_any(around, kOtherValue)))
      return at;
  }
  return text.npos;
}

}  // namespace

std::optional<RefusedFields> newly_refused(const ModelError& error, const ModelRequest& request,
                                           const RefusedFields& known) {
  const std::string lower = ascii_lower(error.message);
  const bool may_be_template =
      error.kind == ModelErrorKind::kInvalidRequest || error.kind == ModelErrorKind::kServer;
  const bool lacks_system = says_any(lower, kRoleLists) && !lower.contains("system");
  if (may_be_template && !known.system_role && (says_any(lower, kTemplate) || lacks_system)) {
    RefusedFields more = known;
    more.system_role = true;
    return more;
  }
  if (!request.tools.empty() && !known.tools && says_any(lower, kTools) &&
      (may_be_template || error.kind == ModelErrorKind::kNotFound)) {
    RefusedFields more = known;
    more.tools = true;
    return more;
  }
  if (error.kind != ModelErrorKind::kInvalidRequest) return std::nullopt;
  std::string_view words = lower;
  for (const Words lead : kRightOnes) words = words.substr(0, words.find(lead));

  const Refusable* refused = nullptr;  // the one that is named first
  std::size_t first = words.npos;
  for (const Refusable& field : kRefusable) {
    if (known.*field.flag || !field.is_asked(request)) continue;
    for (const Words name : field.names) {
      const std::size_t at = refused_at(words, field, name);
      if (at >= first) continue;
      first = at;
      refused = &field;
    }
  }
  if (refused == nullptr) return std::nullopt;
  RefusedFields more = known;
  more.*refused->flag = true;
  return more;
}

}  // namespace fm
