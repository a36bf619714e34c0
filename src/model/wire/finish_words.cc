#include "model/wire/finish_words.h"

#include <algorithm>
#include <array>

#include "model/wire/answer_protocol.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

struct FinishWord {
  std::string_view word;  // in lower case
  Finish finish;
};

constexpr std::array kFinishWords{
    FinishWord{"stop", Finish::kStop},
    FinishWord{"end_turn", Finish::kStop},
    FinishWord{"stop_sequence", Finish::kStop},
    FinishWord{"eos", Finish::kStop},
    FinishWord{"eos_token", Finish::kStop},
    FinishWord{"complete", Finish::kStop},
    FinishWord{"completed", Finish::kStop},
    FinishWord{"end", Finish::kStop},
    FinishWord{"end_of_turn", Finish::kStop},
    FinishWord{"end_of_text", Finish::kStop},
    FinishWord{"eos_found", Finish::kStop},
    FinishWord{"stop_token", Finish::kStop},
    FinishWord{"done", Finish::kStop},
    FinishWord{"finish", Finish::kStop},
    FinishWord{"finished", Finish::kStop},
    FinishWord{"success", Finish::kStop},
    FinishWord{"length", Finish::kLength},
    FinishWord{"max_tokens", Finish::kLength},
    FinishWord{"max_output_tokens", Finish::kLength},
    FinishWord{"max_completion_tokens", Finish::kLength},
    FinishWord{"max_new_tokens", Finish::kLength},
    FinishWord{"max_length", Finish::kLength},
    FinishWord{"model_length", Finish::kLength},
    FinishWord{"output_limit", Finish::kLength},
    FinishWord{"tool_calls", Finish::kToolCalls},
    FinishWord{"tool_call", Finish::kToolCalls},
    FinishWord{"tool_use", Finish::kToolCalls},
    FinishWord{"function_call", Finish::kToolCalls},
    FinishWord{"pause_turn", Finish::kPause},
    FinishWord{"refusal", Finish::kRefusal},
    FinishWord{"refused", Finish::kRefusal},
    FinishWord{"model_context_window_exceeded", Finish::kContextWindow},
    FinishWord{"context_window_exceeded", Finish::kContextWindow},
    FinishWord{"context_length_exceeded", Finish::kContextWindow},
    FinishWord{"content_filter", Finish::kContentFilter},
    FinishWord{"content_filtered", Finish::kContentFilter},
    FinishWord{"content_policy", Finish::kContentFilter},
    FinishWord{"guardrail_intervened", Finish::kContentFilter},
    FinishWord{"sensitive", Finish::kContentFilter},
    FinishWord{"blocked", Finish::kContentFilter},
    FinishWord{"safety", Finish::kContentFilter},
    FinishWord{"recitation", Finish::kContentFilter},
    FinishWord{"language", Finish::kContentFilter},
    FinishWord{"blocklist", Finish::kContentFilter},
    FinishWord{"prohibited_content", Finish::kContentFilter},
    FinishWord{"spii", Finish::kContentFilter},
    FinishWord{"model_armor", Finish::kContentFilter},
    FinishWord{"image_safety", Finish::kContentFilter},
    FinishWord{"image_prohibited_content", Finish::kContentFilter},
    FinishWord{"image_recitation", Finish::kContentFilter},
    FinishWord{"unknown", Finish::kUnknown},
    FinishWord{"load", Finish::kUnknown},  // a model was loaded or unloaded; nothing was asked
    FinishWord{"unload", Finish::kUnknown},
};

}  // namespace

namespace {

bool is_known(std::string_view word) {
  return std::ranges::find(kFinishWords, ascii_lower(word), &FinishWord::word) !=
         kFinishWords.end();
}

}  // namespace

void note_end(AnswerDraft& draft, std::string_view word) {
  if (!word.empty() && !is_known(word) && !draft.has_refusal()) draft.add_refusal(word);
}

Finish finish_of(std::string_view word) {
  const auto found = std::ranges::find(kFinishWords, ascii_lower(word), &FinishWord::word);
  return found == kFinishWords.end() ? Finish::kUnknown : found->finish;
}

std::optional<ModelError> failure_of_end(std::string_view word) {
  const std::string lower = ascii_lower(word);
  if (lower == "error" || lower == "network_error" || lower == "abort")
    return answer_failure(ModelErrorKind::kServer,
                          "The provider ended the answer with \"" + lower + "\".");
  if (lower == "insufficient_system_resource")
    return answer_failure(ModelErrorKind::kOverloaded, "The provider ran out of resources.");
  return std::nullopt;
}

}  // namespace fm
