// Which models a provider says it has, out of its answer to model_list_request(). Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace fm {

// By the names that calls use. Errors: model_list_unreadable.
Result<std::vector<std::string>> models_in_answer(std::string_view body);

}  // namespace fm
