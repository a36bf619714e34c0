// Calls written as Python: f(a="x", b=2), a list of them, or print(default_api.f(...)).
//
// Keyword arguments with literal values only; anything else is no call.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/json/budget.h"

namespace fm {

struct PythonCall {
  std::string name;
  Json arguments;
};

struct PythonCalls {
  std::vector<PythonCall> calls;
  std::size_t end = 0;
};

std::optional<PythonCalls> read_python_calls(std::string_view text, std::size_t at, Steps& steps);

}  // namespace fm
