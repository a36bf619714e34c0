// Parts of reading a brief that reading a change of one needs too. For brief.cc and brief_patch.cc.
#pragma once

#include <optional>
#include <string_view>

#include "base/json.h"
#include "reading/brief/brief.h"

namespace fm {

// The brief's object, out of what it is wrapped in. Nothing when the value is something else.
std::optional<JsonObject> brief_object(const Json& value);

// The brief that stands with the parts that `answer` has in place of its own. Its objections stay:
// what became of them is read apart.
Read<BriefRead> read_brief_over(const Brief& standing, const JsonObject& answer,
                                const Roster& roster, const BriefOptions& options);

// A brief that was written as YAML or Markdown.
struct WrittenBrief {
  JsonObject object;
  Note note;
};
std::optional<WrittenBrief> written_brief(std::string_view text, Steps* steps);

}  // namespace fm
