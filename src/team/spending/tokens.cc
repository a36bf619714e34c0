#include "team/spending/tokens.h"

#include "reading/json/chars.h"

namespace fm {
namespace {

// Hundredths of a token for one byte of each kind.
struct Weights {
  std::int64_t letter = 0;  // ASCII letters and spaces
  std::int64_t mark = 0;    // ASCII digits, punctuation, line ends
  std::int64_t other = 0;   // bytes of all other characters
};

constexpr Weights weights_of(ModelFamily family) {
  switch (family) {
    case ModelFamily::kOpenAi:
      return {30, 72, 52};
    case ModelFamily::kAnthropic:
      return {38, 82, 75};
    case ModelFamily::kGemini:
      return {31, 76, 52};
    case ModelFamily::kOther:
      return {37, 96, 68};
  }
  return {37, 96, 68};
}

struct Bytes {
  std::int64_t letters = 0;
  std::int64_t others = 0;
  std::int64_t all = 0;

  Bytes& add(std::string_view text) {
    for (const char c : text) {  // without branches: it is run over every prompt
      const auto byte = static_cast<unsigned char>(c);
      letters += (byte | 0x20u) - 'a' < 26u || byte == ' ' ? 1 : 0;
      others += byte >> 7;
    }
    all += static_cast<std::int64_t>(text.size());
    return *this;
  }
  std::int64_t tokens(ModelFamily family) const {
    const Weights weights = weights_of(family);
    return (letters * weights.letter + (all - letters - others) * weights.mark +
            others * weights.other + 99) /
           100;
  }
};

}  // namespace

ModelFamily family_of(std::string_view model) {
  const std::string name = ascii_lower(model);
  if (name.contains("claude") || name.starts_with("anthropic")) return ModelFamily::kAnthropic;
  if (name.contains("gemini") || name.starts_with("google")) return ModelFamily::kGemini;
  if (name.starts_with("openai:") || name.contains("gpt-")) return ModelFamily::kOpenAi;
  return ModelFamily::kOther;
}

std::int64_t estimate_tokens(std::string_view text, ModelFamily family) {
  return Bytes().add(text).tokens(family);
}

std::int64_t estimate_text_tokens(const SharedText& text, ModelFamily family) {
  Bytes bytes;
  text.each([&](const SharedText::Owner&, std::string_view part) { bytes.add(part); });
  return bytes.tokens(family);
}

std::int64_t estimate_tokens(const std::vector<ModelMessage>& messages, ModelFamily family) {
  std::int64_t tokens = 0;
  for (const ModelMessage& message : messages) {
    tokens += kMessageTokens + estimate_text_tokens(message.text, family);
    for (const ToolCall& call : message.tool_calls)
      tokens += kMessageTokens + estimate_tokens(call.name, family) +
                estimate_tokens(call.arguments, family);
  }
  return tokens;
}

}  // namespace fm
