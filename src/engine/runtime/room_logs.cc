#include "engine/runtime/room_logs.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "engine/log/post.h"

namespace fm {
namespace {

// So often in a row others may write into a room between two looks at it, or a post end unknown.
constexpr int kMostRounds = 20;

// An append is known by what it says: nobody but the room's owner writes such events.
bool is_same(const Event& stored, const NewEvent& event) {
  return stored.kind == event.kind && stored.by == event.by && stored.at == event.at &&
         stored.flow == event.flow && stored.place == event.place &&
         stored.project == event.project && canonical(stored.body) == canonical(event.body);
}

// Where the events of an append stand among `read`, from `from` on; its end where they do not.
std::size_t place_of(const std::vector<EventPtr>& read, std::size_t from,
                     const std::vector<NewEvent>& events) {
  for (std::size_t at = from; at + events.size() <= read.size(); ++at)
    if (std::ranges::equal(
            events, std::span(read).subspan(at, events.size()),
            [](const NewEvent& event, const EventPtr& stored) { return is_same(*stored, event); }))
      return at;
  return read.size();
}

}  // namespace

RoomLogs::RoomLogs(Journal& journal, Reader& reader) : journal_(journal), reader_(reader) {}

void RoomLogs::append(Append append, Then then, OnReturn when) {
  const RoomId room = append.room;
  // What opens and closes is known to the reader at the same moment as in the store.
  auto rows = std::make_shared<Append>();
  rows->room = room;
  rows->opened = append.opened;
  rows->closed = append.closed;
  append.done = [this, alive = std::weak_ptr(alive_), rows,
                 then = std::move(then)](Result<Appended> done) mutable {
    if (!alive.lock()) return;
    settle(*rows, done);
    then(std::move(done));
    if (alive.lock()) move_on(rows->room);
  };
  Log& log = logs_[room];
  append.expected = log.known;
  Held held{std::move(append), std::move(when)};
  const bool is_free = log.returned.empty() && log.waiting.empty();
  if (is_free && !log.is_catching && !log.is_lost) return send(room, std::move(held));
  log.waiting.push_back(std::move(held));
}

void RoomLogs::send(const RoomId& room, Held held) {
  Log& log = logs_.at(room);
  held.append.epoch = log.epoch;
  held.append.expected = log.known;
  held.append.returned = [this, alive = std::weak_ptr(alive_), when = std::move(held.when)](
                             const Error& why, Append&& append) {
    if (alive.lock()) came_back(why, std::move(append), when);
  };
  ++log.in_flight;
  journal_.append(std::move(held.append));
}

void RoomLogs::settle(const Append& rows, const Result<Appended>& done) {
  const auto found = logs_.find(rows.room);
  if (found == logs_.end()) return;
  Log& log = found->second;
  --log.in_flight;
  if (done && log.is_lost && done->epoch.value > 0) journal_.release(rows.room, done->epoch);
  if (!done || log.is_lost) return;
  if (done->epoch.value > 0) {
    const std::optional<Epoch> before = std::exchange(log.epoch, done->epoch);
    // It has claimed the room anew, so another node had it since.
    if (before && *before < done->epoch) return lose(rows.room, room_fenced(rows.room));
  }
  if (done->duplicate) return;
  log.rounds = 0;
  if (log.known && !done->events.empty()) log.known = done->events.back()->room_seq;
  reader_.committed(rows, done->events);
}

void RoomLogs::came_back(const Error& why, Append append, OnReturn when) {
  const RoomId room = append.room;
  Log& log = logs_.at(room);
  const std::weak_ptr is_alive = alive_;
  --log.in_flight;
  // Behind one whose outcome is not known it only waits for the new claim.
  const bool is_fenced = why.code == "room_fenced" && !log.is_unknown;
  const bool is_unknown = why.code == "commit_unknown";
  Held held{std::move(append), std::move(when), is_unknown};
  if (log.is_lost) {
    refuse(std::move(held), why);
    if (is_alive.lock()) move_on(room);
    return;
  }
  const bool starts_over = held.when.starts_over;
  log.returned.push_back(std::move(held));
  log.is_unknown = log.is_unknown || is_unknown;
  log.must_look = true;
  if (is_fenced) return lose(room, why);
  if (starts_over) return lose(room, head_moved(room));
  move_on(room);
}

// What is next for a room in which nothing is under way.
void RoomLogs::move_on(const RoomId& room) {
  const auto found = logs_.find(room);
  if (found == logs_.end()) return;
  Log& log = found->second;
  if (log.in_flight > 0 || log.is_catching) return;
  log.is_lost = false;
  if (log.is_unknown || (log.must_look && log.known)) return catch_up(room);
  while (!log.is_catching && !log.is_lost) {
    std::deque<Held>& next = log.returned.empty() ? log.waiting : log.returned;
    if (next.empty()) break;
    Held held = std::move(next.front());
    next.pop_front();
    const bool is_stale = held.append.expected != log.known;  // made before something came
    if (is_stale && held.when.starts_over) {
      log.returned.push_front(std::move(held));
      return lose(room, head_moved(room));
    }
    if (is_stale && held.when.back) {
      held.when.back(std::move(held.append));
    } else {
      send(room, std::move(held));
    }
  }
  if (log.in_flight > 0 || log.is_catching || log.is_kept) return;
  if (log.epoch) journal_.release(room, *log.epoch);
  logs_.erase(room);
}

void RoomLogs::catch_up(const RoomId& room) {
  Log& log = logs_.at(room);
  if (++log.rounds > kMostRounds) return lose(room, head_moved(room));
  log.is_catching = true;
  log.must_look = false;
  log.read.clear();
  if (!log.is_unknown) return read_on(room);
  // A commit that still is on its way fails behind a new claim, so what is read then is final.
  journal_.claim(room, [this, alive = std::weak_ptr(alive_), room](const Result<Epoch>& epoch) {
    if (!alive.lock()) return;
    if (!epoch && epoch.error().code == "room_unknown") return caught_up(room);
    if (!epoch) return lose(room, epoch.error());
    const std::optional<Epoch> before = std::exchange(logs_.at(room).epoch, *epoch);
    if (!before || epoch->value == before->value + 1) return read_on(room);
    // Another node had it in between, and may have gone on: what is held here rests on an old log.
    lose(room, room_fenced(room));
  });
}

void RoomLogs::read_on(const RoomId& room) {
  Log& log = logs_.at(room);
  const RoomSeq after =
      log.read.empty() ? log.known.value_or(RoomSeq{}) : log.read.back()->room_seq;
  journal_.read_page(room, after, kPageEvents,
                     [this, alive = std::weak_ptr(alive_), room](Result<LogPage> page) {
                       if (!alive.lock()) return;
                       if (!page) return lose(room, page.error());
                       std::ranges::move(page->events, std::back_inserter(logs_.at(room).read));
                       if (page->is_last) return caught_up(room);
                       read_on(room);
                     });
}

void RoomLogs::caught_up(const RoomId& room) {
  Log& log = logs_.at(room);  // stays: it is being caught up with
  const std::weak_ptr alive = alive_;
  std::deque<Held> held = std::exchange(log.returned, {});
  const std::vector<EventPtr> read = std::exchange(log.read, {});
  std::size_t given = 0;
  for (auto one = held.begin(); one != held.end();) {
    const std::size_t size = one->append.events.size();
    const bool looked_for = std::exchange(one->is_unknown, false) && size > 0;
    const std::size_t at = looked_for ? place_of(read, given, one->append.events) : read.size();
    if (at == read.size()) {
      ++one;
      continue;
    }
    const auto first = read.begin() + static_cast<std::ptrdiff_t>(at);
    give_on(room, {read.begin() + static_cast<std::ptrdiff_t>(given), first});
    given = at + size;
    Append found = std::move(one->append);
    one = held.erase(one);
    ++log.in_flight;
    found.done(Appended{.events = {first, first + static_cast<std::ptrdiff_t>(size)},
                        .duplicate = false,
                        .epoch = log.epoch.value_or(Epoch{})});
    if (!alive.lock()) return;
  }
  give_on(room, {read.begin() + static_cast<std::ptrdiff_t>(given), read.end()});
  if (!alive.lock()) return;
  log.returned = std::move(held);
  if (log.returned.empty() && log.waiting.empty()) log.rounds = 0;
  log.is_unknown = false;
  log.is_catching = false;
  move_on(room);
}

void RoomLogs::give_on(const RoomId& room, std::vector<EventPtr> events) {
  Log& log = logs_.at(room);
  if (!log.known) return;  // nobody here follows the room
  std::erase_if(events, [&](const EventPtr& event) { return event->room_seq <= *log.known; });
  if (events.empty()) return;
  log.known = events.back()->room_seq;
  reader_.came(room, events);
}

void RoomLogs::lose(const RoomId& room, const Error& why) {
  Log& log = logs_.at(room);
  const std::weak_ptr alive = alive_;
  std::deque<Held> held = std::exchange(log.returned, {});
  std::ranges::move(std::exchange(log.waiting, {}), std::back_inserter(held));
  const bool is_news = !std::exchange(log.is_lost, true);
  if (log.epoch) journal_.release(room, *log.epoch);
  log.epoch.reset();
  log.known.reset();
  log.is_kept = log.is_unknown = log.must_look = false;
  log.is_catching = true;  // nothing is sent before all have been told
  log.rounds = 0;
  if (is_news) reader_.lost(room, why);
  for (Held& one : held) {
    refuse(std::move(one), why);
    if (!alive.lock()) return;
  }
  log.is_catching = false;
  move_on(room);
}

void RoomLogs::refuse(Held held, const Error& why) {
  if (held.when.back) return held.when.back(std::move(held.append));
  ++logs_.at(held.append.room).in_flight;  // settle() counts it
  held.append.done(std::unexpected(why));
}

void RoomLogs::post(const RoomId& room, NewEvent event, Then then) {
  post_again(room, std::move(event), std::move(then), 0);
}

void RoomLogs::post_again(const RoomId& room, NewEvent event, Then then, int tries) {
  Post post{.room = room, .event = event, .done = {}};
  post.done = [this, alive = std::weak_ptr(alive_), room, event = std::move(event), tries,
               then = std::move(then)](Result<Appended> done) mutable {
    if (!alive.lock()) return;
    if (!done && done.error().code == "commit_unknown") {
      if (tries == kMostRounds) return then(std::unexpected(commit_unknown(room)));
      return post_again(room, std::move(event), std::move(then), tries + 1);
    }
    if (done && !done->duplicate) posted(room, done->events);
    if (alive.lock()) then(std::move(done));
  };
  journal_.post_input(std::move(post));
}

// It is given on behind all that came before it, and not while an append is under way that does not
// know of it: that one comes back, and what is appended after this must not overtake it.
void RoomLogs::posted(const RoomId& room, const std::vector<EventPtr>& events) {
  const auto found = logs_.find(room);
  if (found == logs_.end() || !found->second.known) return reader_.came(room, events);
  Log& log = found->second;
  const std::int64_t next = log.known->value + 1;
  const bool is_next = events.front()->room_seq.value == next;
  if (is_next && log.in_flight == 0 && !log.is_catching) return give_on(room, events);
  if (events.front()->room_seq.value >= next) look(room);
}

void RoomLogs::keep(const RoomId& room) { logs_[room].is_kept = true; }

void RoomLogs::knows(const RoomId& room, RoomSeq head) {
  Log& log = logs_[room];
  log.is_kept = true;
  log.known = head;
  log.rounds = 0;
  move_on(room);
}

bool RoomLogs::is_kept(const RoomId& room) const {
  const auto found = logs_.find(room);
  return found != logs_.end() && found->second.is_kept;
}

bool RoomLogs::is_busy(const RoomId& room) const {
  const auto found = logs_.find(room);
  if (found == logs_.end()) return false;
  const Log& log = found->second;
  return log.in_flight > 0 || log.is_catching || log.must_look || !log.returned.empty() ||
         !log.waiting.empty();
}

void RoomLogs::let_go(const RoomId& room) {
  const auto found = logs_.find(room);
  if (found == logs_.end()) return;
  found->second.is_kept = false;
  found->second.known.reset();
  move_on(room);
}

void RoomLogs::leave() {
  for (const auto& [room, log] : logs_)
    if (log.epoch) journal_.release(room, *log.epoch);
}

void RoomLogs::look(const RoomId& room) {
  const auto found = logs_.find(room);
  if (found == logs_.end()) return;
  found->second.must_look = true;
  move_on(room);
}

void RoomLogs::look_at_all() {
  std::vector<RoomId> rooms;
  for (const auto& [room, log] : logs_)
    if (log.known) rooms.push_back(room);
  for (const RoomId& room : rooms) look(room);
}

}  // namespace fm
