// CodingChoice: by which coding agent an agent's tasks are built, as its card or team says (S-20).
#pragma once

#include <map>
#include <string>

#include "base/json.h"
#include "base/yaml/fields.h"

namespace fm {

struct CodingChoice {
  std::string profile;      // id of a CodingProfile; empty: by Folkmoot's own agent
  std::string permissions;  // edit or all; empty: edit

  bool operator==(const CodingChoice&) const = default;
};

// By an agent's id; that of kEveryBuilder is for whoever has none of their own.
using CodingChoices = std::map<std::string, CodingChoice>;
inline constexpr const char* kEveryBuilder = "*";

JsonObject to_json(const CodingChoices& choices);
CodingChoices coding_choices(ObjectRef object, std::string_view key);
// The one that counts for an agent; its profile is empty where there is none.
CodingChoice choice_for(const CodingChoices& choices, const std::string& agent);

// The keys `profile` and `permissions` beside `backend: exec`.
CodingChoice read_coding_choice(Fields& fields, bool is_exec);

}  // namespace fm
