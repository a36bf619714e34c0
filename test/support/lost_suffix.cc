// What a cut leaves: a disk that keeps its writes in order loses the last ones that no sync made
// durable, however many those are.
#include "test/support/lost_suffix.h"

#include <algorithm>
#include <set>

#include "engine/log/sqlite_journal.h"
#include "loop/sim_loop.h"
#include "test/support/fault_disk.h"

namespace fm::testing {

std::vector<std::int64_t> FaultDisk::unsynced_operations() const {
  std::vector<std::int64_t> operations;
  std::set<std::shared_ptr<Node>> nodes;
  for (const auto& [name, node] : names_) {
    nodes.insert(node);
    if (!synced_names_.contains(name)) operations.push_back(node->created);
  }
  for (const auto& [name, node] : synced_names_) {
    nodes.insert(node);
    if (!names_.contains(name)) operations.push_back(node->deleted);
  }
  for (const std::shared_ptr<Node>& node : nodes)
    for (const Node::Change& change : node->pending) operations.push_back(change.operation);
  std::ranges::sort(operations);
  return operations;
}

std::int64_t FaultDisk::unsynced() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::int64_t>(unsynced_operations().size());
}

std::map<std::string, std::string> FaultDisk::after_cut(std::int64_t kept) const {
  const std::lock_guard lock(mutex_);
  const std::vector<std::int64_t> operations = unsynced_operations();
  const std::int64_t last = kept <= 0 ? 0 : operations.at(static_cast<std::size_t>(kept) - 1);
  std::map<std::string, std::shared_ptr<Node>> names = synced_names_;
  for (const auto& [name, node] : names_)
    if (!names.contains(name) && node->created <= last) names[name] = node;
  for (const auto& [name, node] : synced_names_)
    if (!names_.contains(name) && node->deleted <= last) names.erase(name);
  std::map<std::string, std::string> files;
  for (const auto& [name, node] : names) {
    std::string bytes = node->durable;
    for (const Node::Change& change : node->pending)
      if (change.operation <= last) make_change(bytes, change);
    files[name] = std::move(bytes);
  }
  return files;
}

void FaultDisk::lose_suffix() {
  const auto all = static_cast<std::uint64_t>(unsynced_operations().size());
  const auto kept =
      keep_unsynced_ >= 0 ? keep_unsynced_ : static_cast<std::int64_t>(random_() % (all + 1));
  auto files = after_cut(std::min(kept, static_cast<std::int64_t>(all)));
  names_.clear();
  for (auto& [name, bytes] : files) {
    auto node = std::make_shared<Node>();
    node->name = name;
    node->current = std::move(bytes);
    names_[name] = std::move(node);
  }
}

Result<StoredLog> stored_log(JournalReader& reader) {
  StoredLog log;
  for (const RoomRow& room : TRY(reader.rooms())) {
    std::vector<std::string>& lines = log[room.id];
    for (;;) {
      const auto page = TRY(reader.read(room.id, {static_cast<std::int64_t>(lines.size())}, 500));
      for (const EventPtr& event : page) lines.push_back(encode(*event));
      if (page.size() < 500) break;
    }
  }
  return log;
}

namespace {

// What whoever opens the store next would read. Opened for writing, as by a process that goes on: a
// store that was being made may have to be rolled back first.
Result<StoredLog> log_of(const std::map<std::string, std::string>& files) {
  FaultDisk found;
  for (const auto& [name, bytes] : files) found.set_content(name, bytes);
  SimLoop loop(0);
  SqliteOptions options;
  options.path = kStorePath;
  options.vfs = found.vfs();
  options.writing = Writing::kInline;
  const auto journal = TRY(SqliteJournal::open(std::move(options), loop));
  const StoreCheck checked = TRY(journal->reader().check());
  if (!checked.faults.empty()) return std::unexpected(checked.faults.front());
  return stored_log(journal->reader());
}

}  // namespace

Cuts look_at_cuts(const FaultDisk& disk, const LogCheck& check, std::int64_t most) {
  Cuts cuts;
  std::set<StoredLog> known;
  const std::int64_t all = disk.unsynced();
  std::vector<std::int64_t> tried;
  for (std::int64_t kept = 0; kept <= all; ++kept)
    // Where there are too many, they are spread evenly; the first and the last are always there.
    if (all < most || kept == all || kept * (most - 1) / all != (kept - 1) * (most - 1) / all ||
        kept == 0)
      tried.push_back(kept);
  for (const std::int64_t kept : tried) {
    ++cuts.tried;
    const std::string where = std::to_string(kept) + " of " + std::to_string(all) + " kept: ";
    auto log = log_of(disk.after_cut(kept));
    if (!log) {
      cuts.faults.push_back(where + log.error().code + " " + log.error().message + " " +
                            log.error().cause);
      continue;
    }
    if (!known.insert(*log).second) continue;
    cuts.distinct.push_back(kept);
    for (const std::string& fault : check(*log)) cuts.faults.push_back(where + fault);
  }
  return cuts;
}

}  // namespace fm::testing
