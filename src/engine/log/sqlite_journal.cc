#include "engine/log/sqlite_journal.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "engine/log/high_water.h"
#include "engine/log/journal_writer.h"
#include "engine/log/store_files.h"
#include "engine/log/store_schema.h"

namespace fm {
namespace {

constexpr std::size_t kRestartBytes = 32u << 20;
constexpr std::chrono::seconds kIdle{1};

std::size_t events_of(const Append& append) {
  return std::max<std::size_t>(append.events.size(), 1);
}

class Implementation final : public SqliteJournal {
 public:
  Implementation(SqliteOptions options, std::unique_ptr<JournalWriter> writer,
                 std::unique_ptr<JournalReader> reader, std::optional<HighWater> high_water,
                 Executor& executor)
      : options_(std::move(options)),
        executor_(executor),
        writer_(std::move(writer)),
        reader_(std::move(reader)),
        high_water_(std::move(high_water)) {
    if (options_.writing == Writing::kThread) thread_ = std::thread([this] { serve(); });
  }

  ~Implementation() override {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

  void append(Append append) override {
    for (const NewEvent& event : append.events)
      FM_CHECK_FATAL(is_known_kind(event.kind), "an event of a kind that is not in the log");
    {
      const std::lock_guard lock(mutex_);
      if (append.urgency == Urgency::kNow) urgent_ = true;
      if (queue_.empty()) oldest_ = std::chrono::steady_clock::now();
      queue_.push_back(std::move(append));
    }
    if (options_.writing == Writing::kThread) {
      wake_.notify_one();
    } else {
      executor_.post([this, alive = std::weak_ptr(alive_)] {
        if (alive.lock()) commit_some();
      });
    }
  }

  Result<std::vector<EventPtr>> read(const RoomId& room, RoomSeq after,
                                     std::size_t limit) override {
    return reader_->read(room, after, limit);
  }
  Result<std::vector<RoomRow>> rooms() override { return reader_->rooms(); }
  Result<std::vector<OpenRow>> open_rows() override { return reader_->open_rows(); }
  Result<std::string> blob(std::string_view hex) override { return reader_->blob(hex); }
  Result<std::vector<KeptFold>> folds(const RoomId& room) override { return reader_->folds(room); }
  JournalReader& reader() override { return *reader_; }

  void flush() override {
    if (options_.writing == Writing::kInline) {
      while (commit_some()) {
      }
      return;
    }
    std::unique_lock lock(mutex_);
    urgent_ = true;
    wake_.notify_one();
    drained_.wait(lock, [this] { return queue_.empty() && !writing_; });
  }

 private:
  // The journal thread. It writes whatever queued up while the last commit ran, and never waits
  // for more, except that lazy appends alone may lie for a moment.
  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (queue_.empty()) {
        drained_.notify_all();
        if (stopping_) break;
        const bool woken =
            wake_.wait_for(lock, kIdle, [this] { return stopping_ || !queue_.empty(); });
        if (!woken && dirty_) {
          dirty_ = false;
          lock.unlock();
          checkpoint(false);
          lock.lock();
          continue;
        }
        if (!woken) wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
        continue;
      }
      if (!urgent_ && !stopping_ && !failed_) {
        wake_.wait_until(lock, oldest_ + options_.lazy, [this] { return urgent_ || stopping_; });
      }
      lock.unlock();
      commit_some();
      lock.lock();
    }
  }

