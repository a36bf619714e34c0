// One call to a configured model for `folkmoot read message --model`: it reads a person's message
// in its context (C-12).
//
// One try, no repair, eight seconds; a failure leaves the rules and is told. Nothing is stored. On
// the loop, which runs until the answer is there; owns its connections.
#pragma once

#include <memory>
#include <string>

#include "app/config/config.h"
#include "base/result.h"
#include "loop/loop.h"
#include "team/conversation/model_understanding.h"

namespace fm {

// `model` is "provider:model"; empty: the one that is configured. Errors: model_unknown where there
// is none but the rehearsal, model_key_missing, the failures of a call, reading_* for an answer
// that says nothing.
Result<ModelUnderstanding> read_by_model(Loop& loop, const Config& config, std::string model,
                                         const UnderstandQuestion& question);

}  // namespace fm
