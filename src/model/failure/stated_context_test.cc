#include "model/failure/stated_context.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

std::int64_t size_in(std::string_view words) { return stated_context(words).value_or(0); }

TEST_CASE("P-25 a refusal tells how much the model holds, in each provider's words") {
  CHECK(size_in("This model's maximum context length is 8192 tokens. However, you requested 9000 "
                "tokens (8500 in the messages, 500 in the completion).") == 8'192);
  CHECK(size_in("prompt is too long: 210000 tokens > 200000 maximum") == 200'000);
  CHECK(size_in("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, "
                "decrease input length") == 200'000);
  CHECK(size_in("The input token count (1200000) exceeds the maximum number of tokens allowed "
                "(1048576).") == 1'048'576);
  CHECK(size_in("the request exceeds the available context size (4096 tokens)") == 4'096);
  CHECK(size_in("exceeds the maximum allowed input length of 131,072 tokens") == 131'072);
  CHECK(size_in("This model's maximum prompt length is 131072 but the request contains 140000") ==
        131'072);
  CHECK(size_in("exceeds the limit of 64000") == 64'000);
}

TEST_CASE("words without a size tell nothing, and neither does the prompt's own") {
  for (const char* words :
       {"", "context window exceeded", "prompt too long; exceeded max context length by 12 tokens",
        "maximum context length is many tokens", "the prompt has 9000 tokens", "> maximum",
        "maximum context length is 99999999999999999999"})
    CHECK_MESSAGE(size_in(words) == 0, words);
}

}  // namespace
}  // namespace fm
