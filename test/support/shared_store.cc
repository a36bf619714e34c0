#include "test/support/shared_store.h"

#include <algorithm>
#include <utility>

#include "engine/log/blob.h"
#include "engine/log/post.h"

namespace fm::testing {
namespace {

Error room_unknown(const RoomId& room) {
  return {"room_unknown", "There is no room \"" + room.value + "\".", "", ""};
}

// Not copied: what is done with the outcome.
Append copy_of(const Append& append) {
  Append copy;
  copy.room = append.room;
  copy.epoch = append.epoch;
  copy.expected = append.expected;
  copy.events = append.events;
  copy.opened = append.opened;
  copy.closed = append.closed;
  copy.state = append.state;
  copy.blobs = append.blobs;
  copy.activation = append.activation;
  return copy;
}

}  // namespace

void NodeLoop::run_or_wait(Work work) {
  if (is_paused_) {
    waiting_.push_back(std::move(work));
  } else {
    work();
  }
}

void NodeLoop::post(Work work) {
  sim_.post([this, alive = std::weak_ptr(alive_), work = std::move(work)]() mutable {
    if (alive.lock()) run_or_wait(std::move(work));
  });
}

std::unique_ptr<Timer> NodeLoop::after(Millis span, Work work) {
  // Its handle may be gone when the node goes on: then it must not run.
  struct Armed final : Timer {
    std::unique_ptr<Timer> timer;
    std::shared_ptr<Work> work;
  };
  auto armed = std::make_unique<Armed>();
  armed->work = std::make_shared<Work>(std::move(work));
  armed->timer = sim_.after(span, [this, weak = std::weak_ptr(armed->work)] {
    run_or_wait([weak] {
      if (const auto live = weak.lock()) std::exchange(*live, nullptr)();
    });
  });
  return armed;
}

void NodeLoop::in_pool(Work blocking, Work done) {
  sim_.in_pool(std::move(blocking),
               [this, alive = std::weak_ptr(alive_), done = std::move(done)]() mutable {
                 if (alive.lock()) run_or_wait(std::move(done));
               });
}

void NodeLoop::go_on() {
  is_paused_ = false;
  for (Work& work : std::exchange(waiting_, {})) post(std::move(work));
}

// What a node asks for arrives at the store in its order, and so do the outcomes at the node.
class SharedStore::Node final : public Journal {
 public:
  Node(SharedStore& store, int number, Loop& loop) : store_(store), number_(number), loop_(loop) {
    store_.nodes_[number_] = this;
    scan_now_and_then();
  }
  ~Node() override { store_.nodes_.erase(number_); }

  void append(Append append) override {
    ask([this, append = std::move(append)]() mutable { write(std::move(append)); });
  }
  void post_input(Post post) override {
    ask([this, post = std::move(post)]() mutable {
      if (is_unknown(true)) {
        const CommitFate fate = take_fate();
        if (fate != CommitFate::kNever) (void)store_.commit(post);
        return answer([room = post.room, done = std::move(post.done)]() mutable {
          if (done) done(std::unexpected(commit_unknown(room)));
        });
      }
      auto result = store_.commit(post);
      if (result && !result->duplicate) store_.hint(post.room, number_);
      answer([done = std::move(post.done), result = std::move(result)]() mutable {
        if (done) done(std::move(result));
      });
    });
  }
  void claim(RoomId room, OnDone<Epoch> done) override {
    ask([this, room = std::move(room), done = std::move(done)]() mutable {
      broken_.erase(room);
      auto found = store_.find(room);
      Result<Epoch> epoch = found ? store_.claim(number_, **found) : std::unexpected(found.error());
      answer(
          [done = std::move(done), epoch = std::move(epoch)]() mutable { done(std::move(epoch)); });
    });
  }
  void release(const RoomId& room, Epoch epoch) override {
    ask([this, room, epoch] {
      auto found = store_.find(room);
      if (found && (*found)->epoch == epoch && (*found)->owner == number_) (*found)->owner = 0;
    });
  }
  bool is_shared() const override { return true; }
  void on_written(std::function<void(const RoomId&)> heard) override { heard_ = std::move(heard); }

