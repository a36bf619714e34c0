// Calls written as Python (written_forms.h).
#include <array>

#include "reading/tools/written_forms.h"

namespace fm {
namespace {

std::size_t bare(WrittenCalls& calls, std::string_view part, std::size_t at) {
  return calls.python_call(part, at);
}

// <|python_start|>[f(a=1)]<|python_end|> and the like.
std::size_t after(WrittenCalls& calls, std::string_view part, std::size_t at, std::size_t mark) {
  const std::size_t inside = past_space(part, at + mark);
  const std::size_t end = calls.python_call(part, inside);
  return end == inside ? at : end;
}

constexpr std::string_view kLlama = "<|python_start|>";
constexpr std::string_view kLiquid = "<|tool_call_start|>";

std::size_t llama(WrittenCalls& calls, std::string_view part, std::size_t at) {
  return after(calls, part, at, kLlama.size());
}

std::size_t liquid(WrittenCalls& calls, std::string_view part, std::size_t at) {
  return after(calls, part, at, kLiquid.size());
}

constexpr std::array<WrittenForm, 4> kForms = {{
    {"print(default_api.", bare},
    {"default_api.", bare},
    {kLlama, llama},
    {kLiquid, liquid},
}};

}  // namespace

std::span<const WrittenForm> python_forms() { return kForms; }

}  // namespace fm
