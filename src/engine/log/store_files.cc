#include "engine/log/store_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>

#include "engine/log/sqlite.h"

namespace fm {
namespace {

std::int64_t size_of(const std::string& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 ? static_cast<std::int64_t>(facts.st_size) : -1;
}

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

}  // namespace

Result<void> check_store_files(const std::string& database,
                               const std::optional<HighWaterMark>& mark) {
  if (size_of(database) > 0) return {};
  const bool had_events = mark && mark->seq > 0;
  if (!had_events && size_of(database + "-wal") <= 0) return {};
  return fail("store_damaged",
              size_of(database) < 0 ? "The store's file is missing." : "The store's file is empty.",
              database + (had_events ? " had " + std::to_string(mark->seq) + " events."
                                     : " has a write-ahead log beside it, which may hold events."),
              "Nothing was changed. Put the file back from a backup. To begin without it, move the "
              "whole folder " +
                  folder_of(database) + " away.");
}

Result<void> make_private(const std::string& database) {
  // One that is there is not opened: closing it would give up SQLite's locks of this process.
  if (size_of(database) < 0) {
    const int file = ::open(database.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return store_file_unreadable(database);
    ::close(file);
  }
  for (const char* suffix : {"", "-wal", "-shm"}) {
    const std::string path = database + suffix;
    struct stat facts{};
    const bool open_to_others = ::stat(path.c_str(), &facts) == 0 && (facts.st_mode & 077) != 0;
    if (open_to_others && ::chmod(path.c_str(), 0600) != 0) return store_file_unreadable(path);
  }
  return {};
}

}  // namespace fm
