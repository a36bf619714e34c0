// A schema as it is after loading; only schema.cc and schema_load.cc know it.
#pragma once

#include <re2/re2.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reading/json/schema.h"

namespace fm {

enum class JsonType { kNull, kBoolean, kInteger, kNumber, kString, kArray, kObject };

struct Schema::Node {
  std::optional<bool> always;  // the schemas true and false
  std::vector<JsonType> types;
  std::optional<Json> constant;
  std::optional<JsonArray> choices;
  std::map<std::string, const Node*, std::less<>> properties;
  std::vector<std::string> required;
  const Node* additional = nullptr;
  std::vector<const Node*> prefix;
  const Node* items = nullptr;
  std::optional<std::size_t> min_length, max_length, min_items, max_items;
  std::optional<double> minimum, maximum;
  std::unique_ptr<re2::RE2> pattern;
  std::vector<const Node*> any_of, one_of, all_of;
  const Node* none_of = nullptr;  // "not"
  const Node* reference = nullptr;
};

}  // namespace fm
