// The tools that change files: write_file and edit_file (P-60). Blocking, for the pool.
//
// write_file replaces a file only if the agent has read all of it, as it is now: what is rewritten
// from memory loses work. edit_file needs no reading, since `old` has to be there (edit_text.h).
// Both keep what the agent did not mean to change: \r\n, a byte order mark, the encoding, the mode.
// Errors, besides those of lane_folder.h and edit_text.h: file_binary, file_not_read, file_changed,
// file_encoding, content_placeholder, content_numbered, content_escaped.
#pragma once

#include "base/result.h"
#include "tool/lane_view.h"
#include "tool/tool_action.h"
#include "tool/tools/file_outcome.h"

namespace fm {

Result<FileOutcome> write_file(const LaneView& lane, const WriteFile& action,
                               const SeenFiles& seen);
Result<FileOutcome> edit_file(const LaneView& lane, const EditFile& action, const SeenFiles& seen);

}  // namespace fm