  void read_page(RoomId room, RoomSeq after, std::size_t limit, OnDone<LogPage> done) override {
    look<LogPage>(
        [this, room = std::move(room), after, limit] {
          auto found = store_.find(room);
          if (!found) return Result<LogPage>(std::unexpected(found.error()));
          LogPage page;
          for (const Stored& stored : (*found)->log)
            if (stored.event->room_seq > after && page.events.size() < limit)
              page.events.push_back(stored.event);
          const RoomSeq last = page.events.empty() ? after : page.events.back()->room_seq;
          page.is_last = last >= (*found)->row.head;
          return Result<LogPage>(std::move(page));
        },
        std::move(done));
  }
  void read_folds(RoomId /*room*/, OnDone<std::vector<KeptFold>> done) override {
    look<std::vector<KeptFold>>([] { return Result<std::vector<KeptFold>>(); }, std::move(done));
  }
  void read_open(RoomId room, OnDone<std::vector<OpenRow>> done) override {
    look<std::vector<OpenRow>>(
        [this, room = std::move(room)] { return Result<std::vector<OpenRow>>(store_.open(room)); },
        std::move(done));
  }
  void keep_fold(RoomId /*room*/, KeptFold /*fold*/) override {}

  Result<std::vector<EventPtr>> read(const RoomId& room, RoomSeq after,
                                     std::size_t limit) override {
    std::vector<EventPtr> events;
    for (const EventPtr& event : store_.events(room))
      if (event->room_seq > after && events.size() < limit) events.push_back(event);
    return events;
  }
  Result<std::vector<RoomRow>> rooms() override {
    std::vector<RoomRow> rows;
    for (const auto& [id, room] : store_.rooms_) rows.push_back(room.row);
    return rows;
  }
  Result<std::vector<OpenRow>> open_rows() override {
    std::vector<OpenRow> rows;
    for (const auto& [id, room] : store_.rooms_)
      for (const auto& [key, row] : room.open) rows.push_back(row);
    return rows;
  }
  Result<std::string> blob(std::string_view hex) override {
    const auto found = store_.blobs_.find(std::string(hex));
    if (found == store_.blobs_.end()) return blob_missing(hex);
    return found->second;
  }

  void hear(const RoomId& room) {
    loop_.post([this, alive = std::weak_ptr(alive_), room] {
      if (alive.lock() && heard_) heard_(room);
    });
  }

 private:
  void write(Append append) {
    if (broken_.contains(append.room)) return give_back(std::move(append));
    if (!is_unknown(!append.events.empty())) {
      auto result = store_.commit(number_, append);
      if (result && !append.events.empty()) store_.hint(append.room, number_);
      if (!result) ++store_.refused[result.error().code];
      const bool again =
          !result && append.returned &&
          (result.error().code == "head_moved" || result.error().code == "room_fenced");
      return answer([append = std::move(append), result = std::move(result), again]() mutable {
        if (again) {
          const auto returned = append.returned;
          returned(result.error(), std::move(append));
        } else if (append.done) {
          append.done(std::move(result));
        }
      });
    }
    CommitFate fate = take_fate();
    if (!append.epoch && fate == CommitFate::kLate) fate = CommitFate::kNever;  // no claim to fail
    if (fate == CommitFate::kApplied) (void)store_.commit(number_, append);
    if (fate == CommitFate::kLate)
      store_.late_.push_back(store_.sim_.after(
          Millis(static_cast<std::int64_t>(store_.random_() % 40)),
          [&store = store_, node = number_, late = std::make_shared<Append>(copy_of(append))] {
            if (!store.commit(node, *late)) ++store.late_refused;
          }));
    broken_.insert(append.room);
    ++store_.refused["commit_unknown"];
    give_back(std::move(append));
  }

