#include "team/spending/tokens.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

TEST_CASE("A family is found in a model's full name, also behind a router") {
  CHECK(family_of("openai:gpt-5") == ModelFamily::kOpenAi);
  CHECK(family_of("anthropic:x") == ModelFamily::kAnthropic);
  CHECK(family_of("router:anthropic/Claude-X") == ModelFamily::kAnthropic);
  CHECK(family_of("gemini:gemini-2.5-pro") == ModelFamily::kGemini);
  CHECK(family_of("ollama:llama3") == ModelFamily::kOther);
  CHECK(family_of("rehearsal") == ModelFamily::kOther);
}

TEST_CASE("P-25 the guess is rather too high: counts of public tokenizers are its floor") {
  // Counted with o200k, Claude 2 and Llama 2.
  const std::string prose =
      "A shed where neighbours lend tools to each other for a small fee, run by volunteers who "
      "check what comes back and repair what is broken.";
  CHECK(estimate_tokens(prose, ModelFamily::kOpenAi) >= 28);
  CHECK(estimate_tokens(prose, ModelFamily::kAnthropic) >= 28);
  CHECK(estimate_tokens(prose, ModelFamily::kOther) >= 32);
  CHECK(estimate_tokens(prose, ModelFamily::kOther) <= 70);
  const std::string chinese = "社区工具图书馆是一个让邻居共享工具的地方。";
  CHECK(estimate_tokens(chinese, ModelFamily::kOpenAi) >= 15);
  CHECK(estimate_tokens("", ModelFamily::kOther) == 0);
}

TEST_CASE("P-25 messages cost their text, their calls and a little more") {
  ModelMessage message;
  message.text = "abc";
  message.tool_calls = {{"1", "read_file", "{}"}};
  const std::int64_t plain = estimate_tokens("abc", ModelFamily::kOpenAi);
  CHECK(estimate_tokens(std::vector{message}, ModelFamily::kOpenAi) > plain + 8);
}

}  // namespace
}  // namespace fm
