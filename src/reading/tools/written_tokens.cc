// Calls written between control tokens (written_forms.h).
#include <algorithm>
#include <array>

#include "reading/json/chars.h"
#include "reading/tools/written_forms.h"

namespace fm {
namespace {

constexpr std::string_view kTo = "to=functions.";
constexpr std::string_view kDeepSeek = "<｜tool▁call▁begin｜>";
constexpr std::string_view kDeepSeekSeparator = "<｜tool▁sep｜>";
constexpr std::string_view kDeepSeekEnd = "<｜tool▁call▁end｜>";
constexpr std::string_view kKimi = "<|tool_call_begin|>";
constexpr std::string_view kKimiArguments = "<|tool_call_argument_begin|>";
constexpr std::string_view kKimiEnd = "<|tool_call_end|>";

// gpt-oss: to=functions.n ... {..}; between name and arguments stand only channel marks.
std::size_t channel(WrittenCalls& calls, std::string_view part, std::size_t at) {
  constexpr std::size_t kMarks = 80;
  const std::string_view name = tool_name_at(part, at + kTo.size());
  const std::size_t end = at + kTo.size() + name.size();
  const std::size_t brace = part.substr(0, end + kMarks).find('{', end);
  if (name.empty() || brace == std::string_view::npos) return at;
  const std::size_t after = calls.arguments_object(part, brace, name, "", at);
  return after == brace ? at : after;
}

// One call of DeepSeek: begin [type separator] name separator arguments end; the arguments may
// stand in a fence of their own, so all of the text is looked at.
std::size_t deepseek_call(WrittenCalls& calls, std::size_t at) {
  const std::string_view text = calls.text();
  std::size_t name_at = past_space(text, at + kDeepSeek.size());
  std::string_view name = tool_name_at(text, name_at);
  std::size_t separator = past_word(text, name_at + name.size(), kDeepSeekSeparator);
  if (separator == name_at + name.size()) return at;
  std::size_t brace = past_space(text, separator);
  if (name == "function" && mark_at(text, brace).ascii != '{') {
    name_at = brace;
    name = tool_name_at(text, name_at);
    brace = past_space(text, name_at + name.size());
  }
  const std::size_t fence = past_word(text, brace, "```json");
  const std::size_t object = past_space(text, fence);
  const std::size_t end = calls.arguments_object(text, object, name, "", at);
  if (end == object) {
    if (object >= text.size()) calls.fail_cut_off(at);
    return at;
  }
  const std::size_t fence_end = fence != brace ? past_word(text, end, "```") : end;
  return past_word(text, fence_end, kDeepSeekEnd);
}

// All calls that follow each other, because their fences make new passages of the text.
std::size_t deepseek(WrittenCalls& calls, std::string_view, std::size_t at) {
  std::size_t end = deepseek_call(calls, at);
  if (end == at) return at;
  while (!calls.fault()) {
    const std::size_t next = past_space(calls.text(), end);
    if (!starts_with_at(calls.text(), next, kDeepSeek)) break;
    const std::size_t after = deepseek_call(calls, next);
    if (after == next) break;
    end = after;
  }
  return end;
}

// Kimi: begin functions.n:0 arguments {..} end
std::size_t kimi(WrittenCalls& calls, std::string_view part, std::size_t at) {
  const std::size_t name_at = past_space(part, at + kKimi.size());
  const std::string_view name = tool_name_at(part, name_at);
  const std::size_t name_end = name_at + name.size();
  const std::size_t inside = past_word(part, name_end, kKimiArguments);
  if (name.empty() || inside == name_end) return at;
  const std::size_t object = past_space(part, inside);
  const std::size_t end = calls.arguments_object(part, object, name, name, at);
  if (end == object) {
    if (object >= part.size()) calls.fail_cut_off(at);
    return at;
  }
  return past_word(part, end, kKimiEnd);
}

constexpr std::array<WrittenForm, 3> kForms = {{
    {kTo, channel},
    {kDeepSeek, deepseek},
    {kKimi, kimi},
}};

}  // namespace

std::span<const WrittenForm> token_forms() { return kForms; }

}  // namespace fm
