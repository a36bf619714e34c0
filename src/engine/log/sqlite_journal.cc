#include "engine/log/sqlite_journal.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "engine/log/high_water.h"
#include "engine/log/journal_writer.h"
#include "engine/log/post.h"
#include "engine/log/store_files.h"
#include "engine/log/store_schema.h"
#include "loop/pool_scope.h"

namespace fm {
namespace {

constexpr std::size_t kRestartBytes = 32u << 20;
constexpr std::chrono::seconds kIdle{1};

std::size_t events_of(const Write& one) {
  return std::max<std::size_t>(one.append.events.size(), 1);
}

// An append that may be made again goes back as it is.
bool is_returned(const Append& append, const Error& error) {
  return append.returned && (error.code == "head_moved" || error.code == "room_fenced");
}

class Implementation final : public SqliteJournal {
 public:
  Implementation(SqliteOptions options, std::unique_ptr<JournalWriter> writer,
                 std::unique_ptr<JournalReader> reader, std::optional<HighWater> high_water,
                 Loop& loop)
      : options_(std::move(options)),
        executor_(loop),
        writer_(std::move(writer)),
        reader_(std::move(reader)),
        high_water_(std::move(high_water)),
        pool_(loop) {
    if (options_.writing == Writing::kThread) thread_ = std::thread([this] { serve(); });
  }