  void give_back(Append append) {
    answer([append = std::move(append)]() mutable {
      const auto returned = append.returned;
      if (returned) {
        const Error why = commit_unknown(append.room);
        returned(why, std::move(append));
      } else if (append.done) {
        append.done(std::unexpected(commit_unknown(append.room)));
      }
    });
  }
  bool is_unknown(bool writes) {
    return writes &&
           (store_.breaks_.contains(number_) || store_.percent() < store_.unknown_percent);
  }
  CommitFate take_fate() {
    const auto wanted = store_.breaks_.extract(number_);
    return wanted ? wanted.mapped() : static_cast<CommitFate>(store_.random_() % 3);
  }

  void scan_now_and_then() {
    scanning_ = store_.sim_.after(Millis(1'000), [this] {
      for (const auto& [id, room] : store_.rooms_) {
        const bool is_free = room.owner == 0 || store_.dead_.contains(room.owner);
        if (is_free && !room.log.empty() && room.log.back().epoch.value == 0) hear(id);
      }
      scan_now_and_then();
    });
  }
  void ask(Work request) {
    requests_.push_back(std::move(request));
    if (requests_.size() == 1) serve_next();
  }
  void serve_next() {
    const auto most = static_cast<std::uint64_t>(store_.most_delay.count()) + 1;
    Millis delay{static_cast<std::int64_t>(store_.random_() % most)};
    if (const auto more = store_.more_delay.find(number_); more != store_.more_delay.end())
      delay += more->second;
    serving_ = store_.sim_.after(delay, [this] {
      Work request = std::move(requests_.front());
      request();
      requests_.pop_front();
      if (!requests_.empty()) serve_next();
    });
  }
  void answer(Work outcome) {
    outcomes_.push_back(std::move(outcome));
    loop_.post([this, alive = std::weak_ptr(alive_)] {
      if (!alive.lock()) return;
      Work first = std::move(outcomes_.front());
      outcomes_.pop_front();
      first();
    });
  }
  template <class T, class Read>
  void look(Read read, OnDone<T> done) {
    store_.sim_.post([this, alive = std::weak_ptr(alive_), read = std::move(read),
                      done = std::move(done)]() mutable {
      if (!alive.lock()) return;
      loop_.post([alive, found = read(), done = std::move(done)]() mutable {
        if (alive.lock()) done(std::move(found));
      });
    });
  }

