// The policy for people: its rules, and why a call of a tool is allowed or not (P-61).
//
// Judged by the very table and function that agents' calls are held to, so what is shown here is
// what happens there. Pure.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "team/room/project.h"
#include "tool/policy/policy_rows.h"

namespace fm {

// `project`: null where there is none, so that only what the program brings counts. Errors:
// config_invalid.
Result<std::vector<PolicyRow>> policy_shown(const Project* project);
JsonObject policy_row_json(const PolicyRow& row);

// A call that an agent might make. `words` are its command, path or address, as the tool has it.
struct PolicyQuestion {
  std::string agent;
  std::string role;
  std::string tool;
  std::vector<std::string> words;
  bool sandboxed = true;
};

struct PolicyAnswer {
  PolicyQuestion question;
  std::string about;  // the words as one command, path or host
  PolicyExplanation explained;
};

// Errors: tool_unknown, tool_argument_invalid (a path or an address is one word), config_invalid.
Result<PolicyAnswer> policy_why(const Project* project, PolicyQuestion question);
JsonObject policy_answer_json(const PolicyAnswer& answer);

}  // namespace fm