  ~Implementation() override {
    pool_.close();
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

  void append(Append append) override { put({.append = std::move(append)}); }

  void post_input(Post post) override {
    Write one{.what = Write::What::kPost};
    one.append.room = std::move(post.room);
    one.append.closed = closed_by(post.event);
    one.append.done = std::move(post.done);
    auto allowed = check_post(post.event);
    one.append.events.push_back(std::move(post.event));
    if (allowed) return put(std::move(one));
    if (one.append.done)
      acknowledge_later({std::move(one.append), std::unexpected(allowed.error())});
  }

  void keep_fold(RoomId room, KeptFold fold) override {
    Write one{.what = Write::What::kFold};
    one.append.room = std::move(room);
    one.append.urgency = Urgency::kLazy;
    one.fold = std::move(fold);
    put(std::move(one));
  }

  // All rooms were claimed when the store was opened, and are given up when it is closed.
  void claim(RoomId room, OnDone<Epoch> done) override {
    Write one{.what = Write::What::kClaim};
    one.append.room = std::move(room);
    one.append.done = [done = std::move(done)](Result<Appended> claimed) mutable {
      if (!claimed) return done(std::unexpected(std::move(claimed.error())));
      done(claimed->epoch);
    };
    put(std::move(one));
  }
  void release(const RoomId& /*room*/, Epoch /*epoch*/) override {}

  void read_page(RoomId room, RoomSeq after, std::size_t limit, OnDone<LogPage> done) override {
    in_pool<LogPage>(
        [this, room = std::move(room), after, limit] { return reader_->page(room, after, limit); },
        std::move(done));
  }
  void read_folds(RoomId room, OnDone<std::vector<KeptFold>> done) override {
    in_pool<std::vector<KeptFold>>([this, room = std::move(room)] { return reader_->folds(room); },
                                   std::move(done));
  }
  void read_open(RoomId room, OnDone<std::vector<OpenRow>> done) override {
    in_pool<std::vector<OpenRow>>(
        [this, room = std::move(room)] { return reader_->open_rows(room); }, std::move(done));
  }

  Result<std::vector<EventPtr>> read(const RoomId& room, RoomSeq after,
                                     std::size_t limit) override {
    return reader_->read(room, after, limit);
  }
  Result<std::vector<RoomRow>> rooms() override { return reader_->rooms(); }
  Result<std::vector<OpenRow>> open_rows() override { return reader_->open_rows(); }
  Result<std::string> blob(std::string_view hex) override { return reader_->blob(hex); }
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
  struct Ack {
    Append append;
    Result<Appended> result;
  };

  void put(Write one) {
    for (const NewEvent& event : one.append.events)
      FM_CHECK_FATAL(is_known_kind(event.kind), "an event of a kind that is not in the log");
    {
      const std::lock_guard lock(mutex_);
      if (one.append.urgency == Urgency::kNow) urgent_ = true;
      if (queue_.empty()) oldest_ = std::chrono::steady_clock::now();
      queue_.push_back(std::move(one));
    }
    if (options_.writing == Writing::kThread) {
      wake_.notify_one();
    } else {
      executor_.post([this, alive = std::weak_ptr(alive_)] {
        if (alive.lock()) commit_some();
      });
    }
  }

  template <class T, class Read>
  void in_pool(Read read, OnDone<T> done) {
    auto found = std::make_shared<std::optional<Result<T>>>();
    pool_.run([found, read = std::move(read)] { found->emplace(read()); },
              [found, done = std::move(done)]() mutable { done(std::move(**found)); });
  }

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
    std::vector<Write> batch;
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
        Append& append = batch[i].append;
        Result<Appended> result = results ? std::move((*results)[i]) : std::unexpected(*failed_);
        if (!result && is_returned(append, result.error())) {
          acks_.push_back({std::move(append), std::move(result)});
        } else if (append.done) {  // what it held is destroyed here, not on the loop
          Ack& ack = acks_.emplace_back(Append(), std::move(result));
          ack.append.done = std::move(append.done);
        }
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
  Result<std::vector<Result<Appended>>> commit(std::span<Write> batch) {
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
  void keep_folds(const std::vector<Write>& batch) {
    for (const Write& one : batch) {
      if (!one.fold || failed_) continue;
      auto kept = writer_->keep_fold(one.append.room, *one.fold);
      if (kept || kept.error().code == "store_full" || kept.error().code == "store_busy") continue;
      fail_with(kept.error());
    }
  }

  void fail_with(const Error& error) {
    failed_ = error;
    if (options_.lost) executor_.post([lost = options_.lost, error] { lost(error); });
  }

  void acknowledge_later(Ack ack) {
    {
      const std::lock_guard lock(mutex_);
      acks_.push_back(std::move(ack));
    }
    executor_.post([this, alive = std::weak_ptr(alive_)] {
      if (alive.lock()) acknowledge();
    });
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
      Append& append = ack.append;
      if (const auto returned = std::exchange(append.returned, nullptr)) {
        returned(ack.result.error(), std::move(append));
      } else {
        append.done(std::move(ack.result));
      }
    }
  }

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
  std::deque<Write> queue_;
  std::deque<Ack> acks_;
  std::chrono::steady_clock::time_point oldest_;
  bool urgent_ = false;
  bool stopping_ = false;
  bool writing_ = false;
  bool dirty_ = false;

  std::thread thread_;
  PoolScope pool_;  // what is being read
};

}  // namespace

Result<std::unique_ptr<SqliteJournal>> SqliteJournal::open(SqliteOptions options, Loop& loop) {
  const auto mark = HighWater::read(options.high_water);
  if (options.vfs.empty()) TRY(check_store_files(options.path, mark));
  // What is to be refused is only looked at, so that nothing of it is changed.
  if (mark && mark->seq > 0) TRY(open_store_reader(options.path, options.vfs, options.high_water));
  if (options.vfs.empty()) TRY(make_private(options.path));
  auto database = TRY(Database::open(options.path, OpenMode::kReadWrite, options.vfs));
  const Epoch epoch = TRY(prepare_store(database));
  auto writer = TRY(JournalWriter::open(std::move(database), options.busy, epoch));
  auto reader = TRY(open_store_reader(options.path, options.vfs));
  std::optional<HighWater> high_water;
  if (!options.high_water.empty()) {
    high_water = TRY(HighWater::open(options.high_water));
    high_water->note(writer->newest());
  }
  return std::make_unique<Implementation>(std::move(options), std::move(writer), std::move(reader),
                                          std::move(high_water), loop);
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
