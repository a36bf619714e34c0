// Names and arguments of tool calls (tool_call.h).
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "reading/json/find.h"
#include "reading/json/names.h"
#include "reading/tools/tool_call.h"

namespace fm {
namespace {

std::string_view view(const boost::json::string& text) { return {text.data(), text.size()}; }
std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

bool has_type(const Json& value, std::string_view type) {
  if (type == "string") return value.is_string();
  if (type == "integer") {
    return value.is_int64() || value.is_uint64() ||
           (value.is_double() && std::floor(value.get_double()) == value.get_double());
  }
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_bool();
  if (type == "array") return value.is_array();
  if (type == "object") return value.is_object();
  return true;
}

// The value in the wanted type where there is one certain way; false where there is none.
bool bring_to(Json& value, std::string_view type) {
  if (has_type(value, type)) {
    constexpr double kExact = 9'007'199'254'740'992;  // up to here a double holds every integer
    if (type == "integer" && value.is_double() && std::abs(value.get_double()) <= kExact) {
      value = static_cast<std::int64_t>(value.get_double());
    }
    return true;
  }
  if (value.is_null()) return true;  // an optional parameter that is not given
  if (type == "string") {
    if (!value.is_number() && !value.is_bool()) return false;
    value = Json(std::string_view(canonical(value)));
    return true;
  }
  if (!value.is_string()) return false;
  const std::string text = ascii_lower(trim(view(value.get_string())));
  auto parsed = parse_json(type == "array" || type == "object" ? trim(view(value.get_string()))
                                                               : std::string_view(text));
  if (!parsed || !has_type(*parsed, type)) return false;
  value = std::move(*parsed);
  return true;
}

// ```json {...} ```: what stands in a fence that is all of the text.
std::string_view without_fence(std::string_view text) {
  if (!text.starts_with("```") || !text.ends_with("```") || text.size() < 7) return text;
  std::string_view inner = text.substr(3, text.size() - 6);
  const std::size_t begin = inner.find_first_of("{\n");
  if (begin == std::string_view::npos) return text;
  const std::string_view info = inner.substr(0, begin);
  const bool plain = std::ranges::all_of(
      info, [](char character) { return is_ascii_letter(character) || is_ascii_space(character); });
  return plain ? trim_wide(inner.substr(begin)) : text;
}

// A closing bracket too many behind a whole object changes nothing.
bool only_closers(std::string_view text) {
  return std::ranges::all_of(text, [](char character) {
    return character == '}' || character == ']' || is_ascii_space(character);
  });
}

std::unexpected<Fault> bad(std::string message) {
  return fault(FaultCode::kBadArguments, std::move(message));
}

}  // namespace

std::string_view without_empty_objects(std::string_view text) {
  for (;;) {
    text = trim_wide(text);
    const std::size_t close = text.find_first_not_of(" \t\r\n", 1);
    if (!text.starts_with('{') || close == text.npos || text[close] != '}') break;
    const std::string_view rest = trim_wide(text.substr(close + 1));
    if (!rest.starts_with('{')) break;
    text = rest;
  }
  for (;;) {
    const std::size_t open = text.rfind('{');
    if (open == text.npos || open == 0 || !text.ends_with('}')) break;
    const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
    const std::string_view before = trim_wide(text.substr(0, open));
    if (!trim_wide(inside).empty() || !before.starts_with('{') || !before.ends_with('}')) break;
    text = before;
  }
  return text;
}

Read<std::string> tool_of(std::string_view name, const ToolTable& tools) {
  name = trim(name);
  name = trim(name.substr(0, name.find("<|")));
  if (tools.contains(name)) return std::string(name);
  // A namespace before the name and a call's number behind it: "functions.read_file:0".
  static constexpr std::array<std::string_view, 5> kNamespaces = {"functions", "default_api",
                                                                  "tools", "function", "namespace"};
  for (const std::string_view space : kNamespaces) {
    if (!name.starts_with(space) || name.size() <= space.size()) continue;
    const char mark = name[space.size()];
    if (mark == '.' || mark == ':' || mark == '/') name.remove_prefix(space.size() + 1);
  }
  if (const std::size_t colon = name.rfind(':'); colon != std::string_view::npos) {
    const std::string_view number = name.substr(colon + 1);
    if (!number.empty() && std::ranges::all_of(number, is_ascii_digit))
      name = name.substr(0, colon);
  }
  if (tools.contains(name)) return std::string(name);
  const std::string key = name_key(name.substr(0, 200));
  const auto same = [&](const auto& tool) { return !key.empty() && name_key(tool.first) == key; };
  const auto found = std::ranges::find_if(tools, same);
  if (found != tools.end() && std::ranges::count_if(tools, same) == 1) return found->first;
  return fault(FaultCode::kUnknownTool,
               "There is no tool \"" + std::string(cut_bytes(name, 80)) + "\".");
}

Read<JsonObject> read_arguments(const Json& value, const ToolParameters& parameters,
                                std::vector<Note>& repairs) {
  Json read = value;
  // A text that holds a text that holds the object: unwrapped at most twice.
  for (int i = 0; i < 2 && read.is_string(); ++i) {
    const std::string text(
        without_empty_objects(without_fence(trim_wide(view(read.get_string())))));
    if (text.empty() || text == "null" || text == "None") {
      read = nullptr;
      break;
    }
    if (auto strict = parse_json(text)) {
      // A double key would go unseen here; the tolerant parser reports it.
      if (!strict->is_object()) {
        read = std::move(*strict);
        if (!read.is_string()) break;
        continue;
      }
    }
    Steps steps;
    auto parsed = parse_tolerant(text, 0, steps);
    if (!parsed) {
      return bad("The arguments are no JSON object: " + parsed.error().message + ".");
    }
    if (parsed->cut != Cut::kNone) {
      return fault(FaultCode::kTruncated, "The arguments of a tool call are cut off.");
    }
    if (!only_closers(std::string_view(text).substr(parsed->end))) {
      return bad("More follows after the arguments' object.");
    }
    if (!parsed->conflicts.empty()) {
      return bad("The argument \"" + parsed->conflict_key + "\" is given twice.");
    }
    if (left_out(*parsed)) return bad("A value of the arguments is missing.");
    for (const Note& note : notes_of_repairs(*parsed)) repairs.push_back(note);
    read = std::move(parsed->value);
  }
  if (read.is_null()) return JsonObject{};
  if (!read.is_object()) return bad("The arguments are no JSON object.");
  JsonObject out = std::move(read.get_object());
  for (auto& member : out) {
    const auto parameter = parameters.find(view(member.key()));
    if (parameter == parameters.end()) continue;
    const bool fitted = has_type(member.value(), parameter->second);
    if (!bring_to(member.value(), parameter->second)) {
      return bad("The argument \"" + parameter->first + "\" must be of the type " +
                 parameter->second + ".");
    }
    if (!fitted && !member.value().is_null()) {
      repairs.push_back({"argument_type", "Brought \"" + parameter->first + "\" to its type.", 0});
    }
  }
  return out;
}

}  // namespace fm