  // Takes one batch, writes it, hands the outcomes to the loop. False when nothing was queued.
  bool commit_some() {
    std::vector<Append> batch;
    {
      const std::lock_guard lock(mutex_);
      for (std::size_t events = 0; !queue_.empty() && events < options_.batch;) {
        events += events_of(queue_.front());
        batch.push_back(std::move(queue_.front()));
        queue_.pop_front();
      }
      if (queue_.empty()) urgent_ = false;
      oldest_ = std::chrono::steady_clock::now();
      if (batch.empty()) return false;
      writing_ = true;
    }
    auto results = failed_ ? std::unexpected(*failed_) : commit(batch);
    if (!results && !failed_) fail_with(results.error());
    if (results && high_water_) high_water_->note(writer_->newest());
    if (results) keep_folds(batch);
    {
      const std::lock_guard lock(mutex_);
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!batch[i].done) continue;
        acks_.push_back({std::move(batch[i].done),
                         results ? std::move((*results)[i]) : std::unexpected(*failed_)});
      }
      writing_ = false;
      dirty_ = true;
    }
    executor_.post([this, alive = std::weak_ptr(alive_)] {
      if (alive.lock()) acknowledge();
    });
    if (!failed_ && writer_->wal_bytes() > kRestartBytes) checkpoint(true);
    return true;
  }

  // Somebody else, a backup perhaps, may hold the store for longer than a connection waits. That is
  // no damage: nothing was written, and it is tried until it is free, or nobody wants it any more.
  Result<std::vector<Result<Appended>>> commit(std::span<Append> batch) {
    for (;;) {
      auto results = writer_->commit(batch);
      if (results || results.error().code != "store_busy") return results;
      const std::lock_guard lock(mutex_);
      if (stopping_ || options_.writing == Writing::kInline) return results;
    }
  }

  void checkpoint(bool restart) {
    if (failed_) return;
    if (auto done = writer_->checkpoint(restart); !done) fail_with(done.error());
  }

  // A disk that has no room for a fold may have it for the next event: nothing depends on a fold.
  // Any other error is one of the disk, after which nothing is written any more (R45).
  void keep_folds(const std::vector<Append>& batch) {
    for (const Append& append : batch) {
      if (!append.fold || failed_) continue;
      auto kept = writer_->keep_fold(append.room, *append.fold);
      if (kept || kept.error().code == "store_full" || kept.error().code == "store_busy") continue;
      fail_with(kept.error());
    }
  }

  void fail_with(const Error& error) {
    failed_ = error;
    if (options_.lost) executor_.post([lost = options_.lost, error] { lost(error); });
  }

  // On the loop. In the order of the appends, whatever order the executor runs its work in.
  void acknowledge() {
    for (;;) {
      Ack ack;
      {
        const std::lock_guard lock(mutex_);
        if (acks_.empty()) return;
        ack = std::move(acks_.front());
        acks_.pop_front();
      }
      ack.done(std::move(ack.result));
    }
  }

  struct Ack {
    std::move_only_function<void(Result<Appended>)> done;
    Result<Appended> result;
  };

  const SqliteOptions options_;
  Executor& executor_;
  std::unique_ptr<JournalWriter> writer_;  // used by the journal thread only
  std::unique_ptr<JournalReader> reader_;
  std::optional<HighWater> high_water_;  // the journal thread's
  std::optional<Error> failed_;          // the journal thread's; sticky
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);

  std::mutex mutex_;  // guards all below
  std::condition_variable wake_;
  std::condition_variable drained_;
  std::deque<Append> queue_;
  std::deque<Ack> acks_;
  std::chrono::steady_clock::time_point oldest_;
  bool urgent_ = false;
  bool stopping_ = false;
  bool writing_ = false;
  bool dirty_ = false;

  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<SqliteJournal>> SqliteJournal::open(SqliteOptions options,
                                                           Executor& executor) {
  const auto mark = HighWater::read(options.high_water);
  if (options.vfs.empty()) TRY(check_store_files(options.path, mark));
  // What is to be refused is only looked at, so that nothing of it is changed.
  if (mark && mark->seq > 0) TRY(open_store_reader(options.path, options.vfs, options.high_water));
  if (options.vfs.empty()) TRY(make_private(options.path));
  auto database = TRY(Database::open(options.path, OpenMode::kReadWrite, options.vfs));
  TRY(prepare_store(database));
  auto writer = TRY(JournalWriter::open(std::move(database), options.busy));
  auto reader = TRY(open_store_reader(options.path, options.vfs));
  std::optional<HighWater> high_water;
  if (!options.high_water.empty()) {
    high_water = TRY(HighWater::open(options.high_water));
    high_water->note(writer->newest());
  }
  return std::make_unique<Implementation>(std::move(options), std::move(writer), std::move(reader),
                                          std::move(high_water), executor);
}

Result<std::unique_ptr<JournalReader>> open_store_reader(const std::string& path,
                                                         const std::string& vfs,
                                                         const std::string& high_water) {
  const auto mark = HighWater::read(high_water);  // before the store, which may grow meanwhile
  if (vfs.empty()) TRY(check_store_files(path, mark));
  auto database = TRY(Database::open(path, OpenMode::kReadOnly, vfs));
  TRY(database.execute("PRAGMA query_only=1; PRAGMA mmap_size=0;"));
  TRY(check_store_version(database));
  TRY(check_high_water(database, mark));
  return std::make_unique<JournalReader>(std::move(database));
}

}  // namespace fm
