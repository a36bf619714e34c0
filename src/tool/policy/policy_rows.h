// The policy made readable, for `folkmoot policy show` and `policy why` (P-61). Pure.
#pragma once

#include <string>
#include <vector>

#include "tool/policy/policy.h"

namespace fm {

// One rule as a line of a table; empty means any.
struct PolicyRow {
  std::string rule;
  std::string outcome;
  std::string who;   // "builder, coder"
  std::string when;  // "phase execution; sandboxed"
  std::string what;  // "run_command: git diff *, ls"
  std::string origin;
};
std::vector<PolicyRow> policy_rows(const PolicyTable& table);

// How decide() came to its verdict: every part of the call, and every rule that fits it.
struct PolicyStep {
  std::string part;     // "rm x", "main.py"
  std::string outcome;  // of this part
  std::string rule;     // that decided; empty: none
  std::string why;
};
struct PolicyExplanation {
  PolicyVerdict verdict;
  std::vector<PolicyStep> steps;
};
PolicyExplanation explain(const PolicyTable& table, const PolicyRequest& request);

}  // namespace fm
