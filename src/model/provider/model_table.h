// What is known of models: how much they hold, what they cost, what they can (P-23, P-25).
//
// Data with a date: packs/default/models.yaml. A row is for one provider and all names that begin
// with its own; the longest such beginning counts. Sizes and abilities are found through other
// providers too ("openrouter:anthropic/claude-..." is known by its last part). A price holds only
// at the provider that it is for, and only for that very model, dated or not: "gpt-5" says what
// "gpt-5-2025-08-07" costs, and nothing of "gpt-5-pro". What a person configures wins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/yaml/yaml.h"
#include "model/provider/model_price.h"

namespace fm {

struct ModelFacts {
  std::int64_t context_tokens = 0;     // 0: unknown
  std::int64_t max_output_tokens = 0;  // 0: unknown
  std::optional<ModelPrice> price;
  bool tools = false;
  bool without_tools = false;  // what it can is told, and tools are not among it
  bool schema = false;
  bool images = false;
  bool reasoning = false;
};

struct ModelRow {
  std::string provider;
  std::string begins;  // of the model's name
  ModelFacts facts;
};

class ModelTable {
 public:
  // Errors: config_invalid, the first fault, with file and line.
  static Result<ModelTable> read(Result<YamlDocument> file);

  ModelFacts find(std::string_view provider, std::string_view model) const;
  const std::string& date() const { return date_; }  // of the figures: "2025-10-01"
  const std::vector<ModelRow>& rows() const { return rows_; }

 private:
  std::string date_;
  std::vector<ModelRow> rows_;
};

}  // namespace fm
