// Calls written as tags (written_forms.h).
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "reading/tools/written_forms.h"

namespace fm {
namespace {

constexpr std::size_t kLongestName = 200;
constexpr std::string_view kInvoke = "<invoke name=";
constexpr std::string_view kMarkedInvoke = "<｜DSML｜invoke name=";
constexpr std::string_view kMark = "｜DSML｜";  // DeepSeek's, in its tags

// The line ends that frame a value on lines of its own.
std::string_view without_frame(std::string_view text) {
  if (text.starts_with("\r\n")) text.remove_prefix(2);
  if (text.starts_with('\n')) text.remove_prefix(1);
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

// The value of name="..." that begins at `at`, and its end.
std::pair<std::string_view, std::size_t> quoted(std::string_view part, std::size_t at) {
  if (at >= part.size() || (part[at] != '"' && part[at] != '\'')) return {{}, at};
  const std::size_t end =
      part.substr(0, std::min(part.size(), at + kLongestName)).find(part[at], at + 1);
  if (end == std::string_view::npos) return {{}, at};
  return {part.substr(at + 1, end - at - 1), end + 1};
}

// <invoke name="n"><parameter name="p" string="true">value</parameter></invoke>. `mark` is what
// stands before the words of the tags.
std::size_t invoke(WrittenCalls& calls, std::string_view part, std::size_t at,
                   std::string_view opening, std::string_view mark) {
  const auto [name, name_end] = quoted(part, at + opening.size());
  if (name.empty() || !starts_with_at(part, name_end, ">")) return at;
  JsonObject arguments;
  std::size_t next = past_space(part, name_end + 1);
  const std::string open = "<" + std::string(mark) + "parameter name=";
  const std::string close = "</" + std::string(mark) + "parameter>";
  while (starts_with_at(part, next, open)) {
    const auto [key, key_end] = quoted(part, next + open.size());
    const std::size_t tag_end = part.find('>', key_end);
    const std::size_t end = part.find(close, key_end);
    if (key.empty() || tag_end == std::string_view::npos || end == std::string_view::npos ||
        tag_end > end) {
      calls.fail_cut_off(at);
      return at;
    }
    const std::string_view value = part.substr(tag_end + 1, end - tag_end - 1);
    const bool literal =
        part.substr(key_end, tag_end - key_end).find("string=\"false\"") != std::string_view::npos;
    Json read = calls.parameter(name, key, without_frame(value));
    if (literal) {
      if (auto parsed = parse_json(trim(value))) read = std::move(*parsed);
    }
    arguments[std::string(key)] = std::move(read);
    next = past_space(part, end + close.size());
  }
  const std::string finish = "</" + std::string(mark) + "invoke>";
  if (!starts_with_at(part, next, finish)) {
    calls.fail(FaultCode::kTruncated, "A tool call has no end.", at);
    return at;
  }
  return calls.add(name, arguments, "", at) ? next + finish.size() : at;
}

std::size_t plain_invoke(WrittenCalls& calls, std::string_view part, std::size_t at) {
  return invoke(calls, part, at, kInvoke, "");
}

std::size_t marked_invoke(WrittenCalls& calls, std::string_view part, std::size_t at) {
  return invoke(calls, part, at, kMarkedInvoke, kMark);
}

constexpr std::array<WrittenForm, 3> kForms = {{
    {"<function=", read_function_tag},
    {kInvoke, plain_invoke},
    {kMarkedInvoke, marked_invoke},
}};

}  // namespace

// <function=name> <parameter=key> value </parameter> ... </function>, or with JSON inside.
std::size_t read_function_tag(WrittenCalls& calls, std::string_view part, std::size_t at) {
  constexpr std::string_view kOpening = "<function=";
  constexpr std::string_view kParameter = "<parameter=";
  const std::size_t name_at = at + kOpening.size();
  const std::size_t name_end = part.substr(0, name_at + kLongestName).find('>', name_at);
  if (name_end == std::string_view::npos) return at;
  const std::string_view name = part.substr(name_at, name_end - name_at);
  std::size_t next = past_space(part, name_end + 1);
  if (mark_at(part, next).ascii == '{') {
    const std::size_t end = calls.arguments_object(part, next, name, "", at);
    if (end == next) {
      calls.fail(FaultCode::kBadArguments, "The arguments of a tool call are no JSON object.", at);
      return at;
    }
    return past_word(part, end, "</function>");
  }
  JsonObject arguments;
  while (starts_with_at(part, next, kParameter)) {
    const std::size_t key_end = part.find('>', next);
    const std::size_t end = part.find("</parameter>", next);
    if (key_end == std::string_view::npos || end == std::string_view::npos || key_end > end) {
      calls.fail_cut_off(at);
      return at;
    }
    const std::string_view key =
        trim(part.substr(next + kParameter.size(), key_end - next - kParameter.size()));
    arguments[std::string(key)] =
        calls.parameter(name, key, without_frame(part.substr(key_end + 1, end - key_end - 1)));
    next = past_space(part, end + std::string_view("</parameter>").size());
  }
  if (!starts_with_at(part, next, "</function>")) {
    calls.fail(FaultCode::kTruncated, "A tool call has no end.", at);
    return at;
  }
  return calls.add(name, arguments, "", at) ? next + std::string_view("</function>").size() : at;
}

// GLM: name <arg_key>key</arg_key> <arg_value>value</arg_value> ... </tool_call>
std::size_t read_argument_tags(WrittenCalls& calls, std::string_view part, std::size_t at,
                               std::size_t begin) {
  constexpr std::string_view kKey = "<arg_key>";
  constexpr std::string_view kKeyEnd = "</arg_key>";
  constexpr std::string_view kValue = "<arg_value>";
  constexpr std::string_view kValueEnd = "</arg_value>";
  constexpr std::string_view kEnd = "</tool_call>";
  const std::string_view name = tool_name_at(part, at);
  std::size_t next = past_space(part, at + name.size());
  if (!starts_with_at(part, next, kKey) && !starts_with_at(part, next, kEnd)) return begin;
  JsonObject arguments;
  while (starts_with_at(part, next, kKey)) {
    const std::size_t key_at = next + kKey.size();
    const std::size_t key_end = part.find(kKeyEnd, key_at);
    const std::size_t value_at =
        key_end == std::string_view::npos ? key_end : past_space(part, key_end + kKeyEnd.size());
    const bool has_value =
        value_at != std::string_view::npos && starts_with_at(part, value_at, kValue);
    const std::size_t end = has_value ? part.find(kValueEnd, value_at) : std::string_view::npos;
    if (end == std::string_view::npos) {
      calls.fail_cut_off(begin);
      return begin;
    }
    const std::string_view key = trim(part.substr(key_at, key_end - key_at));
    const std::size_t text_at = value_at + kValue.size();
    arguments[std::string(key)] =
        calls.parameter(name, key, without_frame(part.substr(text_at, end - text_at)));
    next = past_space(part, end + kValueEnd.size());
  }
  if (!starts_with_at(part, next, kEnd)) {
    calls.fail(FaultCode::kTruncated, "A tool call has no end.", begin);
    return begin;
  }
  return calls.add(name, arguments, "", begin) ? next + kEnd.size() : begin;
}

std::span<const WrittenForm> tag_forms() { return kForms; }

}  // namespace fm
