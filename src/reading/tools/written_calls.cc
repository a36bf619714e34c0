#include "reading/tools/written_calls.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/repair.h"
#include "reading/tools/python_call.h"

namespace fm {
namespace {

constexpr std::size_t kMaxCalls = 100;
constexpr std::size_t kLongestName = 200;
constexpr std::array<std::string_view, 3> kArgumentNames = {"arguments", "parameters", "args"};
constexpr std::array<std::string_view, 2> kToolNames = {"name", "tool_name"};
constexpr std::array<std::string_view, 2> kIdNames = {"id", "tool_call_id"};

std::string_view first_text(const Json& object, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    if (const std::string_view text = text_at(object, name); !text.empty()) return text;
  }
  return {};
}

const Json* first_value(const Json& object, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    if (const Json* value = find_at(object, name)) return value;
  }
  return nullptr;
}

// {"type": "function", "function": {...}} or the call itself.
const Json& inside(const Json& call) {
  const Json* function = find_at(call, "function");
  return function != nullptr && function->is_object() ? *function : call;
}

// Whether there is anything that says more than which tool is called.
bool has_more(const Json& call) {
  static constexpr std::array<std::string_view, 6> kPlain = {"name",       "toolname", "id",
                                                             "toolcallid", "function", "type"};
  return call.is_object() && std::ranges::any_of(call.get_object(), [](const auto& member) {
           return !is_one_of({member.key().data(), member.key().size()}, kPlain);
         });
}

}  // namespace

std::size_t past_space(std::string_view part, std::size_t at) {
  while (const std::size_t length = space_at(part, at)) at += length;
  return at;
}

std::size_t past_word(std::string_view part, std::size_t at, std::string_view word) {
  const std::size_t next = past_space(part, at);
  return starts_with_at(part, next, word) ? next + word.size() : at;
}

std::string_view tool_name_at(std::string_view part, std::size_t at) {
  std::size_t end = at;
  while (end < part.size() && end - at < kLongestName &&
         (is_ascii_letter(part[end]) || is_ascii_digit(part[end]) ||
          std::string_view("_-.:/").find(part[end]) != std::string_view::npos)) {
    ++end;
  }
  return part.substr(std::min(at, part.size()), end - at);
}

void WrittenCalls::fail(FaultCode code, std::string message, std::size_t at) {
  if (!fault_) fault_ = Fault{code, std::move(message), at, excerpt_at(text_, at)};
}

void WrittenCalls::fail_cut_off(std::size_t at) {
  fail(FaultCode::kTruncated, "A tool call is cut off.", at);
}

bool WrittenCalls::add(std::string_view name, const Json& arguments, std::string_view id,
                       std::size_t at) {
  auto tool = tool_of(name, tools_);
  if (!tool) return fail(tool.error().code, tool.error().message, at), false;
  auto read = read_arguments(arguments, tools_.find(*tool)->second, message_.repairs);
  if (!read) return fail(read.error().code, read.error().message, at), false;
  if (message_.calls.size() >= kMaxCalls) {
    return fail(FaultCode::kOutOfRange, "The answer holds more than 100 tool calls.", at), false;
  }
  GivenCall call;
  call.name = std::move(*tool);
  call.arguments = std::move(*read);
  call.id = id;
  const auto taken = [&](const std::string& one) {
    return std::ranges::find(message_.calls, one, &GivenCall::id) != message_.calls.end();
  };
  for (std::size_t n = 1; call.id.empty() || taken(call.id); ++n) {
    call.id = "call-" + std::to_string(n);
    call.made_up_id = true;
  }
  message_.calls.push_back(std::move(call));
  return true;
}

std::string_view WrittenCalls::name_in(const Json& call) {
  const Json& inner = inside(call);
  const std::string_view name = first_text(inner, kToolNames);
  return name.empty() ? text_at(inner, "function") : name;
}

bool WrittenCalls::add_json(const Json& call, std::size_t at) {
  const Json& inner = inside(call);
  const std::string_view name = name_in(call);
  if (name.empty()) {
    fail(FaultCode::kLeakedMarkup, "A tool call without a name was written as text.", at);
    return false;
  }
  const Json* arguments = first_value(inner, kArgumentNames);
  if (arguments == nullptr && has_more(inner)) {
    fail(FaultCode::kBadArguments, "The arguments of a tool call stand beside its name.", at);
    return false;
  }
  return add(name, arguments != nullptr ? *arguments : Json(), first_text(call, kIdNames), at);
}

std::size_t WrittenCalls::json_call(std::string_view part, std::size_t at) {
  const Mark mark = mark_at(part, at);
  if (mark.ascii != '{' && mark.ascii != '[') return at;
  auto parsed = parse_tolerant(part, at, steps_);
  if (!parsed) return at;
  if (parsed->cut != Cut::kNone) return fail_cut_off(at), at;
  if (!parsed->conflicts.empty()) {
    fail(FaultCode::kBadArguments, "A key of a tool call is given twice.", at);
    return at;
  }
  if (left_out(*parsed)) {
    fail(FaultCode::kBadArguments, "A value of a tool call is missing.", at);
    return at;
  }
  const JsonArray one = {parsed->value};
  for (const Json& call : parsed->value.is_array() ? parsed->value.get_array() : one) {
    if (!add_json(call, at)) return at;
  }
  return parsed->end;
}

std::size_t WrittenCalls::arguments_object(std::string_view part, std::size_t at,
                                           std::string_view name, std::string_view id,
                                           std::size_t begin) {
  if (mark_at(part, at).ascii != '{') return at;
  auto parsed = parse_tolerant(part, at, steps_);
  if (!parsed) return at;
  if (parsed->cut != Cut::kNone) return fail_cut_off(begin), at;
  if (!parsed->conflicts.empty()) {
    fail(FaultCode::kBadArguments, "A key of a tool call is given twice.", begin);
    return at;
  }
  if (left_out(*parsed)) {
    fail(FaultCode::kBadArguments, "A value of a tool call is missing.", begin);
    return at;
  }
  return add(name, parsed->value, id, begin) ? parsed->end : at;
}

std::size_t WrittenCalls::python_call(std::string_view part, std::size_t at) {
  const auto calls = read_python_calls(part, at, steps_);
  if (!calls) return at;
  for (const PythonCall& call : calls->calls) {
    if (!knows(call.name)) return at;
  }
  for (const PythonCall& call : calls->calls) {
    if (!add(call.name, call.arguments, "", at)) return at;
  }
  return calls->end;
}

Json WrittenCalls::parameter(std::string_view tool, std::string_view name,
                             std::string_view text) const {
  const auto known = tool_of(tool, tools_);
  std::string_view type = "string";
  if (known) {
    const ToolParameters& parameters = tools_.find(*known)->second;
    const auto found = parameters.find(name);
    if (found != parameters.end()) type = found->second;
  }
  if (type != "string") {
    if (auto value = parse_json(trim(text))) return std::move(*value);
  }
  return Json(text);
}

}  // namespace fm
