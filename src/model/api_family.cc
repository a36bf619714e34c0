#include "model/api_family.h"

#include <array>
#include <utility>

#include "base/result.h"
#include "model/anthropic_protocol.h"
#include "model/gemini_protocol.h"
#include "model/ollama_protocol.h"
#include "model/openai_chat_protocol.h"
#include "model/openai_responses_protocol.h"

namespace fm {
namespace {

template <class Protocol>
std::unique_ptr<AnswerProtocol> make_protocol() {
  return std::make_unique<Protocol>();
}

struct FamilyRow {
  ApiFamily family;
  std::string_view name;
  std::unique_ptr<AnswerProtocol> (*make)();
};

// In the order of the enumeration.
constexpr std::array kFamilies{
    FamilyRow{ApiFamily::kOpenAiChat, "openai_chat", make_protocol<OpenAiChatProtocol>},
    FamilyRow{ApiFamily::kOpenAiResponses, "openai_responses",
              make_protocol<OpenAiResponsesProtocol>},
    FamilyRow{ApiFamily::kAnthropic, "anthropic", make_protocol<AnthropicProtocol>},
    FamilyRow{ApiFamily::kGemini, "gemini", make_protocol<GeminiProtocol>},
    FamilyRow{ApiFamily::kOllama, "ollama", make_protocol<OllamaProtocol>},
};

constexpr const FamilyRow& row(ApiFamily family) {
  return kFamilies[static_cast<std::size_t>(family)];
}
static_assert([] {
  for (std::size_t i = 0; i < kFamilies.size(); ++i)
    if (static_cast<std::size_t>(kFamilies[i].family) != i) return false;
  return kFamilies.size() == static_cast<std::size_t>(ApiFamily::kOllama) + 1;
}());

}  // namespace

std::string_view to_string(ApiFamily family) { return row(family).name; }

std::optional<ApiFamily> api_family(std::string_view name) {
  for (const FamilyRow& each : kFamilies)
    if (each.name == name) return each.family;
  return std::nullopt;
}

std::unique_ptr<AnswerReader> make_answer_reader(ApiFamily family, ModelSink& sink,
                                                 std::size_t longest_answer) {
  return std::make_unique<AnswerReader>(row(family).make(), sink, longest_answer);
}

}  // namespace fm
