// What the conversation agreed on, point by point: each has to be in some task of a plan.
#pragma once

#include <string>
#include <vector>

#include "reading/brief/brief.h"

namespace fm {

// What is in scope, what was decided, the rules, and what became of objections that were taken up.
std::vector<std::string> agreed_points(const Brief& brief);

// "1. ...", a line each, for a prompt.
std::string numbered(const std::vector<std::string>& points);

}  // namespace fm
