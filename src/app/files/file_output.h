// Writing a file that a person asked for, whole or not at all.
//
// The bytes go to a hidden file beside the target, reach the disk, and take its place in one step,
// so that a reader or a crash sees the old file or the new one. A symbolic link is followed and an
// existing file keeps its permissions. A target that is no file (a pipe, /dev/stdout) is written
// straight. Blocking: from the pool, or where nothing else waits.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace fm {

// Whether write_file() can begin there: rights alone say too little, so the hidden file is made and
// removed. The target is not touched. The same errors.
Result<void> check_file(const std::string& path);

// Errors: file_write_failed, naming the path, the system's reason, and what can be done.
Result<void> write_file(const std::string& path, std::string_view bytes);

// The whole of it into an open file. 0, or the reason.
int write_all(int descriptor, std::string_view bytes);

}  // namespace fm
