#include "team/pack/below_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace fm {
namespace {

constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

bool is_name(std::string_view part) { return !part.empty() && part != "." && part != ".."; }

// A person's own folder may be a link; what lies below it may not.
Descriptor open_root(const std::filesystem::path& root) {
  return Descriptor(::open(root.c_str(), kFolder));
}

}  // namespace

Spot spot_of(int root, std::string_view path, Missing missing) {
  Spot spot{Descriptor(::fcntl(root, F_DUPFD_CLOEXEC, 0)), {}, 0};
  if (spot.folder.get() < 0) spot.reason = errno;
  for (std::size_t slash; spot.reason == 0 && (slash = path.find('/')) != std::string_view::npos;
       path.remove_prefix(slash + 1)) {
    const std::string part(path.substr(0, slash));
    if (!is_name(part)) {
      spot.reason = EINVAL;
      return spot;
    }
    if (missing == Missing::kMake && ::mkdirat(spot.folder.get(), part.c_str(), 0777) != 0 &&
        errno != EEXIST) {
      spot.reason = errno;
      return spot;
    }
    Descriptor next(::openat(spot.folder.get(), part.c_str(), kFolder | O_NOFOLLOW));
    if (next.get() < 0) spot.reason = errno;
    spot.folder = std::move(next);
  }
  spot.name = path;
  if (spot.reason == 0 && !is_name(path)) spot.reason = EINVAL;
  return spot;
}

std::expected<FileHead, int> read_head_below(const std::filesystem::path& root,
                                             std::string_view path, std::size_t limit) {
  const Descriptor top = open_root(root);
  if (top.get() < 0) return std::unexpected(errno);
  const Spot spot = spot_of(top.get(), path, Missing::kLeave);
  if (spot.reason != 0) return std::unexpected(spot.reason);
  const Descriptor file(::openat(spot.folder.get(), spot.name.c_str(),
                                 O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status = {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) return std::unexpected(errno);
  if (!S_ISREG(status.st_mode)) return std::unexpected(EINVAL);
  FileHead head{.text = {}, .bytes = status.st_size};
  char buffer[16 << 10];
  while (head.text.size() < limit) {
    const std::size_t wanted = std::min(sizeof buffer, limit - head.text.size());
    const ssize_t count = ::read(file.get(), buffer, wanted);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::unexpected(errno);
    if (count == 0) break;
    head.text.append(buffer, static_cast<std::size_t>(count));
  }
  head.bytes = std::max(head.bytes, static_cast<std::int64_t>(head.text.size()));  // it grows
  return head;
}

FolderEntries entries_below(const std::filesystem::path& root, std::string_view path,
                            std::size_t most) {
  FolderEntries found;
  Descriptor folder = open_root(root);
  if (folder.get() >= 0 && !path.empty()) {
    // The folder of a file that would lie in it.
    Spot spot = spot_of(folder.get(), std::string(path) + "/x", Missing::kLeave);
    if (spot.reason != 0) return found;
    folder = std::move(spot.folder);
  }
  const auto close = [](DIR* opened) { ::closedir(opened); };
  const std::unique_ptr<DIR, decltype(close)> listed(
      folder.get() < 0 ? nullptr : ::fdopendir(folder.get()), close);
  if (!listed) return found;
  const int fd = folder.release();  // the listing's now
  while (const dirent* entry = ::readdir(listed.get())) {
    if (!is_name(entry->d_name)) continue;
    if (found.looked_at == most) {
      found.is_all = false;
      return found;
    }
    ++found.looked_at;
    struct stat status = {};
    if (::fstatat(fd, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (S_ISDIR(status.st_mode) || S_ISREG(status.st_mode))
      found.entries.push_back({entry->d_name, S_ISDIR(status.st_mode), status.st_size});
  }
  return found;
}

}  // namespace fm
