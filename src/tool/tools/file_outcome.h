// What a tool that works in files brings back from the pool: the result, and what the agent has
// seen by it (files/seen_files.h). A value.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "tool/files/lane_folder.h"
#include "tool/files/seen_files.h"
#include "tool/tool_result.h"

namespace fm {

struct FileOutcome {
  ToolResult result;
  std::string path = {};  // of the file that was seen or written
  std::optional<SeenFile> seen = {};
};

// There is no file at this place: with the files that were probably meant. Blocking.
std::unexpected<Error> no_such_file(const LaneFolder& lane, const LanePlace& place);

}  // namespace fm
