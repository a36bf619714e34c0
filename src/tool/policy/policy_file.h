// Reading a policy from YAML, and rules that a person's answer or an approved plan adds.
//
//   rules:
//     - name: builder-writes
//       allow: [write_file, edit_file]     # or ask:, or deny:
//       roles: [builder]
//       phases: [execution]
//       paths: ["src/**"]                  # commands:, hosts:, agents:, sandboxed: true
//       why: A builder works in its own lane.
//   stages:
//     plan: [read_file, list_files]
//
// Faults name the line and the cure (P-52): config_invalid.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tool/policy/policy.h"

namespace fm {

std::optional<PolicyTable> read_policy(std::string_view text, std::string_view path,
                                       PolicyOrigin origin, std::vector<Error>& faults);
Result<PolicyTable> parse_policy(std::string_view text, std::string_view path, PolicyOrigin origin);

// The commands that stand on the plan's card, exactly these (P-61): for every agent of the project.
PolicyRule plan_commands(std::string project, std::vector<std::string> commands, std::string where);

// "Always": what a person allowed for one agent in one project (F-48). `pattern` is a command's, a
// path's or a host's, as the tool has them.
PolicyRule always_rule(std::string agent, std::string project, std::string tool,
                       std::string pattern, std::string where);

}  // namespace fm
