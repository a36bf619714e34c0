#include "engine/log/journal_writer.h"

#include <sqlite3.h>

#include <algorithm>

#include "engine/log/blob.h"
#include "engine/log/post.h"

namespace fm {
namespace {

constexpr std::size_t kCachedRooms = 4096;

std::unexpected<Error> room_unknown(const RoomId& room) {
  return fail("room_unknown", "There is no room \"" + room.value + "\".", "",
              "See the rooms with `folkmoot room list`.");
}

}  // namespace

struct JournalWriter::Statements {
  Statement begin, commit, rollback, savepoint, release, undo;
  Statement find_room, add_room, update_room, move_room, begin_activation, clear_activation;
  Statement add_event, find_dedup_key, add_open, drop_open, find_blob, add_blob;
  Statement find_event, add_fold, drop_folds;
  Statement data_version, epoch, find_open;
};

JournalWriter::JournalWriter(Database database, Millis busy, Epoch epoch)
    : database_(std::move(database)), busy_(busy), epoch_(epoch), newest_epoch_(epoch) {}
JournalWriter::~JournalWriter() = default;

Result<std::unique_ptr<JournalWriter>> JournalWriter::open(Database database, Millis busy,
                                                           Epoch epoch) {
  std::unique_ptr<JournalWriter> writer(
      new JournalWriter(std::move(database), busy, epoch));  // private
  Database& db = writer->database_;
  sqlite3_busy_timeout(db.handle(), static_cast<int>(busy.count()));
  writer->newest_ = TRY(newest_event(db));
  writer->statements_ = std::make_unique<Statements>(Statements{
      TRY(db.prepare("BEGIN IMMEDIATE")), TRY(db.prepare("COMMIT")), TRY(db.prepare("ROLLBACK")),
      TRY(db.prepare("SAVEPOINT one")), TRY(db.prepare("RELEASE one")),
      TRY(db.prepare("ROLLBACK TO one")),
      TRY(db.prepare("SELECT id, head, hash FROM room WHERE name = ?1")),
      TRY(db.prepare("INSERT INTO room (name, title, folder, team, state, head, hash, created_at, "
                     "updated_at) VALUES (?1, ?2, ?3, ?4, 'empty', 0, zeroblob(32), ?5, ?5)")),
      TRY(db.prepare("UPDATE room SET head = ?2, hash = ?3, updated_at = max(updated_at, ?4), "
                     "state = coalesce(?5, state) WHERE id = ?1")),
      TRY(db.prepare("UPDATE room SET folder = ?2 WHERE id = ?1")),
      TRY(db.prepare("UPDATE room SET activations = activations + 1 WHERE id = ?1")),
      TRY(db.prepare("UPDATE room SET activations = 0 WHERE id = ?1")),
      TRY(db.prepare("INSERT INTO log (seq, room, room_seq, once, bytes, hash) "
                     "VALUES (?1, ?2, ?3, ?4, ?5, ?6)")),
      TRY(db.prepare("SELECT bytes FROM log WHERE once = ?1")),
      TRY(db.prepare("INSERT OR REPLACE INTO open (room, kind, id, due, data) "
                     "VALUES (?1, ?2, ?3, ?4, ?5)")),
      TRY(db.prepare("DELETE FROM open WHERE room = ?1 AND kind = ?2 AND id = ?3")),
      TRY(db.prepare("SELECT size, bytes FROM blob WHERE hash = ?1")),
      TRY(db.prepare("INSERT INTO blob (hash, size, bytes) VALUES (?1, ?2, ?3)")),
      TRY(db.prepare("SELECT room.id, log.hash FROM room JOIN log ON log.room = room.id "
                     "WHERE room.name = ?1 AND log.room_seq = ?2")),
      TRY(db.prepare("INSERT OR REPLACE INTO fold (room, room_seq, version, hash, bytes) "
                     "VALUES (?1, ?2, ?3, ?4, ?5)")),
      // The newest may be of no use, since a run began before it: two are kept.
      TRY(db.prepare("DELETE FROM fold WHERE room = ?1 AND room_seq NOT IN (SELECT room_seq "
                     "FROM fold WHERE room = ?1 ORDER BY room_seq DESC LIMIT 2)")),
      TRY(db.prepare("PRAGMA data_version")),
      TRY(db.prepare("SELECT value FROM meta WHERE key = 'epoch'")),
      TRY(db.prepare("SELECT data FROM open WHERE room = ?1 AND kind = ?2 AND id = ?3"))});
  sqlite3_wal_hook(
      db.handle(),
      [](void* self, sqlite3*, const char*, int frames) {
        static_cast<JournalWriter*>(self)->wal_frames_ = static_cast<std::size_t>(frames);
        return SQLITE_OK;
      },
      writer.get());
  return writer;
}

Result<std::vector<Result<Appended>>> JournalWriter::commit(std::span<Write> batch) {
  auto& sql = *statements_;
  HighWaterMark before = newest_;
  std::vector<Result<Appended>> results;
  results.reserve(batch.size());
  auto write_all = [&]() -> Result<void> {
    TRY(sql.begin.run());
    TRY(look_at_others());
    before = newest_;
    for (Write& one : batch) {
      if (one.what == Write::What::kFold) {
        results.emplace_back();
        continue;
      }
      const HighWaterMark last = newest_;
      const auto known = heads_.find(one.append.room);
      const std::optional<RoomHead> head =
          known == heads_.end() ? std::nullopt : std::optional(known->second);
      TRY(sql.savepoint.run());
      auto written = write(one);
      if (!written) {
        // Only a refusal of this append alone leaves the others standing.
        const std::string& code = written.error().code;
        if (code.starts_with("store_")) return std::unexpected(std::move(written.error()));
        newest_ = last;
        if (head) {
          heads_.insert_or_assign(one.append.room, *head);
        } else {
          heads_.erase(one.append.room);
        }
        TRY(sql.undo.run());
      }
      TRY(sql.release.run());
      results.push_back(std::move(written));
    }
    return sql.commit.run();
  };
  auto done = write_all();
  if (!done) {
    (void)sql.rollback.run();  // SQLite may have rolled back by itself; the first error is the one
    newest_ = before;
    heads_.clear();
    return std::unexpected(std::move(done.error()));
  }
  return results;
}

// Another connection may have written: whoever has opened the store since owns it, and what is
// known of it here is old.
Result<void> JournalWriter::look_at_others() {
  auto& version = statements_->data_version;
  TRY(version.step());
  const std::int64_t now = version.integer(0);
  version.reset();
  if (now == data_version_) return {};
  data_version_ = now;
  heads_.clear();
  newest_ = TRY(newest_event(database_));
  auto& epoch = statements_->epoch;
  TRY(epoch.step());
  newest_epoch_ = {epoch.integer(0)};
  epoch.reset();
  return {};
}

Result<Appended> JournalWriter::write(Write& one) {
  Append& append = one.append;
  const bool is_post = one.what == Write::What::kPost;
  if (one.what == Write::What::kClaim) {
    if (epoch_ != newest_epoch_) return std::unexpected(room_owned(append.room));
    TRY(head_of(append));
    return Appended{.events = {}, .epoch = epoch_};
  }
  if (!is_post && append.epoch.value_or(epoch_) != newest_epoch_)
    return std::unexpected(room_fenced(append.room));
  for (const NewEvent& event : append.events) {
    if (event.client_id.empty() && !is_post) continue;
    const std::string once = dedup_key(append.room, event);
    auto known = once.empty() ? std::nullopt : TRY(former(append.room, once));
    if (known) return std::move(*known);
  }
  RoomHead* head = TRY(head_of(append));
  if (is_post) {
    TRY(check_gate(*head, append.events.front()));
  } else if (append.expected && append.expected->value < head->foreign) {
    return std::unexpected(head_moved(append.room));
  }
  Appended appended;
  appended.epoch = newest_epoch_;
  for (NewEvent& event : append.events) TRY(write_event(*head, append, event, appended.events));
  for (const std::string& text : append.blobs) TRY(keep_blob(to_hex(sha256(text)), text));
  TRY(write_rows(*head, append));
  TRY(write_room(*head, append));
  if (is_post) head->foreign = head->head;
  return appended;
}

Result<void> JournalWriter::check_gate(const RoomHead& head, const NewEvent& event) {
  if (event.kind != "gate.answered") return {};
  const Json body = event.body;
  auto& find = statements_->find_open;
  find.bind(1, head.id).bind(2, static_cast<int>(OpenKind::kGate));
  find.bind_text(3, text_at(body, "gate"));
  const bool is_open = TRY(find.step());
  OpenRow gate;
  Result<Json> data = is_open ? parse_json(find.text(0)) : Json();
  find.reset();
  if (!data) return std::unexpected(std::move(data.error()));
  if (data->is_object()) gate.data = std::move(data->get_object());
  return check_answer(event, is_open ? &gate : nullptr);
}

Result<void> JournalWriter::keep_fold(const RoomId& room, const KeptFold& fold) {
  auto& sql = *statements_;
  auto keep = [&]() -> Result<void> {
    TRY(sql.begin.run());
    TRY(write_fold(room, fold));
    return sql.commit.run();
  };
  auto kept = keep();
  if (!kept) (void)sql.rollback.run();  // as in commit()
  return kept;
}

Result<void> JournalWriter::write_fold(const RoomId& room, const KeptFold& fold) {
  auto& sql = *statements_;
  sql.find_event.bind_text(1, room.value).bind(2, fold.at.value);
  const bool is_there = TRY(sql.find_event.step());
  const std::int64_t id = sql.find_event.integer(0);
  const Sha256 hash = sha256(sql.find_event.hash(1), fold.bytes);
  sql.find_event.reset();
  if (!is_there) return {};
  sql.add_fold.bind(1, id).bind(2, fold.at.value).bind(3, fold.version);
  sql.add_fold.bind_hash(4, hash).bind_blob(5, fold.bytes);
  TRY(sql.add_fold.run());
  return sql.drop_folds.bind(1, id).run();
}

Result<std::optional<Appended>> JournalWriter::former(const RoomId& room, std::string_view once) {
  auto& find = statements_->find_dedup_key;
  find.bind_text(1, once);
  const bool row = TRY(find.step());
  if (!row) {
    find.reset();
    return std::nullopt;
  }
  auto event = decode(find.blob(0));
  find.reset();
  if (!event) return std::unexpected(std::move(event.error()));
  Json body = std::move(event->body);
  TRY(attach_blobs(body, [this](std::string_view hex) { return load_blob(hex); }));
  event->body = std::move(body.get_object());
  FM_CHECK_FATAL(event->room == room, "a once key of another room");
  Appended appended;
  appended.duplicate = true;
  appended.events.push_back(std::make_shared<const Event>(std::move(*event)));
  return std::optional(std::move(appended));
}

Result<JournalWriter::RoomHead*> JournalWriter::head_of(const Append& append) {
  const bool creates = !append.events.empty() && append.events.front().kind == "room.created";
  if (auto known = heads_.find(append.room); known != heads_.end() && !creates)
    return &known->second;
  auto& find = statements_->find_room;
  find.bind_text(1, append.room.value);
  const bool exists = TRY(find.step());
  RoomHead head;
  if (exists) {
    head.id = find.integer(0);
    head.head = find.integer(1);
    head.hash = find.hash(2);
    head.foreign = head.head;
  }
  find.reset();
  if (exists && creates)
    return fail("room_exists", "There is a room \"" + append.room.value + "\" already.", "",
                "Run the command again; another name is chosen.");
  if (!exists && !creates) return room_unknown(append.room);
  if (!exists) {
    const NewEvent& created = append.events.front();
    const Json body = created.body;  // the bound texts are views into it
    statements_->add_room.bind_text(1, append.room.value)
        .bind_text(2, text_at(body, "title"))
        .bind_text(3, text_at(body, "folder"))
        .bind_text(4, text_at(body, "team"))
        .bind(5, created.at.value);
    TRY(statements_->add_room.run());
    head.id = sqlite3_last_insert_rowid(database_.handle());
  }
  if (heads_.size() >= kCachedRooms) heads_.clear();
  return &(heads_[append.room] = head);
}

Result<void> JournalWriter::write_event(RoomHead& head, const Append& append, NewEvent& event,
                                        std::vector<EventPtr>& out) {
  Event stored;
  stored.seq = {newest_.seq + 1};
  stored.room = append.room;
  stored.room_seq = {head.head + 1};
  stored.at = event.at;
  stored.kind = event.kind;
  stored.by = event.by;
  stored.project = event.project;
  stored.flow = event.flow;
  stored.place = event.place;
  Json body = event.body;
  if (has_text_over(body, kTextLimit)) return text_too_large();
  for (const Blob& blob : detach_blobs(body)) TRY(keep_blob(blob.hex, blob.text));
  stored.body = std::move(body.get_object());
  const std::string bytes = encode(stored);
  const Sha256 hash = sha256(head.hash, bytes);
  const std::string once = dedup_key(append.room, event);
  auto& add = statements_->add_event;
  add.bind(1, stored.seq.value).bind(2, head.id).bind(3, stored.room_seq.value);
  if (once.empty()) {
    add.bind_null(4);
  } else {
    add.bind_text(4, once);
  }
  add.bind_blob(5, bytes).bind_hash(6, hash);
  if (auto added = add.run(); !added) {
    if (database_.is_constraint() && !once.empty())
      return fail("effect_finished", "This has happened already and is recorded.", once,
                  "Nothing is to be done: the first record stands.");
    return added;
  }
  if (stored.kind == "room.moved") {
    const std::string folder(event.body.at("folder").as_string());
    TRY(statements_->move_room.bind(1, head.id).bind_text(2, folder).run());
  }
  head.head = stored.room_seq.value;
  head.hash = hash;
  newest_ = {stored.seq.value, hash};
  stored.body = std::move(event.body);  // as it was said, large texts and all
  out.push_back(std::make_shared<const Event>(std::move(stored)));
  return {};
}

Result<void> JournalWriter::write_rows(const RoomHead& head, const Append& append) {
  for (const auto& [kind, id] : append.closed) {
    statements_->drop_open.bind(1, head.id).bind(2, static_cast<int>(kind)).bind_text(3, id);
    TRY(statements_->drop_open.run());
  }
  for (const OpenRow& row : append.opened) {
    const std::string data = canonical(row.data);
    auto& add = statements_->add_open;
    add.bind(1, head.id).bind(2, static_cast<int>(row.kind)).bind_text(3, row.id);
    if (row.kind == OpenKind::kTimer) {
      add.bind(4, row.due.value);
    } else {
      add.bind_null(4);
    }
    add.bind_text(5, data);
    TRY(add.run());
  }
  return {};
}

Result<void> JournalWriter::write_room(const RoomHead& head, const Append& append) {
  if (!append.events.empty() || !append.state.empty()) {
    auto& update = statements_->update_room;
    update.bind(1, head.id).bind(2, head.head).bind_hash(3, head.hash);
    update.bind(4, append.events.empty() ? 0 : append.events.back().at.value);
    if (append.state.empty()) {
      update.bind_null(5);
    } else {
      update.bind_text(5, append.state);
    }
    TRY(update.run());
  }
  if (append.activation == ActivationMark::kBegin)
    TRY(statements_->begin_activation.bind(1, head.id).run());
  if (append.activation == ActivationMark::kProgress)
    TRY(statements_->clear_activation.bind(1, head.id).run());
  return {};
}

Result<void> JournalWriter::keep_blob(std::string_view hex, std::string_view text) {
  auto& find = statements_->find_blob;
  find.bind_text(1, hex);
  const bool known = TRY(find.step());
  find.reset();
  if (known) return {};
  if (text.size() > kTextLimit) return text_too_large();
  const std::string packed = compress(text);
  auto& add = statements_->add_blob;
  add.bind_text(1, hex).bind(2, static_cast<std::int64_t>(text.size())).bind_blob(3, packed);
  return add.run();
}

Result<std::string> JournalWriter::load_blob(std::string_view hex) {
  auto& find = statements_->find_blob;
  find.bind_text(1, hex);
  if (!TRY(find.step())) {
    find.reset();
    return blob_missing(hex);
  }
  auto text = decompress(find.blob(1), static_cast<std::size_t>(find.integer(0)));
  find.reset();
  return text;
}

Result<void> JournalWriter::checkpoint(bool restart) {
  // A reader may pin the log for long: commits must not wait for it.
  sqlite3_busy_timeout(database_.handle(), 0);
  const int code = sqlite3_wal_checkpoint_v2(
      database_.handle(), nullptr, restart ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_PASSIVE,
      nullptr, nullptr);
  sqlite3_busy_timeout(database_.handle(), static_cast<int>(busy_.count()));
  if (code == SQLITE_BUSY || code == SQLITE_OK) {  // busy: a reader pins it; the next time will do
    if (code == SQLITE_OK) wal_frames_ = 0;
    return {};
  }
  return std::unexpected(database_.last_error());
}

std::size_t JournalWriter::wal_bytes() const { return wal_frames_ * (4096 + 24); }

}  // namespace fm
