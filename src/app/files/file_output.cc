#include "app/files/file_output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace fm {
namespace {

std::string cure_for(int reason, const std::string& folder) {
  switch (reason) {
    case ENOENT:
      return "Make the folder first, or choose another place: mkdir -p " + folder;
    case ENOTDIR:
      return "A part of the path is a file; choose another place.";
    case EISDIR:
      return "The path is a folder; add a file name to it.";
    case EACCES:
    case EPERM:
    case EROFS:
      return "Choose a place that you may write to, or change the rights of " + folder + ".";
    case ENOSPC:
    case EDQUOT:
      return "Make room on that disk, or choose another place.";
    case ENAMETOOLONG:
      return "Choose a shorter name.";
    default:
      return "Choose another place, or try again.";
  }
}

std::unexpected<Error> failed(const std::string& path, int reason) {
  std::string folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  return fail("file_write_failed", "The file " + path + " could not be written.",
              fmt::format("The system says: {}.", std::strerror(reason)), cure_for(reason, folder));
}

// Closes and, while it is not kept, removes what was begun.
class OutputFile {
 public:
  OutputFile(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!path_.empty()) ::unlink(path_.c_str());
  }

  int descriptor() const { return descriptor_; }
  int close() { return ::close(std::exchange(descriptor_, -1)) == 0 ? 0 : errno; }
  void keep() { path_.clear(); }

 private:
  int descriptor_;
  std::string path_;  // empty: there is nothing to remove
};

// After a rename the folder has to reach the disk too. Some file systems cannot; that is no loss
// of what was written.
void sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

Result<void> write_straight(const std::string& path, std::string_view bytes) {
  OutputFile file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC), {});
  if (file.descriptor() < 0) return failed(path, errno);
  if (const int reason = write_all(file.descriptor(), bytes)) return failed(path, reason);
  return {};
}

// A name that no other write of this or another process has.
std::filesystem::path temporary_beside(const std::filesystem::path& target) {
  static std::atomic<unsigned> next = 0;
  return target.parent_path() / fmt::format(".folkmoot-{}-{}.tmp", ::getpid(), next++);
}

std::filesystem::path resolved(const std::string& path) {
  std::error_code unresolved;
  std::filesystem::path target = std::filesystem::weakly_canonical(path, unresolved);
  return unresolved ? std::filesystem::path(path) : target;
}

}  // namespace

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

Result<void> check_file(const std::string& path) {
  const std::filesystem::path target = resolved(path);
  struct stat existing{};
  const bool exists = ::stat(target.c_str(), &existing) == 0;
  if (!exists && errno != ENOENT) return failed(path, errno);
  if (exists && S_ISDIR(existing.st_mode)) return failed(path, EISDIR);
  if (path.starts_with("/dev/") || (exists && !S_ISREG(existing.st_mode)))
    return ::access(path.c_str(), W_OK) == 0 ? Result<void>() : failed(path, errno);
  const std::filesystem::path temporary = temporary_beside(target);
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return failed(path, errno);
  const OutputFile removed_at_once(descriptor, temporary.string());
  return {};
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
  // /dev/stdout leads to whatever the shell put there; replacing that would lose what else is said.
  if (path.starts_with("/dev/")) return write_straight(path, bytes);

  const std::filesystem::path target = resolved(path);
  struct stat existing{};
  const bool exists = ::stat(target.c_str(), &existing) == 0;
  if (exists && S_ISDIR(existing.st_mode)) return failed(path, EISDIR);
  if (exists && !S_ISREG(existing.st_mode)) return write_straight(path, bytes);

  const std::filesystem::path temporary = temporary_beside(target);
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return failed(path, errno);
  OutputFile file(descriptor, temporary.string());
  if (exists) ::fchmod(descriptor, existing.st_mode & 07777);
  if (const int reason = write_all(descriptor, bytes)) return failed(path, reason);
  if (::fsync(descriptor) != 0) return failed(path, errno);
  if (const int reason = file.close()) return failed(path, reason);
  if (::rename(temporary.c_str(), target.c_str()) != 0) return failed(path, errno);
  file.keep();
  sync_folder(target.parent_path());
  return {};
}

}  // namespace fm
