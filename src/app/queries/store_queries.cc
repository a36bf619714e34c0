#include "app/queries/store_queries.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <vector>

#include "app/queries/channel_rooms.h"
#include "app/queries/conversation_room.h"
#include "app/queries/costs.h"
#include "app/queries/memory.h"
#include "app/queries/moved_rooms.h"
#include "app/queries/pages.h"
#include "app/queries/rooms.h"

namespace fm {
namespace {

// What was begun before the time that is asked for is read too, so that its agent is known.
constexpr Millis kLongestTurn = std::chrono::hours(24);

// The line of E-1 with its link of the chain.
std::string export_line(const Event& event, const JournalReader::Link& link) {
  std::string line = encode(event);
  line.pop_back();
  return line + ",\"prev\":\"" + link.prev + "\",\"hash\":\"" + link.hash + "\"}";
}

std::string cursor_of(RoomSeq seq) { return std::to_string(seq.value); }

NewestFirst place_of(const RoomRow& row) { return {row.updated_at, row.id.value}; }

Result<std::vector<RoomRow>> rooms_with_projects(JournalReader& reader,
                                                 const ProjectsQuery& query) {
  std::vector<RoomRow> rooms = TRY(reader.rooms());
  if (!query.room.empty()) {
    std::erase_if(rooms, [&](const RoomRow& row) { return row.id != query.room; });
    return rooms;
  }
  std::set<RoomId> with;
  for (const EventPtr& event : TRY(reader.of_kind("project.created", {0})))
    with.insert(event->room);
  std::erase_if(rooms, [&](const RoomRow& row) {
    return row.folder != query.folder || !with.contains(row.id) ||
           !place_of(row).comes_after(query.page.cursor);
  });
  return rooms;
}

struct OpenGates {
  std::vector<RoomRow> rooms;
  std::set<std::pair<RoomId, std::string>> gates;
};

// What was withdrawn stands in a room's past as well; what is open the store knows.
Result<OpenGates> open_gates(JournalReader& reader, const GatesQuery& query) {
  OpenGates open;
  for (const RoomRow& row : TRY(reader.rooms())) {
    const bool meant =
        query.room.empty() ? !query.folder || row.folder == *query.folder : row.id == query.room;
    if (meant && row.open_gates > 0 && place_of(row).comes_after(query.page.cursor))
      open.rooms.push_back(row);
  }
  for (const OpenRow& row : TRY(reader.open_rows()))
    if (row.kind == OpenKind::kGate) open.gates.emplace(row.room, row.id);
  return open;
}

Result<Page<EventPtr>> events_after(JournalReader& reader, const EventsQuery& query) {
  const std::size_t limit = std::max<std::size_t>(query.limit, 1);
  Page<EventPtr> page{TRY(reader.read(query.room, query.after, limit))};
  if (page.items.size() == limit) page.next = cursor_of(page.items.back()->room_seq);
  return page;
}

// Events are numbered without a gap, so that the place where a page begins is known.
Result<Page<EventPtr>> events_before(JournalReader& reader, const EventsQuery& query,
                                     RoomSeq before) {
  RoomSeq head;
  for (const RoomRow& row : TRY(reader.rooms()))
    if (row.id == query.room) head = row.head;
  const std::int64_t last = before.value == 0 ? head.value : std::min(head.value, before.value - 1);
  const auto limit = static_cast<std::int64_t>(std::max<std::size_t>(query.limit, 1));
  const RoomSeq after{std::max(query.after.value, last - limit)};
  Page<EventPtr> page;
  if (last <= after.value) return page;
  page.items = TRY(reader.read(query.room, after, static_cast<std::size_t>(last - after.value)));
  if (after > query.after) page.next = cursor_of(RoomSeq{after.value + 1});
  return page;
}

Result<CostTables> cost_tables(JournalReader& reader, const CostsQuery& query) {
  const UtcMs from = query.since.value == 0 ? query.since : query.since + -kLongestTurn;
  std::vector<CostEntry> entries = cost_entries(TRY(reader.of_kind("turn.", from)));
  std::erase_if(entries, [&](const CostEntry& entry) {
    return entry.at < query.since || (!query.room.empty() && entry.room != query.room);
  });
  CostTables tables;
  for (const CostGroup group : query.by) tables.push_back(cost_lines(entries, group));
  return tables;
}

Result<Page<MemoryEntry>> memory_page(JournalReader& reader, const MemoryQuery& query) {
  std::string folder = query.folder;
  if (!query.room.empty())
    for (const RoomRow& row : TRY(reader.rooms()))
      if (row.id == query.room) folder = row.folder;
  std::vector<MemoryEntry> entries = TRY(folder_memory(reader, folder));
  if (!query.room.empty())
    std::erase_if(entries, [&](const MemoryEntry& entry) { return entry.room != query.room; });
  return page_of(std::move(entries), query.page, [](const MemoryEntry& entry) {
    return NewestFirst{entry.finished_at, entry.room.value + "/" + entry.project.value};
  });
}

Result<Page<ChannelBinding>> channel_page(JournalReader& reader, const PageWanted& wanted) {
  std::vector<ChannelBinding> bound;
  for (const auto& [channel, room] : TRY(channel_rooms(reader))) bound.push_back({channel, room});
  return page_of(std::move(bound), wanted,
                 [](const ChannelBinding& one) { return ByName{one.channel.key}; });
}

}  // namespace

void StoreQueries::rooms_elsewhere(std::string folder, Done<std::vector<RoomElsewhere>> done) {
  read(std::move(done), [folder = std::move(folder)](JournalReader& reader) {
    return fm::rooms_elsewhere(reader, folder);
  });
}

void StoreQueries::rooms(RoomsQuery query, Done<Page<RoomSummary>> done) {
  read(std::move(done),
       [query = std::move(query)](JournalReader& reader) { return room_page(reader, query); });
}

void StoreQueries::room(RoomId room, Done<RoomViewPtr> done) {
  views_.view(room, [room, done = std::move(done)](Result<RoomViewPtr> seen) {
    done(known_room(std::move(seen), room));
  });
}

void StoreQueries::events(EventsQuery query, Done<Page<EventPtr>> done) {
  read(std::move(done), [query](JournalReader& reader) {
    return query.before ? events_before(reader, query, *query.before) : events_after(reader, query);
  });
}

void StoreQueries::exported(EventsQuery query, Done<Page<std::string>> done) {
  read(std::move(done), [query](JournalReader& reader) -> Result<Page<std::string>> {
    Page<std::string> page;
    RoomSeq last = query.after;
    for (const auto& [event, link] :
         TRY(reader.read_linked(query.room, query.after, query.limit))) {
      page.items.push_back(export_line(*event, link));
      last = event->room_seq;
    }
    if (page.items.size() == query.limit) page.next = cursor_of(last);
    return page;
  });
}

void StoreQueries::conversation_room(ConversationRoomQuery query,
                                     Done<std::optional<RoomId>> done) {
  tasks_.run(conversation_room_of(std::move(query)), std::move(done));
}

Task<Result<std::optional<RoomId>>> StoreQueries::conversation_room_of(
    ConversationRoomQuery query) {
  auto rows = CO_TRY(co_await in_pool(pool_, [this] { return reader_.rooms(); }));
  const RoomViewPtr seen =
      CO_TRY(co_await room_to_converse_in(std::move(rows), std::move(query), views_));
  co_return seen ? std::optional(seen->id) : std::nullopt;
}

void StoreQueries::projects(ProjectsQuery query, Done<Page<ProjectEntry>> done) {
  tasks_.run(projects_of(std::move(query)), std::move(done));
}

Task<Result<Page<ProjectEntry>>> StoreQueries::projects_of(ProjectsQuery query) {
  const std::vector<RoomRow> rooms = CO_TRY(
      co_await in_pool(pool_, [this, query] { return rooms_with_projects(reader_, query); }));
  Page<ProjectEntry> page;
  for (const RoomRow& row : rooms) {
    const RoomViewPtr seen = CO_TRY(co_await views_.of(row.id));
    for (ProjectStatus& status : project_list(*seen))
      page.items.push_back({row.id, std::move(status)});
    page.next = row.id == rooms.back().id ? std::string() : place_of(row).cursor();
    if (page.items.size() >= query.page.limit) break;
  }
  co_return page;
}

void StoreQueries::gates(GatesQuery query, Done<Page<WaitingGate>> done) {
  tasks_.run(gates_of(std::move(query)), std::move(done));
}

Task<Result<Page<WaitingGate>>> StoreQueries::gates_of(GatesQuery query) {
  const OpenGates open =
      CO_TRY(co_await in_pool(pool_, [this, query] { return open_gates(reader_, query); }));
  Page<WaitingGate> page;
  for (const RoomRow& row : open.rooms) {
    const RoomViewPtr seen = CO_TRY(co_await views_.of(row.id));
    for (const OpenGate& gate : seen->gates)
      if (open.gates.contains({row.id, gate.gate})) page.items.push_back({seen, gate});
    page.next = row.id == open.rooms.back().id ? std::string() : place_of(row).cursor();
    if (page.items.size() >= query.page.limit) break;
  }
  co_return page;
}

void StoreQueries::costs(CostsQuery query, Done<CostTables> done) {
  read(std::move(done),
       [query = std::move(query)](JournalReader& reader) { return cost_tables(reader, query); });
}

void StoreQueries::memory(MemoryQuery query, Done<Page<MemoryEntry>> done) {
  read(std::move(done),
       [query = std::move(query)](JournalReader& reader) { return memory_page(reader, query); });
}

void StoreQueries::channels(PageWanted page, Done<Page<ChannelBinding>> done) {
  read(std::move(done),
       [page = std::move(page)](JournalReader& reader) { return channel_page(reader, page); });
}

}  // namespace fm
