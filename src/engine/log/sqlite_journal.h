// SqliteJournal: the journal of one store on SQLite.
//
// Owns the store's only writing connection and the thread that uses it; a second, read-only
// connection reads, in the loop's pool. The process owns all rooms from open() on (store_schema.h):
// an append of one that was opened before is refused. Kept by main for as long as the engine lives,
// and destroyed before the loop; its destructor writes what is queued and closes. With
// Writing::kInline there is no thread: the queue is written by work posted to the loop, which is
// how tests decide when a commit happens.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/log/journal.h"
#include "engine/log/journal_reader.h"
#include "loop/loop.h"

namespace fm {

enum class Writing { kThread, kInline };

struct SqliteOptions {
  std::string path;        // of the database file; its folder exists
  std::string vfs;         // empty: the system's
  std::string high_water;  // the note beside it (high_water.h); empty: none
  Writing writing = Writing::kThread;
  Millis busy{kBusyMs};     // how long a commit waits for another writer before it tries again
  Millis lazy{20};          // how long a lazy append may wait for company
  std::size_t batch = 256;  // events in one transaction, about
  // The store can no longer be written. Posted to the loop once; the process should end (R45).
  std::function<void(const Error&)> lost;
};

class SqliteJournal : public Journal {
 public:
  // Errors: store_unreadable, store_not_a_store, store_too_new, store_damaged, store_full.
  static Result<std::unique_ptr<SqliteJournal>> open(SqliteOptions options, Loop& loop);

  virtual JournalReader& reader() = 0;
  virtual void flush() = 0;  // waits until all that was appended is durable; for leaving
};

// For looking only: no lock, no writing. Errors: store_empty and those of open().
Result<std::unique_ptr<JournalReader>> open_store_reader(const std::string& path,
                                                         const std::string& vfs = {},
                                                         const std::string& high_water = {});

}  // namespace fm
