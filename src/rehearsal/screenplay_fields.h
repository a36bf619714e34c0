// What the readers of a screenplay's parts share: where faults go, and how texts and numbers are
// written in YAML. On the stack of Screenplay::parse().
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/fields.h"
#include "rehearsal/screenplay.h"

namespace fm {

// A name used by a text, to be checked when all lists are known.
struct UsedName {
  std::string name;
  std::string where;  // "file:line:column: "
};

// What is wrong with a screenplay and those that it includes, and what is still to be checked.
struct Notes {
  std::vector<Error> faults;
  std::vector<UsedName> names;
};

Numbers read_numbers(Fields& fields, std::string_view key);  // 2, "2+", "1-3" or last
std::vector<std::string> read_texts(Fields& fields, std::string_view key);
std::vector<Template> read_templates(Fields& fields, std::string_view key, Notes& notes);

// One text; empty where it is no template, with the fault in `notes`.
Template read_template(const FieldText& text, Notes& notes);

}  // namespace fm
