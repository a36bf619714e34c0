#include "model/families/answer_readers.h"

#include <utility>

#include "model/families/anthropic_protocol.h"
#include "model/families/gemini_protocol.h"
#include "model/families/ollama_protocol.h"
#include "model/families/openai_chat_protocol.h"
#include "model/families/openai_responses_protocol.h"

namespace fm {
namespace {

std::unique_ptr<AnswerProtocol> make_protocol(ApiFamily family) {
  switch (family) {
    case ApiFamily::kOpenAiChat:
      return std::make_unique<OpenAiChatProtocol>();
    case ApiFamily::kOpenAiResponses:
      return std::make_unique<OpenAiResponsesProtocol>();
    case ApiFamily::kAnthropic:
      return std::make_unique<AnthropicProtocol>();
    case ApiFamily::kGemini:
      return std::make_unique<GeminiProtocol>();
    case ApiFamily::kOllama:
      return std::make_unique<OllamaProtocol>();
  }
  std::unreachable();
}

}  // namespace

std::unique_ptr<AnswerReader> make_answer_reader(ApiFamily family, ModelSink& sink,
                                                 std::size_t longest_answer) {
  return std::make_unique<AnswerReader>(make_protocol(family), sink, longest_answer);
}

}  // namespace fm
