// The disk: what is written, what is synced, and what a crash leaves of it.
#include "test/support/fault_disk.h"

#include <atomic>

namespace fm::testing {
namespace {

constexpr std::int64_t kSector = 512;

std::string next_name() {
  static std::atomic<int> made = 0;
  return "fault-disk-" + std::to_string(++made);
}

}  // namespace

void make_change(std::string& bytes, const FaultDisk::Node::Change& change) {
  const auto offset = static_cast<std::size_t>(change.offset);
  if (change.truncates) {
    bytes.resize(offset);
    return;
  }
  if (bytes.size() < offset + change.bytes.size()) bytes.resize(offset + change.bytes.size());
  bytes.replace(offset, change.bytes.size(), change.bytes);
}

FaultDisk::FaultDisk(std::uint64_t seed) : name_(next_name()), random_(seed) {
  registration_ = std::make_unique<Registration>(*this);
}

FaultDisk::~FaultDisk() = default;

void FaultDisk::crash_at(std::int64_t operation, When when) {
  crash_at_ = operation;
  crash_when_ = when;
}

void FaultDisk::crash() {
  const std::lock_guard lock(mutex_);
  crashed_ = true;
}

bool FaultDisk::crashed() const {
  const std::lock_guard lock(mutex_);
  return crashed_;
}

int FaultDisk::note(DiskOp op, const std::string& file, std::int64_t offset, std::int64_t size) {
  if (crashed_) return SQLITE_IOERR;
  trace_.push_back({op, file, offset, size});
  if (operations() == crash_at_ && crash_when_ == When::kBefore) {
    crashed_ = true;
    return SQLITE_IOERR;
  }
  if (operations() == fail_at_) return op == DiskOp::kSync ? SQLITE_IOERR_FSYNC : SQLITE_IOERR;
  return SQLITE_OK;
}

void FaultDisk::noted() {
  if (operations() == crash_at_ && crash_when_ == When::kAfter) crashed_ = true;
}

int FaultDisk::open(const std::string& file, int flags, std::shared_ptr<Node>& node,
                    int& out_flags) {
  out_flags = flags;
  if (crashed_) return SQLITE_IOERR;
  auto found = names_.find(file);
  if (found != names_.end()) {
    node = found->second;
    if (read_only_ && (flags & SQLITE_OPEN_READWRITE)) {
      out_flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
    }
    return SQLITE_OK;
  }
  if (!(flags & SQLITE_OPEN_CREATE) || read_only_) return SQLITE_CANTOPEN;
  if (const int code = note(DiskOp::kCreate, file, 0, 0)) return code;
  node = std::make_shared<Node>();
  node->name = file;
  node->created = operations();
  names_[file] = node;
  // Like the system's VFS: only journals make their directory durable, at their first sync.
  node->names_synced = (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL)) == 0;
  noted();
  return SQLITE_OK;
}

int FaultDisk::write(Node& node, std::int64_t offset, std::string_view bytes) {
  if (node.temporary) {
    make_change(node.current, {offset, std::string(bytes), false});
    return SQLITE_OK;
  }
  if (read_only_) return SQLITE_READONLY;
  const int code = note(DiskOp::kWrite, node.name, offset, static_cast<std::int64_t>(bytes.size()));
  Node::Change change{offset, std::string(bytes), false, operations()};
  if (code != SQLITE_OK) {
    // Some of a write in which the power went may have reached the disk.
    if (crashed_ && operations() == crash_at_) node.pending.push_back(std::move(change));
    return code;
  }
  const auto grows = offset + static_cast<std::int64_t>(bytes.size()) -
                     static_cast<std::int64_t>(node.current.size());
  if (space_ >= 0 && grows > 0) {
    if (grows > space_) return SQLITE_FULL;
    space_ -= grows;
  }
  make_change(node.current, change);
  node.pending.push_back(std::move(change));
  noted();
  return SQLITE_OK;
}

int FaultDisk::truncate(Node& node, std::int64_t size) {
  if (node.temporary) {
    node.current.resize(static_cast<std::size_t>(size));
    return SQLITE_OK;
  }
  if (read_only_) return SQLITE_READONLY;
  if (const int code = note(DiskOp::kTruncate, node.name, size, 0)) return code;
  const Node::Change change{size, {}, true, operations()};
  make_change(node.current, change);
  node.pending.push_back(change);
  noted();
  return SQLITE_OK;
}

