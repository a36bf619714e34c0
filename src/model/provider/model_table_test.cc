#include "model/provider/model_table.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

namespace fm {
namespace {

ModelTable packaged() {
  const char* root = std::getenv("FM_SOURCE_DIR");
  std::ifstream file(std::string(root != nullptr ? root : ".") + "/packs/default/models.yaml");
  std::stringstream text;
  text << file.rdbuf();
  auto table = ModelTable::read(parse_yaml(text.str(), "models.yaml"));
  REQUIRE_MESSAGE(table.has_value(), table.error().message);
  return *table;
}

TEST_CASE("P-23 the longest beginning of a name counts, and prices are the provider's own") {
  const ModelTable table = packaged();
  CHECK(table.date().size() == 10);
  CHECK(table.find("openai", "gpt-5-mini-2025-08-07").price->input == MicroUsd{250'000});
  CHECK(table.find("openai", "gpt-5-2025-08-07").price->input == MicroUsd{1'250'000});
  CHECK(table.find("anthropic", "claude-sonnet-4-5-20250929").price->cache_write ==
        MicroUsd{3'750'000});
  CHECK(table.find("openai", "GPT-4o").context_tokens == 128'000);
  CHECK(!table.find("work", "gpt-5").price.has_value());
  CHECK(table.find("work", "gpt-5").context_tokens == 400'000);
  CHECK(table.find("openai", "nobody-knows-1").context_tokens == 0);
}

TEST_CASE("P-23 a model of the same family has no price until somebody states it") {
  const ModelTable table = packaged();
  const auto is_priced = [&](std::string_view provider, std::string_view model) {
    const ModelFacts facts = table.find(provider, model);
    CHECK_MESSAGE(facts.context_tokens > 0, model);
    return facts.price.has_value();
  };
  CHECK(is_priced("openai", "o3-2025-04-16"));
  CHECK(is_priced("openai", "models/gpt-5"));
  CHECK(is_priced("gemini", "gemini-2.0-flash-001"));
  CHECK(is_priced("anthropic", "claude-3-5-sonnet-latest"));
  CHECK(!is_priced("openai", "gpt-5-ultra"));
  CHECK(!is_priced("openai", "gpt-5.9"));
  CHECK(!is_priced("openai", "gpt-4o-audio-preview-2024-12-17"));
  CHECK(!is_priced("openai", "ft:gpt-4o-mini-2024-07-18:team::id"));
  CHECK(!is_priced("anthropic", "claude-opus-4-9-20270101"));
  CHECK(!is_priced("gemini", "gemini-2.5-flash-preview-05-20"));
  CHECK(table.find("openai", "gpt-5-pro").price->output == MicroUsd{120'000'000});
  CHECK(table.find("openai", "gpt-4o-2024-05-13").price->input == MicroUsd{5'000'000});
  CHECK(table.find("anthropic", "claude-opus-4-1-20250805").price->input == MicroUsd{15'000'000});
}

TEST_CASE("P-25 names through gateways, tags and versions find a size") {
  const ModelTable table = packaged();
  const auto size = [&](std::string_view provider, std::string_view model) {
    const ModelFacts facts = table.find(provider, model);
    CHECK_MESSAGE((!facts.price || provider == "groq"), model);
    return facts.context_tokens;
  };
  CHECK(size("bedrock", "us.anthropic.claude-sonnet-4-5-20250929-v1:0") == 200'000);
  CHECK(size("bedrock", "anthropic.claude-opus-4-6-v1") == 1'000'000);
  CHECK(size("bedrock", "arn:aws:bedrock:eu-1:1:x/eu.anthropic.claude-3-haiku-20240307") ==
        200'000);
  CHECK(size("bedrock", "meta.llama3-1-70b-instruct-v1:0") == 131'072);
  CHECK(size("openrouter", "openai/gpt-5:online") == 400'000);
  CHECK(size("openrouter", "x-ai/grok-4.20") == 1'000'000);
  CHECK(size("together", "meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo") == 131'072);
  CHECK(size("together", "meta-llama/Meta-Llama-3-8B-Instruct") == 8'192);
  CHECK(size("fireworks", "accounts/fireworks/models/llama-v3p1-70b-instruct") == 131'072);
  CHECK(size("groq", "qwen/qwen3-32b") == 131'072);
  CHECK(size("ollama", "qwen3:32b") == 40'960);
  CHECK(size("ollama", "gpt-oss:20b") == 131'072);
  CHECK(size("ollama", "gemma3:1b") == 32'768);
  CHECK(size("ollama", "hf.co/someone/Llama-3.2-3B-Instruct-GGUF:Q4_K_M") == 131'072);
  for (const std::string_view odd : {"", "/", ".", "a.", ".a", "ft:", "@", "a.b.c./"})
    CHECK(size("openai", odd) == 0);
  CHECK(table.find("openrouter", "anthropic/claude-sonnet-4.5").context_tokens == 200'000);
  CHECK(table.find("openrouter", "deepseek/deepseek-chat:free").context_tokens == 128'000);
  CHECK(table.find("ollama", "llama3.1:8b").context_tokens == 131'072);
  CHECK(table.find("gemini", "models/gemini-2.5-flash").context_tokens == 1'048'576);
  CHECK(table.find("vertex", "claude-opus-4-5@20251101").context_tokens == 200'000);
}

TEST_CASE("no row stands twice, and what costs has both prices") {
  std::set<std::pair<std::string, std::string>> seen;
  for (const ModelRow& row : packaged().rows()) {
    CHECK_MESSAGE(seen.insert({row.provider, row.begins}).second, row.begins);
    CHECK_MESSAGE(row.facts.context_tokens > 0, row.begins);
    if (row.facts.price) CHECK_MESSAGE(row.facts.price->output.value > 0, row.begins);
  }
}

TEST_CASE("a fault in the table is told with its place") {
  const auto fault = [](std::string_view text) {
    const auto table = ModelTable::read(parse_yaml(text, "m.yaml"));
    REQUIRE(!table.has_value());
    return table.error().message;
  };
  CHECK(fault("a: {b: {context: 1}}\n").contains("no date"));
  CHECK(fault("date: x\na: {b: {context: many}}\n").starts_with("m.yaml:2:"));
  CHECK(fault("date: x\na:\n  b: {can: [fly]}\n").starts_with("m.yaml:3:"));
  CHECK(fault("date: x\na:\n  b: {price: 3}\n").starts_with("m.yaml:3:"));
}

}  // namespace
}  // namespace fm
