// The forms in which models write tool calls as text, a table for each family.
//
// A form begins with a mark that stands nowhere else; its reader is given the text up to the end
// of the passage and the place of the mark. It adds calls and gives the place after them, or the
// mark's own place if there is no call after all. A form that brings a fence of its own may read
// beyond the passage: WrittenCalls::text() is all of the text.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "reading/tools/written_calls.h"

namespace fm {

struct WrittenForm {
  std::string_view opening;
  std::size_t (*read)(WrittenCalls& calls, std::string_view part, std::size_t at);
};

// <tool_call>{...}</tool_call> and other marks before JSON: Hermes, Qwen, Granite, Llama, Mistral,
// Phi, Command-R.
std::span<const WrittenForm> json_forms();

// <function=n><parameter=p>, <invoke name="n"><parameter name="p">: Qwen-Coder, Claude, DeepSeek.
std::span<const WrittenForm> tag_forms();

// Control tokens around a name and arguments: gpt-oss, older DeepSeek, Kimi.
std::span<const WrittenForm> token_forms();

// f(a=1): Llama 4, Gemini.
std::span<const WrittenForm> python_forms();

// The forms that stand inside <tool_call> too. `at` is where they begin, `begin` the mark.
std::size_t read_function_tag(WrittenCalls& calls, std::string_view part, std::size_t at);
std::size_t read_argument_tags(WrittenCalls& calls, std::string_view part, std::size_t at,
                               std::size_t begin);

}  // namespace fm
