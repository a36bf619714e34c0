// An OpenAPI description, and whether a value is what it says. For tests that hold the server to
// its own description. Knows what that description uses: $ref, type, properties, required, items,
// enum, additionalProperties.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace fm::testing {

class OpenApi {
 public:
  explicit OpenApi(std::string_view yaml);

  struct Operation {
    std::string method;  // "GET"
    std::string path;
    const JsonObject* object = nullptr;
  };
  const std::vector<Operation>& operations() const { return operations_; }

  // What is wrong with an answer to that operation; empty: nothing. A status that is not described
  // is wrong, and so is a property that no schema names.
  std::string fault(std::string_view method, std::string_view path, int status,
                    std::string_view type, std::string_view body) const;

 private:
  const Json& resolved(const Json& value) const;
  std::string fault_of(const Json& value, const Json& schema, const std::string& at) const;

  Json root_;
  std::vector<Operation> operations_;
};

}  // namespace fm::testing
