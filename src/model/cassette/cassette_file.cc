#include "model/cassette/cassette_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

namespace fm {
namespace {

constexpr std::uintmax_t kLargestFile = 1u << 30;

std::unexpected<Error> not_written(const std::string& path, int reason) {
  return fail("cassette_write_failed", path + " cannot be written.",
              std::string(std::strerror(reason)) + ".",
              "Make space or name another file, then record anew.");
}

std::unexpected<Error> not_read(const std::string& path, std::string cause) {
  return fail("cassette_unreadable", path + " cannot be read.", std::move(cause),
              "Name a file that was made with --record.");
}

}  // namespace

Result<std::unique_ptr<CassetteFile>> CassetteFile::create(const std::string& path) {
  // Non-blocking, for a pipe that nobody reads. It makes no difference to regular files.
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK,
                        S_IRUSR | S_IWUSR);
  if (fd < 0) return not_written(path, errno);
  std::unique_ptr<CassetteFile> file(new CassetteFile(path, fd));
  struct stat status = {};
  if (::fstat(fd, &status) != 0) return not_written(path, errno);
  if (!S_ISREG(status.st_mode))
    return fail("cassette_write_failed", path + " cannot be written.", "It is no regular file.",
                "Name another file.");
  const bool is_taken = ::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (is_taken || ::fstat(fd, &status) != 0 || status.st_size > 0)
    return fail("cassette_exists", path + " is there already.",
                "Recording never adds to a file or replaces one.",
                "Name another file, or delete this one first.");
  if (::fchmod(fd, S_IRUSR | S_IWUSR) != 0) return not_written(path, errno);
  return file;
}

CassetteFile::~CassetteFile() { ::close(fd_); }

void CassetteFile::clear() {
  if (::ftruncate(fd_, 0) == 0) size_ = 0;
}

Result<void> CassetteFile::append(std::string_view lines) {
  const std::int64_t whole = size_;
  while (!lines.empty()) {
    const ssize_t written = ::write(fd_, lines.data(), lines.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      const int reason = written < 0 ? errno : ENOSPC;
      // Where this fails too, the torn line is left out when the file is read.
      if (::ftruncate(fd_, whole) == 0) size_ = whole;
      return not_written(path_, reason);
    }
    size_ += written;
    lines.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<Cassette> read_cassette_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return not_read(path, "There is no such file.");
  if (!std::filesystem::is_regular_file(status)) return not_read(path, "It is no regular file.");
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return not_read(path, error.message() + ".");
  if (size > kLargestFile) return not_read(path, "It is larger than 1 GiB.");
  std::string text(size, '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file.read(text.data(), static_cast<std::streamsize>(size)))
    return not_read(path, "Reading it failed; perhaps it is not yours.");
  return read_cassette(text, path);
}

}  // namespace fm
