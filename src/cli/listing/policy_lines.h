// The policy as lines of at most `columns`: its rules, and why a call is allowed or not. Pure.
#pragma once

#include <cstddef>
#include <vector>

#include "app/queries/policy_answers.h"
#include "cli/terminal/styled_text.h"

namespace fm::cli {

// A rule is its outcome, name and origin; below it whom, when and what it is about.
Lines policy_rule_lines(const std::vector<PolicyRow>& rows, std::size_t columns, Charset charset);

// The verdict and the rule that decided; then each part that the call was taken apart into.
Lines policy_why_lines(const PolicyAnswer& answer, std::size_t columns, Charset charset);

}  // namespace fm::cli
