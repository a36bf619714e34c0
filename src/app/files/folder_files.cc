#include "app/files/folder_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "app/files/file_output.h"
#include "base/ids.h"
#include "base/sha256.h"
#include "team/pack/below_folder.h"

namespace fm {
namespace {

std::string cure_for(int reason) {
  switch (reason) {
    case ELOOP:
    case ENOTDIR:
      return "Links and files in the place of a folder are not followed; move what is there away.";
    case EACCES:
    case EPERM:
    case EROFS:
      return "Give yourself the right to write there. Until then the log has all of it.";
    case ENOSPC:
    case EDQUOT:
      return "Make room on that disk. Until then the log has all of it.";
    case ENOENT:
      return "Make the folder again. Until then the log has all of it.";
    default:
      return "Nothing is lost: the log has all of it.";
  }
}

// The program makes these paths: an odd one is a mistake of its own.
Spot place_of(int root, std::string_view path, Missing missing) {
  Spot spot = spot_of(root, path, missing);
  FM_CHECK(spot.reason != EINVAL, "a path is made of names");
  return spot;
}

std::string temporary_name() {
  static std::atomic<unsigned> next = 0;
  return fmt::format(".folkmoot-{}-{}.tmp", ::getpid(), next++);
}

// 0, or the reason; nothing is left behind then.
int write_beside(int folder, const std::string& name, std::string_view bytes) {
  struct stat existing{};
  if (::fstatat(folder, name.c_str(), &existing, AT_SYMLINK_NOFOLLOW) == 0) {
    if (S_ISLNK(existing.st_mode)) return ELOOP;
    if (S_ISDIR(existing.st_mode)) return EISDIR;
    if (!S_ISREG(existing.st_mode)) return EEXIST;
  }
  const std::string temporary = temporary_name();
  Descriptor file(::openat(folder, temporary.c_str(),
                           O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (file.get() < 0) return errno;
  int reason = write_all(file.get(), bytes);
  if (reason == 0 && ::fsync(file.get()) != 0) reason = errno;
  if (::close(file.release()) != 0 && reason == 0) reason = errno;
  if (reason == 0 && ::renameat(folder, temporary.c_str(), folder, name.c_str()) != 0)
    reason = errno;
  if (reason != 0) {
    ::unlinkat(folder, temporary.c_str(), 0);
    return reason;
  }
  // Some file systems cannot; that is no loss of what was written.
  ::fsync(folder);
  return 0;
}

std::unexpected<Error> failed(const std::string& folder, std::string_view path,
                              std::string_view what, int reason) {
  const std::string why = reason == ELOOP
                              ? "It is a symbolic link, and links of a folder are not followed."
                              : fmt::format("The system says: {}.", std::strerror(reason));
  return fail("folder_file_failed", fmt::format("{}/{} could not be {}.", folder, path, what), why,
              cure_for(reason));
}

}  // namespace

FolderFiles::FolderFiles(int descriptor, std::string folder)
    : descriptor_(descriptor), folder_(std::move(folder)) {}

FolderFiles::FolderFiles(FolderFiles&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), folder_(std::move(other.folder_)) {}

FolderFiles& FolderFiles::operator=(FolderFiles&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(folder_, other.folder_);
  return *this;
}

FolderFiles::~FolderFiles() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<FolderFiles> FolderFiles::open(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) {
    return fail("folder_file_failed", "The folder " + folder + " could not be opened.",
                fmt::format("The system says: {}.", std::strerror(errno)), cure_for(errno));
  }
  return FolderFiles(descriptor, folder);
}

Result<std::optional<std::string>> FolderFiles::read(std::string_view path,
                                                     std::size_t limit) const {
  const Spot spot = place_of(descriptor_, path, Missing::kLeave);
  if (spot.reason == ENOENT) return std::nullopt;
  if (spot.reason != 0) return failed(folder_, path, "read", spot.reason);
  const Descriptor file(::openat(spot.folder.get(), spot.name.c_str(),
                                 O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (file.get() < 0 && errno == ENOENT) return std::nullopt;
  if (file.get() < 0) return failed(folder_, path, "read", errno);
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return failed(folder_, path, "read", errno);
  if (!S_ISREG(status.st_mode))
    return failed(folder_, path, "read", S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
  const auto too_large = [&] {
    return fail("file_too_large",
                fmt::format("{}/{} has more than {} bytes.", folder_, path, limit), {},
                "Shorten it or divide it.");
  };
  if (static_cast<std::size_t>(status.st_size) > limit) return too_large();
  std::string text;
  char buffer[16 << 10];
  for (;;) {
    const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failed(folder_, path, "read", errno);
    if (count == 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
    if (text.size() > limit) return too_large();  // it grows
  }
}

Result<void> FolderFiles::write(std::string_view path, std::string_view bytes) const {
  const Spot spot = place_of(descriptor_, path, Missing::kMake);
  if (spot.reason != 0) return failed(folder_, path, "written", spot.reason);
  const int reason = write_beside(spot.folder.get(), spot.name, bytes);
  if (reason != 0) return failed(folder_, path, "written", reason);
  return {};
}

Result<std::string> FolderFiles::set_aside(std::string_view path, std::string_view ending) const {
  const Spot spot = place_of(descriptor_, path, Missing::kLeave);
  if (spot.reason != 0) return failed(folder_, path, "renamed", spot.reason);
  constexpr int kMost = 1000;
  for (int number = 1; number <= kMost; ++number) {
    const std::string added =
        number == 1 ? std::string(ending) : fmt::format("{}-{}", ending, number);
    const std::string to = spot.name + added;
    if (::renameat2(spot.folder.get(), spot.name.c_str(), spot.folder.get(), to.c_str(),
                    RENAME_NOREPLACE) == 0)
      return std::string(path) + added;
    if (errno != EEXIST) return failed(folder_, path, "renamed", errno);
  }
  return failed(folder_, path, "renamed", EEXIST);
}

std::vector<std::string> FolderFiles::names(std::string_view path) const {
  constexpr std::size_t kMost = 1000;
  std::vector<std::string> names;
  Spot spot = place_of(descriptor_, std::string(path) + "/x", Missing::kLeave);
  if (spot.reason != 0) return names;
  DIR* folder = ::fdopendir(spot.folder.release());
  if (folder == nullptr) return names;
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != ".." && names.size() < kMost) names.emplace_back(name);
  }
  ::closedir(folder);
  std::ranges::sort(names);
  return names;
}

std::string safe_file_name(std::string_view name) {
  if (check_id(name)) return std::string(name);
  constexpr std::size_t kReadable = 40, kHash = 8;
  const std::string readable = slug(name, kReadable);
  return (readable.empty() ? "" : readable + "-") + to_base32(sha256(name), kHash);
}

}  // namespace fm
