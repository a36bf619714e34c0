// The tools that look at files: read_file, list_files, search_text (P-60). Blocking, for the pool.
//
// read_file shows NUMBER|TEXT, at most 400 lines and 24 KB a call, and says how to go on. Errors,
// besides those of files/lane_folder.h: file_binary, line_beyond_end, pattern_invalid.
#pragma once

#include "base/result.h"
#include "tool/lane_view.h"
#include "tool/tool_action.h"
#include "tool/tools/file_outcome.h"

namespace fm {

Result<FileOutcome> read_file(const LaneView& lane, const ReadFile& action, const SeenFiles& seen);
Result<FileOutcome> list_files(const LaneView& lane, const ListFiles& action);
Result<FileOutcome> search_text(const LaneView& lane, const SearchText& action);

}  // namespace fm
