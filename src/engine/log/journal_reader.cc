#include "engine/log/journal_reader.h"

#include <algorithm>
#include <limits>
#include <map>

#include "engine/log/blob.h"

namespace fm {
namespace {

constexpr std::size_t kPage = kPageEvents;

std::unexpected<Error> damaged(const RoomId& room, std::int64_t room_seq, std::string cause) {
  return fail("store_damaged",
              "Room " + room.value + " is damaged at event " + std::to_string(room_seq) + ".",
              std::move(cause),
              "Run `folkmoot store check`, and restore the store from a backup. The other rooms "
              "are not touched by this.");
}

}  // namespace

Result<std::vector<EventPtr>> read_all(Journal& journal, const RoomId& room) {
  std::vector<EventPtr> all;
  for (;;) {
    const RoomSeq after = all.empty() ? RoomSeq{0} : all.back()->room_seq;
    auto page = TRY(journal.read(room, after, kPage));
    const bool last = page.size() < kPage;
    std::ranges::move(page, std::back_inserter(all));
    if (last) return all;
  }
}

Result<std::vector<std::pair<EventPtr, JournalReader::Link>>> JournalReader::read_linked(
    const RoomId& room, RoomSeq after, std::size_t limit) {
  return std::move(
      TRY(read_some(room, after, limit, std::numeric_limits<std::size_t>::max())).events);
}

Result<LogPage> JournalReader::page(const RoomId& room, RoomSeq after, std::size_t limit) {
  Linked linked = TRY(read_some(room, after, std::min(limit, kPageEvents), kPageBytes));
  LogPage page;
  page.is_last = linked.is_last;
  page.events.reserve(linked.events.size());
  for (auto& [event, link] : linked.events) page.events.push_back(std::move(event));
  return page;
}

// Events until there are so many, or until their texts are so long together.
Result<JournalReader::Linked> JournalReader::read_some(const RoomId& room, RoomSeq after,
                                                       std::size_t limit, std::size_t most) {
  const std::lock_guard lock(mutex_);
  // One statement, so that head and rows are of one snapshot. The row before the first gives the
  // hash to start from.
  auto query = TRY(database_.prepare(
      "SELECT log.room_seq, log.bytes, log.hash, room.head, room.hash FROM room LEFT JOIN log "
      "ON log.room = room.id AND log.room_seq >= ?2 WHERE room.name = ?1 "
      "ORDER BY log.room_seq LIMIT ?3"));
  query.bind_text(1, room.value).bind(2, after.value);
  query.bind(3, static_cast<std::int64_t>(std::min<std::size_t>(limit, 1'000'000)) + 1);
  Linked linked;
  std::vector<std::pair<EventPtr, Link>>& out = linked.events;
  std::size_t size = 0;
  Sha256 previous{};
  std::int64_t expected = after.value == 0 ? 1 : after.value;
  std::int64_t head = 0;
  Sha256 head_hash{};
  bool found = false;
  while (TRY(query.step())) {
    found = true;
    head = query.integer(3);
    head_hash = query.hash(4);
    if (query.is_null(0)) break;  // nothing after `after`
    const std::int64_t room_seq = query.integer(0);
    const std::string_view bytes = query.blob(1);
    const Sha256 hash = query.hash(2);
    if (room_seq != expected) return damaged(room, expected, "The event is missing.");
    ++expected;
    if (after.value != 0 && room_seq == after.value) {
      previous = hash;
      continue;
    }
    if (out.size() == limit || size >= most) break;
    size += bytes.size();
    if (sha256(previous, bytes) != hash)
      return damaged(room, room_seq, "Its bytes are not those that were written.");
    auto event = TRY(decode(bytes));
    if (event.room != room || event.room_seq.value != room_seq)
      return damaged(room, room_seq, "It stands in another's place.");
    Json body = std::move(event.body);
    TRY(attach_blobs(body, [this, &size](std::string_view hex) {
      auto text = load_blob(hex);
      if (text) size += text->size();
      return text;
    }));
    event.body = std::move(body.get_object());
    out.emplace_back(std::make_shared<const Event>(std::move(event)),
                     Link{to_hex(previous), to_hex(hash)});
    previous = hash;
  }
  query.reset();
  if (!found)
    return fail("room_unknown", "There is no room \"" + room.value + "\".", "",
                "See the rooms with `folkmoot room list`.");
  linked.is_last = true;
  if (out.empty() && after.value > head) return linked;  // asked for what is not there yet
  const std::int64_t last = out.empty() ? after.value : out.back().first->room_seq.value;
  if (out.size() < limit && size < most && last < head)
    return damaged(room, last + 1, "The event is missing.");
  if (!out.empty() && last == head && previous != head_hash)
    return damaged(room, last, "It is not the head that was written.");
  if (last > head) return damaged(room, last, "It stands after the head.");
  linked.is_last = last == head;
  return linked;
}

Result<std::vector<EventPtr>> JournalReader::read(const RoomId& room, RoomSeq after,
                                                  std::size_t limit) {
  auto linked = TRY(read_linked(room, after, limit));
  std::vector<EventPtr> events;
  events.reserve(linked.size());
  for (auto& [event, link] : linked) events.push_back(std::move(event));
  return events;
}

Result<std::vector<EventPtr>> JournalReader::of_kind(std::string_view kind, UtcMs since) {
  // An event's line begins with its envelope (E-1), written by us: its kind and time are found
  // without reading it as JSON. Times of this form are ordered as texts are.
  constexpr std::size_t kEnvelope = 512;
  constexpr std::string_view kAt = "\"at\":\"";
  // A clock that was set back for a while must not hide what came before: only this many events in
  // a row that are too old end the reading.
  constexpr int kSurelyOlder = 256;
  const std::string mark = "\"kind\":\"" + std::string(kind);
  const std::string from = to_rfc3339(since);
  const std::lock_guard lock(mutex_);
  auto query = TRY(database_.prepare("SELECT bytes FROM log ORDER BY seq DESC"));
  std::vector<EventPtr> found;
  int older = 0;
  while (older < kSurelyOlder && TRY(query.step())) {
    const std::string_view bytes = query.blob(0);
    const std::string_view envelope = bytes.substr(0, kEnvelope);
    const auto at = envelope.find(kAt);
    const bool is_old = at != envelope.npos && envelope.substr(at + kAt.size(), from.size()) < from;
    older = is_old ? older + 1 : 0;
    if (is_old || !envelope.contains(mark)) continue;
    auto event = TRY(decode(bytes));
    if (event.kind.starts_with(kind))
      found.push_back(std::make_shared<const Event>(std::move(event)));
  }
  std::ranges::reverse(found);
  return found;
}

Result<std::vector<RoomRow>> JournalReader::rooms() {
  const std::lock_guard lock(mutex_);
  auto query = TRY(database_.prepare(
      "SELECT name, title, folder, team, state, head, created_at, updated_at, activations, "
      "(SELECT count(*) FROM open WHERE open.room = room.id AND open.kind = 1) FROM room "
      "ORDER BY updated_at DESC, id DESC"));
  std::vector<RoomRow> rooms;
  while (TRY(query.step())) {
    RoomRow row;
    row.id = {std::string(query.text(0))};
    row.title = query.text(1);
    row.folder = query.text(2);
    row.team = query.text(3);
    row.state = query.text(4);
    row.head = {query.integer(5)};
    row.created_at = {query.integer(6)};
    row.updated_at = {query.integer(7)};
    row.activations = static_cast<int>(query.integer(8));
    row.open_gates = static_cast<int>(query.integer(9));
    rooms.push_back(std::move(row));
  }
  return rooms;
}

Result<std::vector<OpenRow>> JournalReader::open_rows(const RoomId& room) {
  const std::lock_guard lock(mutex_);
  auto query = TRY(database_.prepare(
      "SELECT room.name, open.kind, open.id, open.due, open.data FROM open JOIN room "
      "ON room.id = open.room WHERE ?1 = '' OR room.name = ?1 "
      "ORDER BY open.room, open.kind, open.id"));
  query.bind_text(1, room.value);
  std::vector<OpenRow> rows;
  while (TRY(query.step())) {
    OpenRow row;
    row.room = {std::string(query.text(0))};
    row.kind = static_cast<OpenKind>(query.integer(1));
    row.id = query.text(2);
    row.due = {query.integer(3)};
    Json data = TRY(parse_json(query.text(4)));
    if (data.is_object()) row.data = std::move(data.get_object());
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<std::vector<KeptFold>> JournalReader::folds(const RoomId& room) {
  const std::lock_guard lock(mutex_);
  std::vector<KeptFold> folds;
  // A store that only earlier releases have opened has no such table.
  if (TRY(database_.integer("SELECT count(*) FROM sqlite_master WHERE name = 'fold'")) == 0)
    return folds;
  auto query =
      TRY(database_.prepare("SELECT fold.room_seq, fold.version, fold.bytes, fold.hash, log.hash "
                            "FROM room JOIN fold ON fold.room = room.id "
                            "JOIN log ON log.room = room.id AND log.room_seq = fold.room_seq "
                            "WHERE room.name = ?1 ORDER BY fold.room_seq DESC"));
  query.bind_text(1, room.value);
  while (TRY(query.step())) {
    if (query.hash(3) != sha256(query.hash(4), query.blob(2))) continue;
    folds.push_back({.at = {query.integer(0)},
                     .version = static_cast<int>(query.integer(1)),
                     .bytes = std::string(query.blob(2))});
  }
  return folds;
}

Result<std::string> JournalReader::blob(std::string_view hex) {
  const std::lock_guard lock(mutex_);
  return load_blob(hex);
}

Result<std::string> JournalReader::load_blob(std::string_view hex) {
  auto query = TRY(database_.prepare("SELECT size, bytes FROM blob WHERE hash = ?1"));
  query.bind_text(1, hex);
  if (!TRY(query.step())) return blob_missing(hex);
  auto text = TRY(decompress(query.blob(1), static_cast<std::size_t>(query.integer(0))));
  if (to_hex(sha256(text)) != hex)
    return fail("blob_damaged", "A large text in the store is damaged.",
                "It is not the text of its hash " + std::string(hex) + ".",
                "Run `folkmoot store check`, and restore the store from a backup.");
  return text;
}

Result<HighWaterMark> JournalReader::newest() {
  const std::lock_guard lock(mutex_);
  return newest_event(database_);
}

Result<void> JournalReader::hold_against(const std::optional<HighWaterMark>& mark) {
  const std::lock_guard lock(mutex_);
  return check_high_water(database_, mark);
}

Result<void> JournalReader::hold_still() {
  const std::lock_guard lock(mutex_);
  TRY(database_.execute("BEGIN"));
  TRY(database_.integer("SELECT count(*) FROM meta"));  // the first look is the moment
  return {};
}

Result<void> JournalReader::check_room(const RoomRow& row, TablesFold* fold) {
  for (RoomSeq after{0};;) {
    const auto page = TRY(read(row.id, after, kPage));
    if (fold)
      for (const EventPtr& event : page) fold->apply(*event);
    if (page.size() < kPage) return {};
    after = page.back()->room_seq;
  }
}

Result<StoreCheck> JournalReader::check(const TablesFolds& folds) {
  StoreCheck found;
  {
    const std::lock_guard lock(mutex_);
    auto query = TRY(database_.prepare("PRAGMA integrity_check(20)"));
    while (TRY(query.step())) {
      if (query.text(0) == "ok") continue;
      found.faults.push_back({"store_damaged", "The store's file is damaged.",
                              std::string(query.text(0)), "Restore the store from a backup."});
    }
    found.events = TRY(database_.integer("SELECT count(*) FROM log"));
    auto blobs = TRY(database_.prepare("SELECT hash FROM blob"));
    while (TRY(blobs.step())) {
      ++found.blobs;
      if (auto text = load_blob(std::string(blobs.text(0))); !text)
        found.faults.push_back(text.error());
    }
    const std::int64_t strays =
        TRY(database_.integer("SELECT count(*) FROM log WHERE room NOT IN (SELECT id FROM room)"));
    if (strays > 0)
      found.faults.push_back(
          {"store_table_damaged", "A room is not listed in the store.",
           std::to_string(strays) + " events are of rooms that it does not list.",
           "Write the tables anew out of the log with `folkmoot store rebuild`."});
  }
  std::map<RoomId, std::vector<OpenRow>> open;
  for (OpenRow& row : TRY(open_rows())) open[row.room].push_back(std::move(row));
  for (const RoomRow& row : TRY(rooms())) {
    ++found.rooms;
    const auto fold = folds ? folds(row.id) : nullptr;
    if (auto checked = check_room(row, fold.get()); !checked) {
      found.faults.push_back(checked.error());
    } else if (fold) {
      std::ranges::move(differences(fold->tables(), {row, std::move(open[row.id])}),
                        std::back_inserter(found.faults));
    }
  }
  return found;
}

}  // namespace fm
