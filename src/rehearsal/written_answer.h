// How a model without tools of its own writes calls and structured answers into its text.
//
// reading/tools and reading/json read back the same values, byte for byte: what in a text could be
// taken for a tag of reasoning is written as an escape, and everything stands on one line. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"

namespace fm {

// <tool_call>{"name": "read_file", "arguments": {"path": "a.py"}}</tool_call>
std::string written_call(std::string_view tool, const Json& arguments);

// A ```json block.
std::string written_block(const Json& answer);

}  // namespace fm
