// A JSON schema validator for a stated subset of draft 2020-12.
//
// Known keywords: type (one or several), enum, const, properties, required, additionalProperties,
// items, prefixItems, minLength, maxLength, minItems, maxItems, minimum, maximum, pattern (RE2,
// linear), anyOf, oneOf, allOf, not, $defs, $ref (into this document), and for people $schema,
// $id, title, description, default, examples, $comment. Any other keyword is refused when the
// schema is loaded, so that no rule is passed over unseen. Lengths count code points.
//
// Immutable once loaded; check() may be called from any thread.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace fm {

struct SchemaFault {
  std::string pointer;  // RFC 6901, into the value: "/ideas/0/title"; empty for the whole
  std::string message;  // plain words: "is missing \"title\""
};

class Schema {
 public:
  // Errors: schema_invalid, with the pointer into the schema in the message.
  static Result<Schema> load(const Json& document);

  Schema(Schema&&) noexcept;
  Schema& operator=(Schema&&) noexcept;
  ~Schema();

  // Empty when the value fits. At most 20 faults; the work is bounded, and a value that would need
  // more is a fault.
  std::vector<SchemaFault> check(const Json& value) const;

 private:
  struct Node;
  class Loader;
  class Checker;
  explicit Schema(std::vector<std::unique_ptr<Node>> nodes);

  std::vector<std::unique_ptr<Node>> nodes_;  // the first is the root
};

}  // namespace fm
