// The insides of FaultDisk, shared by its two sources.
#pragma once

#include <sqlite3.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "test/support/fault_vfs.h"

namespace fm::testing {

inline constexpr int kShmLocks = 8;

struct FaultDisk::Node {
  struct Change {
    std::int64_t offset = 0;
    std::string bytes;
    bool truncates = false;      // to `offset`
    std::int64_t operation = 0;  // of the disk, that made it
  };
  struct Shm {
    std::vector<std::unique_ptr<char[]>> regions;
    std::array<int, kShmLocks> shared{};
    std::array<const void*, kShmLocks> exclusive{};
    int users = 0;
  };

  std::string name;
  bool temporary = false;
  std::string current;
  std::string durable;
  std::vector<Change> pending;  // since the last sync
  bool names_synced = false;    // its first sync makes the directory durable too
  std::int64_t created = 0;     // the operation that made its name; 0: it was there
  std::int64_t deleted = 0;     // and the one that took it away; 0: none did
  int shared_locks = 0;
  const void* reserved = nullptr;
  const void* pending_lock = nullptr;
  const void* exclusive = nullptr;
  Shm shm;
};

// Makes `change` in `bytes`.
void make_change(std::string& bytes, const FaultDisk::Node::Change& change);

struct FaultDisk::Registration {
  explicit Registration(FaultDisk& disk);
  ~Registration();
  sqlite3_vfs vfs{};
};

}  // namespace fm::testing
