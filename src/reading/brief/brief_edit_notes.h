// What came of an answer's changes of a brief so far: the brief itself, and what is told of them.
// For brief_edit.h and its parts only.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/json.h"
#include "reading/brief/brief_entries.h"
#include "reading/brief/brief_patch.h"
#include "reading/json/fields.h"

namespace fm {

inline constexpr std::size_t kMostBriefChanges = 500;  // of one answer

// Names of fields, as models write them.
inline constexpr auto kChangeAt = std::to_array<std::string_view>(
    {"at", "id", "entry", "entryid", "path", "key", "ref", "where", "target", "field", "line"});
inline constexpr auto kChangeAgent =
    std::to_array<std::string_view>({"agent", "agentid", "who", "assignee", "owner"});

std::unexpected<Fault> too_many_changes();

std::string text_in(const JsonObject& object, FieldNames names);  // empty: there is none

struct BriefEditNotes {
  explicit BriefEditNotes(const Brief& brief) : standing(brief) { out.brief = brief; }

  void warn(std::string code, std::string message);
  void unknown_entry(std::string_view said);
  void named(const BriefPlace& place);

  const Brief& standing;
  BriefPatchRead out;
  std::string unknown;  // the first entry that there is not
};

}  // namespace fm
