// A place in a YAML file that is being read, with every fault noted instead of the first only.
//
// A person who writes a screenplay wants all mistakes at once, each with file and line. A place is
// a view: document and fault list must outlive it. Reading a wrong value notes a fault and gives an
// empty one, so that the reader's code goes straight on.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/yaml.h"
#include "rehearsal/rehearsal_template.h"

namespace fm {

struct YamlFaults {
  std::vector<std::string> lines;  // "file:line:column: words"

  // A name used by a template, to be checked when all lists are known.
  struct Use {
    std::string name;
    std::string where;  // "file:line:column: "
  };
  std::vector<Use> names;
};

class YamlPlace {
 public:
  YamlPlace(const YamlDocument& document, YamlFaults& faults)
      : document_(&document), faults_(&faults), value_(&document.value) {}

  bool there() const { return value_ != nullptr && !value_->is_null(); }
  bool is_list() const { return there() && value_->is_array(); }
  const Json* value() const { return value_; }
  std::string where() const;  // "file:line", for messages of a later moment

  void fault(std::string_view words) const;  // notes it at the value
  YamlPlace operator[](std::string_view key) const;
  std::vector<YamlPlace> items() const;  // of a list; anything else is a list of one
  std::vector<std::pair<std::string, YamlPlace>> members() const;

  // Notes every key that is not one of `known`, and that this is no mapping at all.
  void only(std::initializer_list<std::string_view> known) const;

  std::string text() const;
  std::vector<std::string> texts() const;
  std::int64_t number(std::int64_t least, std::int64_t most) const;
  bool flag() const;
  std::vector<Template> templates() const;  // of a text or a list of texts

 private:
  YamlPlace(const YamlPlace& parent, const Json* value, std::string pointer)
      : document_(parent.document_),
        faults_(parent.faults_),
        value_(value),
        pointer_(std::move(pointer)) {}

  const YamlDocument* document_;
  YamlFaults* faults_;
  const Json* value_;  // null when the key is absent
  std::string pointer_;
};

}  // namespace fm
