// SQLite's side of FaultDisk: the methods of a VFS and of its files.
#include "test/support/fault_vfs.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "test/support/fault_disk.h"

namespace fm::testing {

struct FaultDisk::Handle {
  sqlite3_file base;  // first: SQLite sees only this
  FaultDisk* disk;
  std::shared_ptr<Node> node;
  int level;
  unsigned shm_shared;
  unsigned shm_exclusive;
  bool in_shm;
};

namespace {

using Handle = FaultDisk::Handle;

Handle& handle(sqlite3_file* file) { return *reinterpret_cast<Handle*>(file); }

void unlock_to(Handle& file, int level) {
  auto& node = *file.node;
  if (level < SQLITE_LOCK_RESERVED) {
    if (node.reserved == &file) node.reserved = nullptr;
    if (node.pending_lock == &file) node.pending_lock = nullptr;
  }
  if (level < SQLITE_LOCK_EXCLUSIVE && node.exclusive == &file) node.exclusive = nullptr;
  if (level == SQLITE_LOCK_NONE && file.level >= SQLITE_LOCK_SHARED) --node.shared_locks;
  file.level = std::min(file.level, level);
}

void leave_shm(Handle& file) {
  if (!file.in_shm) return;
  auto& shm = file.node->shm;
  for (unsigned i = 0; i < kShmLocks; ++i) {
    if (file.shm_shared >> i & 1) --shm.shared[i];
    if (file.shm_exclusive >> i & 1) shm.exclusive[i] = nullptr;
  }
  file.shm_shared = file.shm_exclusive = 0;
  file.in_shm = false;
  if (--shm.users == 0) shm.regions.clear();
}

int close_file(sqlite3_file* raw) {
  Handle& file = handle(raw);
  const std::lock_guard lock(file.disk->mutex());
  leave_shm(file);
  unlock_to(file, SQLITE_LOCK_NONE);
  std::destroy_at(&file.node);
  return SQLITE_OK;
}

int read_file(sqlite3_file* raw, void* into, int amount, sqlite3_int64 offset) {
  Handle& file = handle(raw);
  const std::lock_guard lock(file.disk->mutex());
  if (file.disk->crashed()) return SQLITE_IOERR;
  const std::string& bytes = file.node->current;
  const auto at = std::min(static_cast<std::size_t>(offset), bytes.size());
  const auto wanted = static_cast<std::size_t>(amount);
  const auto there = std::min(wanted, bytes.size() - at);
  std::memcpy(into, bytes.data() + at, there);
  std::memset(static_cast<char*>(into) + there, 0, wanted - there);
  return there == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

int write_file(sqlite3_file* raw, const void* from, int amount, sqlite3_int64 offset) {
  Handle& file = handle(raw);
  const std::lock_guard lock(file.disk->mutex());
  return file.disk->write(*file.node, offset,
                          {static_cast<const char*>(from), static_cast<std::size_t>(amount)});
}

int truncate_file(sqlite3_file* raw, sqlite3_int64 size) {
  Handle& file = handle(raw);
  const std::lock_guard lock(file.disk->mutex());
  return file.disk->truncate(*file.node, size);
}

int sync_file(sqlite3_file* raw, int) {
  Handle& file = handle(raw);
  const std::lock_guard lock(file.disk->mutex());
  return file.disk->sync(*file.node);
}

int file_size(sqlite3_file* raw, sqlite3_int64* size) {
  Handle& file = handle(raw);
  const std::lock_guard lock(file.disk->mutex());
  if (file.disk->crashed()) return SQLITE_IOERR;
  *size = static_cast<sqlite3_int64>(file.node->current.size());
  return SQLITE_OK;
}

int lock_file(sqlite3_file* raw, int level) {
  Handle& file = handle(raw);
  const std::lock_guard lock(file.disk->mutex());
  auto& node = *file.node;
  const auto others = [&](const void* holder) { return holder && holder != &file; };
  if (level <= file.level) return SQLITE_OK;
  if (level == SQLITE_LOCK_SHARED) {
    if (others(node.pending_lock) || others(node.exclusive)) return SQLITE_BUSY;
    ++node.shared_locks;
  } else if (level == SQLITE_LOCK_RESERVED) {
    if (others(node.reserved)) return SQLITE_BUSY;
    node.reserved = &file;
  } else {
    if (others(node.pending_lock) || others(node.exclusive)) return SQLITE_BUSY;
    node.pending_lock = &file;
    if (level == SQLITE_LOCK_EXCLUSIVE) {
      if (node.shared_locks > 1) return SQLITE_BUSY;
      node.exclusive = &file;
    }
  }
  file.level = level;
  return SQLITE_OK;
}

int unlock_file(sqlite3_file* raw, int level) {
  Handle& file = handle(raw);
  const std::lock_guard lock(file.disk->mutex());
  unlock_to(file, level);
  return SQLITE_OK;
}

int check_reserved(sqlite3_file* raw, int* held) {
  Handle& file = handle(raw);
  const std::lock_guard lock(file.disk->mutex());
  *held = file.node->reserved != nullptr || file.node->exclusive != nullptr;
  return SQLITE_OK;
}

int file_control(sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; }
int sector_size(sqlite3_file*) { return 4096; }
// A torn write does not touch the bytes beside it, as on the disks that the system's VFS expects.
int characteristics(sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

int map_shm(sqlite3_file* raw, int region, int size, int extend, void volatile** into) {
  Handle& file = handle(raw);
  const std::lock_guard lock(file.disk->mutex());
  *into = nullptr;
  if (file.disk->crashed()) return SQLITE_IOERR;
  auto& shm = file.node->shm;
  if (!file.in_shm) ++shm.users;
  file.in_shm = true;
  while (static_cast<int>(shm.regions.size()) <= region) {
    if (!extend) return SQLITE_OK;
    shm.regions.push_back(std::make_unique<char[]>(static_cast<std::size_t>(size)));
  }
  *into = shm.regions[static_cast<std::size_t>(region)].get();
  return SQLITE_OK;
}

int lock_shm(sqlite3_file* raw, int first, int count, int flags) {
  Handle& file = handle(raw);
  const std::lock_guard lock(file.disk->mutex());
  auto& shm = file.node->shm;
  const auto each = [&](auto&& call) {
    for (int i = first; i < first + count; ++i) call(static_cast<unsigned>(i), 1u << i);
  };
  if (flags & SQLITE_SHM_UNLOCK) {
    each([&](unsigned i, unsigned bit) {
      if (file.shm_shared & bit) --shm.shared[i];
      if (file.shm_exclusive & bit) shm.exclusive[i] = nullptr;
      file.shm_shared &= ~bit;
      file.shm_exclusive &= ~bit;
    });
    return SQLITE_OK;
  }
  const bool exclusive = flags & SQLITE_SHM_EXCLUSIVE;
  bool busy = false;
  each([&](unsigned i, unsigned bit) {
    const int others = shm.shared[i] - (file.shm_shared & bit ? 1 : 0);
    if (shm.exclusive[i] && shm.exclusive[i] != &file) busy = true;
    if (exclusive && others > 0) busy = true;
  });
  if (busy) return SQLITE_BUSY;
  each([&](unsigned i, unsigned bit) {
    if (exclusive) {
      shm.exclusive[i] = &file;
      file.shm_exclusive |= bit;
    } else if (!(file.shm_shared & bit)) {
      ++shm.shared[i];
      file.shm_shared |= bit;
    }
  });
  return SQLITE_OK;
}

void barrier_shm(sqlite3_file* raw) {
  // Taking and giving the lock orders what other threads see.
  const std::lock_guard lock(handle(raw).disk->mutex());
}

int unmap_shm(sqlite3_file* raw, int) {
  Handle& file = handle(raw);
  const std::lock_guard lock(file.disk->mutex());
  leave_shm(file);
  return SQLITE_OK;
}

constexpr sqlite3_io_methods kMethods = {
    2,         close_file,  read_file,      write_file,   truncate_file, sync_file,       file_size,
    lock_file, unlock_file, check_reserved, file_control, sector_size,   characteristics, map_shm,
    lock_shm,  barrier_shm, unmap_shm,      nullptr,      nullptr};

FaultDisk& disk_of(sqlite3_vfs* vfs) { return *static_cast<FaultDisk*>(vfs->pAppData); }

int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* raw, int flags, int* out_flags) {
  FaultDisk& disk = disk_of(vfs);
  const std::lock_guard lock(disk.mutex());
  raw->pMethods = nullptr;
  std::shared_ptr<FaultDisk::Node> node;
  int given = flags;
  if (name) {
    if (const int code = disk.open(name, flags, node, given)) return code;
  } else {
    node = std::make_shared<FaultDisk::Node>();
    node->temporary = true;
  }
  new (raw) Handle{{&kMethods}, &disk, std::move(node), SQLITE_LOCK_NONE, 0, 0, false};
  if (out_flags) *out_flags = given;
  return SQLITE_OK;
}

int delete_file(sqlite3_vfs* vfs, const char* name, int sync_names) {
  const std::lock_guard lock(disk_of(vfs).mutex());
  return disk_of(vfs).remove(name, sync_names != 0);
}

int access_file(sqlite3_vfs* vfs, const char* name, int, int* result) {
  const std::lock_guard lock(disk_of(vfs).mutex());
  *result = disk_of(vfs).exists(name);
  return SQLITE_OK;
}

int full_path(sqlite3_vfs*, const char* name, int size, char* into) {
  std::snprintf(into, static_cast<std::size_t>(size), "%s", name);
  return SQLITE_OK;
}

int randomness(sqlite3_vfs* vfs, int size, char* into) {
  const std::lock_guard lock(disk_of(vfs).mutex());
  for (int i = 0; i < size; ++i) into[i] = static_cast<char>(disk_of(vfs).random());
  return size;
}

int sleep_no_time(sqlite3_vfs*, int microseconds) { return microseconds; }

int same_time(sqlite3_vfs*, double* days) {
  *days = 2460000.5;
  return SQLITE_OK;
}

int last_error(sqlite3_vfs*, int, char*) { return 0; }

}  // namespace

FaultDisk::Registration::Registration(FaultDisk& disk) {
  vfs.iVersion = 1;
  vfs.szOsFile = sizeof(Handle);
  vfs.mxPathname = 256;
  vfs.zName = disk.vfs().c_str();
  vfs.pAppData = &disk;
  vfs.xOpen = open_file;
  vfs.xDelete = delete_file;
  vfs.xAccess = access_file;
  vfs.xFullPathname = full_path;
  vfs.xRandomness = randomness;
  vfs.xSleep = sleep_no_time;
  vfs.xCurrentTime = same_time;
  vfs.xGetLastError = last_error;
  sqlite3_initialize();
  sqlite3_vfs_register(&vfs, 0);
}

FaultDisk::Registration::~Registration() { sqlite3_vfs_unregister(&vfs); }

}  // namespace fm::testing
