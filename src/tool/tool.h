// The tools that agents have, by name (P-60): what each is for, its parameters, and what it does to
// the world.
//
// There is one list for all agents, always the same bytes: the calls of a room share the beginning
// of their prompts (P-24), and the tools stand in it. What an agent may not use is refused when it
// is called (policy/policy.h), never left out. Values, from any thread.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "reading/tools/tool_call.h"

namespace fm {

enum class ToolKind {
  kLooks,    // reads in the lane, or what git knows of it
  kChanges,  // writes in the lane
  kRuns,     // starts a command there
  kFetches   // asks somebody outside
};
std::string_view to_string(ToolKind kind);  // "looks", "changes", "runs", "fetches"

// For ModelRequest::tools.
const std::vector<ToolSpec>& tool_specs();

// The same tools for those who read calls out of answers (reading/tools/tool_call.h).
const ToolTable& tool_table();

// Nothing: there is no such tool.
std::optional<ToolKind> tool_kind(std::string_view name);

}  // namespace fm
