// What the requests of every family are told beside the call itself: whose models, and what this
// one takes (P-20, P-21).
#pragma once

#include <cstdint>
#include <string_view>

#include "model/failure/refused_fields.h"
#include "model/model.h"
#include "model/provider/provider.h"

namespace fm {

// The tool by which a schema is asked for where there is no other way; its arguments are the
// answer.
inline constexpr std::string_view kAnswerTool = "answer";

struct RequestStyle {
  const Provider& provider;
  RefusedFields refused = {};          // what this model does not take
  std::int64_t max_output_tokens = 0;  // that the model can give, 0 when unknown
  std::int64_t context_tokens = 0;     // what the model holds, 0 when unknown (Ollama's num_ctx)
};

}  // namespace fm
