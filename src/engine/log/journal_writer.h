// JournalWriter: turns a batch of appends into one transaction on the store's only writing
// connection. It numbers the events, links them into their room's chain, keeps the fold rows and
// does the checkpoints. Used by one thread at a time; not aware of queues or threads.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/log/high_water.h"
#include "engine/log/journal.h"
#include "engine/log/sqlite.h"

namespace fm {

// One thing to write, as it waits for its turn.
struct Write {
  enum class What { kAppend, kPost, kClaim, kFold };
  What what = What::kAppend;
  Append append;                 // of a post: its event; of a claim or a fold: the room alone
  std::optional<KeptFold> fold;  // written by keep_fold()
};

class JournalWriter {
 public:
  ~JournalWriter();

  // `database` was prepared by prepare_store(), which gave `epoch`. A commit waits so long for
  // another writer; then it is store_busy, nothing was written, and the same batch can be tried
  // again.
  static Result<std::unique_ptr<JournalWriter>> open(Database database, Millis busy, Epoch epoch);

  // One transaction for the whole batch, of which folds are passed over. The outer error means that
  // nothing was written and the store cannot be trusted or is full; an inner one, that this append
  // alone was refused.
  Result<std::vector<Result<Appended>>> commit(std::span<Write> batch);

  // Keeps the fold of a room beside its log, and lets all but the newest two of the room go. One
  // transaction; an error means that nothing was written. A fold of no event of the log is passed
  // over.
  Result<void> keep_fold(const RoomId& room, const KeptFold& fold);

  // Moves the write-ahead log into the store as far as readers allow; never waits for them.
  // `restart` also lets the log begin anew when no reader is in it.
  Result<void> checkpoint(bool restart);

  std::size_t wal_bytes() const;

  const HighWaterMark& newest() const { return newest_; }  // that is committed

 private:
  struct RoomHead {
    std::int64_t id = 0;
    std::int64_t head = 0;
    std::int64_t foreign = 0;  // up to there somebody else than the owner may have written
    Sha256 hash{};
  };
  struct Statements;

  JournalWriter(Database database, Millis busy, Epoch epoch);
  Result<void> look_at_others();
  Result<Appended> write(Write& one);
  Result<void> check_gate(const RoomHead& head, const NewEvent& event);
  Result<void> write_fold(const RoomId& room, const KeptFold& fold);
  Result<RoomHead*> head_of(const Append& append);
  Result<void> write_event(RoomHead& head, const Append& append, NewEvent& event,
                           std::vector<EventPtr>& out);
  Result<void> write_rows(const RoomHead& head, const Append& append);
  Result<void> write_room(const RoomHead& head, const Append& append);
  Result<void> keep_blob(std::string_view hex, std::string_view text);
  Result<std::string> load_blob(std::string_view hex);
  Result<std::optional<Appended>> former(const RoomId& room, std::string_view once);

  Database database_;
  const Millis busy_;
  const Epoch epoch_;               // of all rooms, since the process owns the whole store
  Epoch newest_epoch_;              // another one once somebody else has opened the store
  std::int64_t data_version_ = -1;  // of SQLite: changes when another connection has written
  std::unique_ptr<Statements> statements_;
  std::unordered_map<RoomId, RoomHead> heads_;
  HighWaterMark newest_;  // of all rooms
  std::size_t wal_frames_ = 0;
};

}  // namespace fm