  SharedStore& store_;
  const int number_;
  Loop& loop_;
  std::function<void(const RoomId&)> heard_;
  std::set<RoomId> broken_;  // where an append ended unknown, until the room is claimed anew
  std::deque<Work> requests_;
  std::deque<Work> outcomes_;
  std::unique_ptr<Timer> serving_;
  std::unique_ptr<Timer> scanning_;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

std::unique_ptr<Journal> SharedStore::join(int node, Loop& loop) {
  return std::make_unique<Node>(*this, node, loop);
}

Result<SharedStore::Room*> SharedStore::find(const RoomId& room) {
  const auto found = rooms_.find(room);
  if (found == rooms_.end()) return std::unexpected(room_unknown(room));
  return &found->second;
}

Result<Epoch> SharedStore::claim(int node, Room& room) {
  if (room.owner != 0 && room.owner != node && !dead_.contains(room.owner))
    return std::unexpected(room_owned(room.row.id));
  room.owner = node;
  ++room.epoch.value;
  return room.epoch;
}

Result<Appended> SharedStore::commit(int node, const Append& append) {
  const bool creates = !append.events.empty() && append.events.front().kind == "room.created";
  if (creates && rooms_.contains(append.room))
    return fail("room_exists", "There is a room of that name already.", "", "");
  if (!creates && !rooms_.contains(append.room)) return std::unexpected(room_unknown(append.room));
  for (const NewEvent& event : append.events) {
    const std::string once = dedup_key(append.room, event);
    const auto former = once_.find(once);
    if (once.empty() || former == once_.end()) continue;
    if (event.client_id.empty()) return fail("effect_finished", "It is recorded.", once, "");
    return Appended{.events = {former->second}, .duplicate = true};
  }
  Room& room = rooms_[append.room];
  if (append.epoch && (room.epoch != *append.epoch || room.owner != node))
    return std::unexpected(room_fenced(append.room));
  if (append.expected)
    for (const Stored& stored : room.log)
      if (stored.event->room_seq > *append.expected && stored.epoch != room.epoch)
        return std::unexpected(head_moved(append.room));
  if (creates) {
    const Json body = append.events.front().body;
    room.row.id = append.room;
    room.row.title = text_at(body, "title");
  }
  if (!append.epoch && room.owner != node) {
    auto claimed = claim(node, room);
    if (!claimed) return std::unexpected(claimed.error());
  }
  ++commits;
  Appended appended;
  appended.epoch = room.epoch;
  for (const NewEvent& event : append.events)
    appended.events.push_back(store(room, event, room.epoch));
  for (const auto& [kind, id] : append.closed) room.open.erase({kind, id});
  for (const OpenRow& row : append.opened) room.open[{row.kind, row.id}] = row;
  for (const std::string& text : append.blobs) blobs_[to_hex(sha256(text))] = text;
  if (!append.state.empty()) room.row.state = append.state;
  if (append.activation == ActivationMark::kBegin) ++room.row.activations;
  if (append.activation == ActivationMark::kProgress) room.row.activations = 0;
  return appended;
}

Result<Appended> SharedStore::commit(const Post& post) {
  if (auto allowed = check_post(post.event); !allowed) return std::unexpected(allowed.error());
  Room& room = *TRY(find(post.room));
  const std::string once = dedup_key(post.room, post.event);
  if (const auto former = once_.find(once); !once.empty() && former != once_.end())
    return Appended{.events = {former->second}, .duplicate = true};
  if (post.event.kind == "gate.answered") {
    const auto gate =
        room.open.find({OpenKind::kGate, std::string(text_at(post.event.body, "gate"))});
    TRY(check_answer(post.event, gate == room.open.end() ? nullptr : &gate->second));
  }
  ++commits;
  for (const auto& key : closed_by(post.event)) room.open.erase(key);
  return Appended{.events = {store(room, post.event, {})}};
}

EventPtr SharedStore::store(Room& room, const NewEvent& event, Epoch epoch) {
  Event stored;
  stored.seq = {++seq_};
  stored.room = room.row.id;
  stored.room_seq = {++room.row.head.value};
  stored.at = event.at;
  stored.kind = event.kind;
  stored.by = event.by;
  stored.project = event.project;
  stored.flow = event.flow;
  stored.place = event.place;
  stored.body = event.body;
  auto made = std::make_shared<const Event>(std::move(stored));
  room.log.push_back({made, epoch});
  if (const std::string once = dedup_key(room.row.id, event); !once.empty()) once_[once] = made;
  return made;
}

void SharedStore::hint(const RoomId& room, int writer) {
  for (const auto& [number, node] : nodes_)
    if (number != writer && percent() >= lost_hints_percent) node->hear(room);
}

std::vector<EventPtr> SharedStore::events(const RoomId& room) const {
  std::vector<EventPtr> events;
  if (const auto found = rooms_.find(room); found != rooms_.end())
    for (const Stored& stored : found->second.log) events.push_back(stored.event);
  return events;
}

Epoch SharedStore::epoch(const RoomId& room) const { return rooms_.at(room).epoch; }

int SharedStore::owner(const RoomId& room) const { return rooms_.at(room).owner; }

std::vector<OpenRow> SharedStore::open(const RoomId& room) const {
  std::vector<OpenRow> rows;
  if (const auto found = rooms_.find(room); found != rooms_.end())
    for (const auto& [key, row] : found->second.open) rows.push_back(row);
  return rows;
}

std::string SharedStore::faults() const {
  std::string faults;
  for (const auto& [id, room] : rooms_) {
    std::set<std::pair<FlowId, StepPath>> results;
    Epoch newest;
    for (const Stored& stored : room.log) {
      const Event& event = *stored.event;
      const std::string where = id.value + " " + std::to_string(event.room_seq.value) + ": ";
      if (stored.epoch.value > 0 && stored.epoch < newest)
        faults += where + "an event of an old claim behind a new one\n";
      newest = std::max(newest, stored.epoch);
      if (event.kind == "effect.finished" && !results.emplace(event.flow, event.place).second)
        faults += where + "a second result at " + event.place.value + "\n";
    }
  }
  return faults;
}

}  // namespace fm::testing
