#include "bench/promises/commits.h"

#include <sqlite3.h>

#include <atomic>

#include "bench/promises/measure.h"

namespace fm::bench {
namespace {

// SQLite calls without any state of ours, so the counter and the VFS below stand here.
std::atomic<std::int64_t> counted = 0;
sqlite3_vfs* system_vfs = nullptr;
sqlite3_io_methods log_methods;
int (*system_sync)(sqlite3_file*, int) = nullptr;

int sync_log(sqlite3_file* file, int flags) {
  ++counted;
  return system_sync(file, flags);
}

int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* given) {
  const int code = system_vfs->xOpen(system_vfs, name, file, flags, given);
  if (code != SQLITE_OK || (flags & SQLITE_OPEN_WAL) == 0 || file->pMethods == nullptr) return code;
  if (system_sync == nullptr) {
    log_methods = *file->pMethods;
    system_sync = log_methods.xSync;
    log_methods.xSync = sync_log;
  }
  file->pMethods = &log_methods;
  return code;
}

}  // namespace

void count_commits() {
  static sqlite3_vfs counting;
  sqlite3_initialize();
  system_vfs = sqlite3_vfs_find(nullptr);
  if (system_vfs == nullptr) give_up("SQLite has no file system");
  counting = *system_vfs;
  counting.zName = "counting";
  counting.xOpen = open_file;
  sqlite3_vfs_register(&counting, 1);
}

std::int64_t commits() { return counted; }

}  // namespace fm::bench