int FaultDisk::sync(Node& node) {
  if (node.temporary) return SQLITE_OK;
  if (const int code = note(DiskOp::kSync, node.name, 0, 0)) return code;
  if (!ignore_syncs_) {
    for (const Node::Change& change : node.pending) make_change(node.durable, change);
    node.pending.clear();
    if (!node.names_synced) synced_names_ = names_;
    node.names_synced = true;
  }
  noted();
  return SQLITE_OK;
}

int FaultDisk::remove(const std::string& file, bool sync_names) {
  if (crashed_) return SQLITE_IOERR;
  if (!names_.contains(file)) return SQLITE_IOERR_DELETE_NOENT;
  if (read_only_) return SQLITE_READONLY;
  if (const int code = note(DiskOp::kDelete, file, 0, 0)) return code;
  names_.at(file)->deleted = operations();
  names_.erase(file);
  if (sync_names && !ignore_syncs_) synced_names_ = names_;
  noted();
  return SQLITE_OK;
}

void FaultDisk::keep_some(Node& node, CrashMode mode) {
  for (const Node::Change& change : node.pending) {
    if (mode == CrashMode::kPowerLoss || change.truncates) {
      if (random_() % 2) make_change(node.durable, change);
      continue;
    }
    // Sectors are aligned on the disk, whatever the write was.
    std::int64_t at = change.offset;
    const std::int64_t end = at + static_cast<std::int64_t>(change.bytes.size());
    while (at < end) {
      const std::int64_t next = std::min(end, (at / kSector + 1) * kSector);
      if (random_() % 2) {
        make_change(node.durable, {at,
                                   change.bytes.substr(static_cast<std::size_t>(at - change.offset),
                                                       static_cast<std::size_t>(next - at)),
                                   false});
      }
      at = next;
    }
  }
}

void FaultDisk::restart(CrashMode mode) {
  const std::lock_guard lock(mutex_);
  if (mode == CrashMode::kLostSuffix) lose_suffix();
  if (mode == CrashMode::kTornWrite) names_ = synced_names_;
  if (mode == CrashMode::kPowerLoss) {
    std::map<std::string, std::shared_ptr<Node>> kept = synced_names_;
    for (const auto& [name, node] : names_)
      if (!kept.contains(name) && random_() % 2) kept[name] = node;
    for (const auto& [name, node] : synced_names_)
      if (!names_.contains(name) && random_() % 2) kept.erase(name);
    names_ = std::move(kept);
  }
  for (auto& [name, old] : names_) {
    auto node = std::make_shared<Node>();
    node->name = name;
    node->names_synced = true;
    if (mode == CrashMode::kCrash) {
      // The system still has it all; only another loss of power could take it.
      node->current = old->current;
      node->durable = old->durable;
      for (Node::Change& change : old->pending) node->pending.push_back(std::move(change));
      node->names_synced = old->names_synced;
    } else if (mode == CrashMode::kLostSuffix) {
      node->current = node->durable = old->current;  // lose_suffix() has cut it
    } else {
      keep_some(*old, mode);
      node->current = node->durable = old->durable;
    }
    old = std::move(node);
  }
  if (mode == CrashMode::kCrash) {
    for (auto& [name, node] : synced_names_)
      if (auto now = names_.find(name); now != names_.end()) node = now->second;
  } else {
    synced_names_ = names_;
  }
  crashed_ = false;
  crash_at_ = 0;
  fail_at_ = 0;
  space_ = -1;
  keep_unsynced_ = -1;
}

std::string FaultDisk::content(const std::string& file) const {
  auto found = names_.find(file);
  return found == names_.end() ? std::string() : found->second->current;
}

void FaultDisk::set_content(const std::string& file, std::string bytes) {
  auto node = std::make_shared<Node>();
  node->name = file;
  node->names_synced = true;
  node->current = node->durable = std::move(bytes);
  names_[file] = synced_names_[file] = std::move(node);
}

}  // namespace fm::testing
