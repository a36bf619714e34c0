// Opening what lies in a lane, and nothing else (P-60).
//
// A path is walked name by name from the lane's open folder; no call of the system follows a link
// by itself. A link is read and walked like the path it stands for: one that stays in the lane is
// taken, one that leads out is refused with where it leads. So it is the same on every kernel, and
// a link that is swapped in meanwhile changes nothing. An absolute path is taken if it lies below
// the lane. Off limits, by whatever path or link: .git anywhere (git_diff and git_log tell what it
// knows) and .folkmoot. What is no regular file (a pipe, a device, a socket) is never opened.
// Blocking, for the pool; any thread, one at a time.
//
// Where the lane keeps files back (KeptBack), neither they nor their names are shown.
//
// Errors: lane_missing, path_invalid, path_outside, path_off_limits, path_link_outside,
// path_kept_back, path_not_found, path_is_folder, path_no_folder, path_no_file, file_unreadable,
// file_too_large, file_write_failed, lane_read_only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"
#include "tool/lane_view.h"

namespace fm {

inline constexpr std::size_t kFileBytes = 8 * 1024 * 1024;  // of a file that is read or written

// Where a path ends once its links are walked.
struct LanePlace {
  std::string path;   // from where paths begin, links resolved; empty: that folder itself
  Descriptor folder;  // that it lies in, open; of the lane itself: the lane
  std::string name;   // in that folder
  enum class What { kNothing, kFile, kFolder } what = What::kNothing;
  bool parent_missing = false;  // `folder` is then the last one there is, `name` what is below it
};

struct LaneEntry {
  std::string name;
  enum class What { kFile, kFolder, kLink, kOther } what = What::kFile;
  std::int64_t bytes = 0;
};

class LaneFolder {
 public:
  static Result<LaneFolder> open(const LaneView& lane);

  Result<LanePlace> find(std::string_view path) const;

  // A whole file. `place` is what find() gave.
  Result<std::string> read(const LanePlace& place) const;
  // The same for whoever looks through many: what it holds is looked at by may_show(), before any
  // of it is shown.
  Result<std::string> read_to_search(const LanePlace& place) const;
  Result<void> may_show(const LanePlace& place, std::string_view bytes) const;

  // The whole file at once, or nothing: a file of its own beside it, renamed over it. The mode of a
  // file that is replaced is kept, folders that are missing are made.
  Result<void> write(const LanePlace& place, std::string_view bytes) const;

  // What a folder holds but for what is off limits, by name; at most `most`.
  Result<std::vector<LaneEntry>> list(const LanePlace& place, std::size_t most) const;

 private:
  explicit LaneFolder(const LaneView& lane, Descriptor root);
  bool is_kept(const std::string& path, KeptBack::What what) const;

  LaneAccess access_;
  std::string shown_root_;  // as the lane names it
  std::string real_root_;   // its links resolved
  std::string folder_;      // below it, where paths begin
  bool writes_anywhere_;
  Descriptor root_;
  std::shared_ptr<KeptBack> kept_;  // null: nothing is kept back
};

// Whether a file is one that write() makes beside another: only a crash leaves one.
bool is_leftover(std::string_view name);

}  // namespace fm
