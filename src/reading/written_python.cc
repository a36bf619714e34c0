// Calls written as Python (written_forms.h).
#include <array>

#include "reading/written_forms.h"

namespace fm {
namespace {

std::size_t bare(WrittenCalls& calls, std::string_view part, std::size_t at) {
  return calls.python_call(part, at);
}

// <|python_start|>[f(a=1)]<|python_end|>
std::size_t marked(WrittenCalls& calls, std::string_view part, std::size_t at) {
  const std::size_t inside = past_space(part, at + std::string_view("<|python_start|>").size());
  const std::size_t end = calls.python_call(part, inside);
  return end == inside ? at : end;
}

constexpr std::array<WrittenForm, 3> kForms = {{
    {"print(default_api.", bare},
    {"default_api.", bare},
    {"<|python_start|>", marked},
}};

}  // namespace

std::span<const WrittenForm> python_forms() { return kForms; }

}  // namespace fm
