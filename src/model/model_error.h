// A model's failure in words for the person (P-82): what happened, why, what to do.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/model.h"

namespace fm {

// "is overloaded and would not answer.": after a model's or a provider's name.
std::string_view what_happened(ModelErrorKind kind);

// `model` is the full name. The code is "model_" and the kind: model_rate_limit, model_auth, ...
Error to_error(const ModelError& error, const std::string& model, int attempts);

}  // namespace fm
