#include "model/model_table.h"

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
  auto table = ModelTable::parse(text.str(), "models.yaml");
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

TEST_CASE("P-25 names through gateways, tags and versions find a size") {
  const ModelTable table = packaged();
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
    const auto table = ModelTable::parse(text, "m.yaml");
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
