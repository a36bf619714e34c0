// Fields of an object under the names that models give them.
//
// Names are compared squashed (chars.h): "Overall Score", overall_score and overallScore are one.
// Nothing here copies or changes a value but field_text() and texts_of(), which clean text of what
// could steer a terminal. Pointers are into the object.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace fm {

using FieldNames = std::span<const std::string_view>;

// The first name that the object has wins; null when it has none of them.
const Json* find_field(const JsonObject& object, FieldNames names);
bool is_one_of(std::string_view key, FieldNames names);  // squashed

// A string, cleaned and trimmed; a number as it is written; nothing for anything else.
std::optional<std::string> plain_text(const Json& value);

// As plain_text(), and a list of texts as lines.
std::optional<std::string> lines_text(const Json& value);

// A list of texts; a single text is split at commas or semicolons only if `split` says so.
enum class Split { kNo, kAtCommas };
std::vector<std::string> texts_of(const Json& value, Split split);

// Every double as the text of its shortest form, because an event holds none (E-5).
Json without_doubles(const Json& value);

// What was left in the format of a prompt: "<agent-id>", "...", "{{title}}", "a | b | c", "string".
bool is_placeholder(std::string_view text);

// Words that say that what follows replaces what came before ("Actually, ...", "final version").
enum class Follows { kMore, kCorrection, kFinal };
Follows what_follows(std::string_view between);

}  // namespace fm
