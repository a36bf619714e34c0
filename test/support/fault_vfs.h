// FaultDisk: a disk in memory, which SQLite uses by its name as a VFS, and which can fail.
//
// A test owns it; it outlives every connection that is opened on it. Each file has what was synced
// and what was only written. Operations that change the disk (open with creation, write, sync,
// truncate, delete) are counted from 1, so that a test can name the one at which the power goes.
// After a crash every operation fails until restart(), which leaves what a new process would find:
// connections must be closed by then. Locks and shared memory are those of one process. Thread
// safe; no randomness but that of the seed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace fm::testing {

enum class CrashMode {
  kCrash,      // the process died: all that was written is there
  kPowerLoss,  // what was synced, and of the rest any subset of the writes
  kTornWrite,  // the same by sectors of 512 bytes, and names that were not synced are forgotten
  kLostSuffix  // what was synced, and of the rest the first writes, in the order they were made
};

enum class DiskOp { kCreate, kWrite, kSync, kTruncate, kDelete };
enum class When { kBefore, kAfter };

struct DiskEvent {
  DiskOp op;
  std::string file;
  std::int64_t offset = 0;
  std::int64_t size = 0;
};

class FaultDisk {
 public:
  explicit FaultDisk(std::uint64_t seed = 1);
  ~FaultDisk();
  FaultDisk(const FaultDisk&) = delete;

  const std::string& vfs() const { return name_; }

  void crash_at(std::int64_t operation, When when);
  void crash();  // now
  bool crashed() const;
  void restart(CrashMode mode);

  // What a cut can take away (lost_suffix.cc): changes of files and names since they were synced.
  std::int64_t unsynced() const;
  // How many of them the next restart(kLostSuffix) keeps, the oldest; below 0: as the seed says.
  void keep_unsynced(std::int64_t count) { keep_unsynced_ = count; }
  // The files as they would be found if so many were kept; the disk itself stays as it is.
  std::map<std::string, std::string> after_cut(std::int64_t kept) const;

  void fail_at(std::int64_t operation) { fail_at_ = operation; }  // EIO, that one only
  void set_space(std::int64_t bytes) { space_ = bytes; }          // left; below 0: endless
  void set_read_only(bool on) { read_only_ = on; }
  void ignore_syncs(bool on) { ignore_syncs_ = on; }  // a disk that lies

  std::int64_t operations() const { return static_cast<std::int64_t>(trace_.size()); }
  const std::vector<DiskEvent>& trace() const { return trace_; }

  std::string content(const std::string& file) const;
  void set_content(const std::string& file, std::string bytes);  // as if synced
  bool exists(const std::string& file) const { return names_.contains(file); }

  // What the VFS calls.
  struct Node;
  struct Handle;
  std::recursive_mutex& mutex() { return mutex_; }
  int note(DiskOp op, const std::string& file, std::int64_t offset, std::int64_t size);
  void noted();  // after an operation was done
  int open(const std::string& file, int flags, std::shared_ptr<Node>& node, int& out_flags);
  int write(Node& node, std::int64_t offset, std::string_view bytes);
  int truncate(Node& node, std::int64_t size);
  int sync(Node& node);
  int remove(const std::string& file, bool sync_names);
  std::uint64_t random() { return random_(); }
  struct Registration;  // the VFS under its name; defined in the source

 private:
  void keep_some(Node& node, CrashMode mode);
  std::vector<std::int64_t> unsynced_operations() const;
  void lose_suffix();

  std::string name_;
  mutable std::recursive_mutex mutex_;
  std::mt19937_64 random_;
  std::map<std::string, std::shared_ptr<Node>> names_;
  std::map<std::string, std::shared_ptr<Node>> synced_names_;
  std::vector<DiskEvent> trace_;
  std::int64_t crash_at_ = 0;
  When crash_when_ = When::kBefore;
  std::int64_t fail_at_ = 0;
  std::int64_t space_ = -1;
  std::int64_t keep_unsynced_ = -1;
  bool read_only_ = false;
  bool ignore_syncs_ = false;
  bool crashed_ = false;
  std::unique_ptr<Registration> registration_;
};

}  // namespace fm::testing
