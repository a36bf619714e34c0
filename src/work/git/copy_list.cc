#include "work/git/copy_list.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "engine/flow/task_scope.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

class Copier {
 public:
  Copier(const Lane& lane, std::int64_t limit)
      : top_(fs::canonical(lane.repository.toplevel)),
        lane_(fs::canonical(lane.path)),
        common_(fs::canonical(lane.repository.common_dir)),
        limit_(limit) {}

  void take(const std::string& entry) {
    const fs::path below(entry);
    if (below.empty() || below.is_absolute() || std::ranges::find(below, "..") != below.end())
      return refuse(entry, "it must lie below the repository's top folder");
    std::error_code error;
    const fs::path from = fs::canonical(top_ / below, error);
    if (error) return refuse(entry, "there is no such file");
    if (!is_within(from, top_) || from == top_)
      return refuse(entry, "it leads out of the repository");
    if (is_within(from, common_) || std::ranges::find(below, ".git") != below.end())
      return refuse(entry, "it is git's own");
    const std::int64_t bytes = size_of(from);
    if (bytes > limit_ - end_.bytes)
      return refuse(entry,
                    "with it, more than " + std::to_string(limit_ >> 20) + " MiB would be copied");
    copy(from, below);
  }

  CopyEnd end() { return std::move(end_); }

 private:
  void refuse(const std::string& path, std::string why) {
    end_.refused.push_back({path, std::move(why)});
  }

  // Until it is over the limit: no more of a huge folder is looked at.
  std::int64_t size_of(const fs::path& from) const {
    if (fs::is_regular_file(from)) return static_cast<std::int64_t>(fs::file_size(from));
    std::int64_t bytes = 0;
    for (const auto& inside : fs::recursive_directory_iterator(from)) {
      if (fs::is_regular_file(inside.symlink_status()))
        bytes += static_cast<std::int64_t>(inside.file_size());
      if (bytes > limit_) break;
    }
    return bytes;
  }

  // `from` has no link in it. Links inside of a folder are not followed and not copied.
  void copy(const fs::path& from, const fs::path& below) {
    const fs::file_status status = fs::symlink_status(from);
    if (fs::is_directory(status)) {
      for (const auto& inside : fs::directory_iterator(from)) {
        if (inside.path().filename() == ".git") continue;
        copy(inside.path(), below / inside.path().filename());
      }
      return;
    }
    if (!fs::is_regular_file(status)) return refuse(below.string(), "it is no plain file");
    const fs::path to = lane_ / below;
    // A folder that the lane's commit has as a link would lead the copy elsewhere.
    const fs::path parent = fs::weakly_canonical(to.parent_path());
    if (!is_within(parent, lane_))
      return refuse(below.string(), "its place in the worktree leads out of it");
    fs::create_directories(parent);
    const fs::file_status there = fs::symlink_status(to);
    if (fs::exists(there) && !fs::is_regular_file(there))
      return refuse(below.string(), "something else is in its place");
    fs::copy_file(from, parent / to.filename(), fs::copy_options::overwrite_existing);
    end_.bytes += static_cast<std::int64_t>(fs::file_size(from));
    end_.copied.push_back(below.string());
  }

  fs::path top_;
  fs::path lane_;
  fs::path common_;
  std::int64_t limit_;
  CopyEnd end_;
};

Result<CopyEnd> copy_all(const Lane& lane, const std::vector<std::string>& entries,
                         std::int64_t limit) {
  try {
    Copier copier(lane, limit);
    for (const std::string& entry : entries) copier.take(entry);
    return copier.end();
  } catch (const fs::filesystem_error& error) {
    return fail("copy_failed", "Files for the worktree could not be copied.", error.what(),
                "Check that they can be read, and that the disk has space.");
  }
}

}  // namespace

Task<Result<CopyEnd>> copy_into_lane(Git& git, Lane lane, std::vector<std::string> entries,
                                     std::int64_t limit) {
  if (lane.repository.toplevel.empty()) co_return CopyEnd();  // bare: there are no files
  co_return co_await in_pool(git.pool(),
                             [lane, entries, limit] { return copy_all(lane, entries, limit); });
}

}  // namespace fm
