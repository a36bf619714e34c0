#include "engine/runtime/engine.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/flow/gate_options.h"
#include "engine/flow/pins.h"
#include "engine/flow/replay.h"
#include "engine/log/post.h"
#include "engine/runtime/room_runtime.h"

namespace fm {
namespace {

std::unexpected<Error> quarantined_error(const RoomId& room, int times) {
  return fail("room_quarantined", "Room " + room.value + " is set aside.",
              "The program ended " + std::to_string(times) +
                  " times in a row while it worked in this room, without getting further.",
              "Look at it with `folkmoot room show " + room.value +
                  "`, and try again with `folkmoot resume " + room.value + " --force`.");
}

}  // namespace

Engine::Engine(Loop& loop, Journal& journal, const std::map<std::string, FlowDefinition>& flows,
               const Performers& performers, FoldFactory fold, EngineOptions options)
    : loop_(loop),
      journal_(journal),
      flows_(flows),
      performers_(performers),
      fold_(std::move(fold)),
      options_(options),
      pool_(loop),
      logs_(journal, *this),
      reading_(loop) {}

Engine::~Engine() { pool_.close(); }

Result<void> Engine::open() {
  offset_ = Millis(now().value) - loop_.clock().steady();
  for (const OpenRow& row : TRY(journal_.open_rows())) note_row(row);
  const RoomId blamed = options_.mark ? options_.mark->left_behind() : RoomId();
  for (const RoomRow& row : TRY(journal_.rooms())) {
    if (row.activations == 0) continue;
    activations_[row.id] = row.activations;
    suspects_.insert(row.id);
  }
  // Where it is known in whose code the process ended, the others were only there.
  if (suspects_.contains(blamed))
    for (const RoomId& room : std::set(suspects_))
      if (room != blamed) clear_mark(room);
  set_timer();
  journal_.on_written([this, alive = std::weak_ptr(alive_)](const RoomId& room) {
    if (!alive.lock()) return;
    if (logs_.is_kept(room)) return logs_.look(room);
    look_after(room);
  });
  if (journal_.is_shared()) look_now_and_then();
  return {};
}

void Engine::note_row(const OpenRow& row) {
  const Json data = row.data;
  switch (row.kind) {
    case OpenKind::kFlow:
      open_[row.room].flows[FlowId{row.id}] = row.data;
      break;
    case OpenKind::kGate:
      open_[row.room].gates[row.id] = {
          {std::string(text_at(data, "flow"))},
          {std::string(text_at(data, "place"))},
          std::string(text_at(data, "digest")),
          texts_at(data, "options"),
          option_ids_or_derived(texts_at(data, "options"), texts_at(data, "option_ids")),
          bool_at(data, "unknown"),
          static_cast<int>(int_at(data, "attempt")),
          bool_at(data, "anew")};
      break;
    case OpenKind::kTimer: {
      const auto space = row.id.find(' ');
      arm(row.due, row.room, {row.id.substr(0, space)}, {row.id.substr(space + 1)});
      break;
    }
  }
}

void Engine::note_rows(const Append& append) {
  for (const auto& [kind, id] : append.closed) {
    auto room = open_.find(append.room);
    if (room == open_.end()) continue;
    if (kind == OpenKind::kFlow) room->second.flows.erase(FlowId{id});
    if (kind == OpenKind::kGate) room->second.gates.erase(id);
    if (room->second.flows.empty() && room->second.gates.empty()) open_.erase(room);
  }
  for (const OpenRow& row : append.opened)
    if (row.kind != OpenKind::kTimer) note_row(row);
}

Result<const FlowDefinition*> Engine::definition(const std::string& name) const {
  auto found = flows_.find(name);
  if (found != flows_.end()) return &found->second;
  return fail("flow_kind_unknown", "This program does not know this way of working.",
              "It is called \"" + name + "\".",
              "Go on with the version of the program that began it.");
}

void Engine::append(Append append, RoomLogs::Then then, OnReturn when) {
  if (append.activation == ActivationMark::kProgress) is_innocent(append.room);
  logs_.append(std::move(append), std::move(then), std::move(when));
}

void Engine::committed(const Append& rows, const std::vector<EventPtr>& events) {
  note_rows(rows);
  give_on(rows.room, events);
}

void Engine::give_on(const RoomId& room, const std::vector<EventPtr>& events) {
  for (const EventPtr& event : events) bus_.event(event);
  if (auto loading = loading_.find(room); loading != loading_.end())
    std::ranges::copy(events, std::back_inserter(loading->second.events));
  if (auto active = rooms_.find(room); active != rooms_.end()) active->second->committed(events);
}

void Engine::start(const RoomId& id, std::optional<RoomRequest> room, FlowRequest flow, By by,
                   Acknowledge done) {
  FlowStart start;
  start.id = flow.id;
  start.name = flow.name;
  start.args = std::move(flow.args);
  start.endpoints = std::move(flow.endpoints);
  if (auto definition = this->definition(flow.name); definition) {
    start.version = (*definition)->version;
  } else {
    done(std::unexpected(definition.error()));
    return;
  }
  if (auto open = open_.find(id); open != open_.end() && open->second.flows.contains(flow.id)) {
    started_before(id, flow.id, start.args, std::move(done));
    return;
  }
  Append append;
  append.room = id;
  const UtcMs at = now();
  if (room) {
    NewEvent created;
    created.kind = "room.created";
    created.body["title"] = room->title;
    created.body["folder"] = room->folder;
    created.body["team"] = room->team;
    created.by = by;
    created.at = at;
    append.events.push_back(std::move(created));
  }
  Pins pins;
  for (auto& [path, text] : flow.pins) {
    pins[path] = to_hex(sha256(text));
    append.blobs.push_back(std::move(text));
  }
  if (!pins.empty()) {
    start.manifest = manifest_of(pins);
    append.blobs.push_back(manifest_text(pins));
  }
  for (NewEvent& event : flow.before) append.events.push_back(std::move(event));
  OpenRow row;
  row.kind = OpenKind::kFlow;
  row.room = id;
  row.id = start.id.value;
  row.data["args"] = to_base32(sha256(canonical(start.args)), 26);
  append.opened.push_back(std::move(row));
  NewEvent started;
  started.kind = "flow.started";
  started.body = to_body(start);
  started.by = by;
  started.at = at;
  started.flow = start.id;
  append.events.push_back(std::move(started));
  append.state = "working";
  const bool fresh = room.has_value();
  if (fresh) append.activation = ActivationMark::kBegin;
  this->append(std::move(append), [this, id, fresh, start = std::move(start),
                                   done = std::move(done)](Result<Appended> result) mutable {
    if (!result && result.error().code == "effect_finished") {
      started_before(id, start.id, start.args, std::move(done));
      return;
    }
    if (!result) {
      done(std::unexpected(result.error()));
      return;
    }
    const EventPtr last = result->events.back();
    if (result->duplicate) {  // the message that asked for it has done so before
      done(last);
      return;
    }
    if (fresh) {
      activations_[id] += 1;
      load(id, room_past(result->events, fold_));  // the room is these events
    } else if (!rooms_.contains(id)) {             // a room that is here has begun it already
      activate(id, Anyway::kNo, [](Result<RoomRuntime*>) {});
    }
    done(last);
  });
}

void Engine::started_before(const RoomId& room, const FlowId& flow, const JsonObject& args,
                            Acknowledge done) {
  const auto is_start = [flow](const EventPtr& event) {
    return event->kind == "flow.started" && event->flow == flow;
  };
  find_event(room, is_start,
             [this, room, flow, args, done = std::move(done)](Result<EventPtr> found) mutable {
               if (!found) return done(std::unexpected(found.error()));
               const EventPtr& event = *found;
               if (!event || canonical(flow_start(*event).args) != canonical(args))
                 return done(fail("flow_conflict", "This has been started already, in another way.",
                                  "The flow " + flow.value + " was started with other arguments.",
                                  "Use another id, or go on with the one that is there."));
               auto open = open_.find(room);
               if (open == open_.end() || !open->second.flows.contains(flow)) return done(event);
               resume(room, Anyway::kNo,
                      [done = std::move(done), event](Result<void> resumed) mutable {
                        if (resumed) {
                          done(event);
                        } else {
                          done(std::unexpected(resumed.error()));
                        }
                      });
             });
}

void Engine::find_event(const RoomId& room, std::function<bool(const EventPtr&)> wanted,
                        std::move_only_function<void(Result<EventPtr>)> done) {
  reading_.run(find_in_room(journal_, room, std::move(wanted)), std::move(done));
}

void Engine::read_past(const RoomId& room, RoomSeq upto,
                       std::move_only_function<void(Result<RoomPast>)> done) {
  reading_.run(read_room_past(journal_, pool_, room, upto, fold_), std::move(done));
}

std::optional<RoomSnapshot> Engine::look(const RoomId& room) const {
  const auto active = rooms_.find(room);
  if (active == rooms_.end()) return std::nullopt;
  try {
    return active->second->state().snapshot();
  } catch (const std::exception&) {  // a fault of its fold, which its flows are told of
    return std::nullopt;
  }
}

void Engine::activate(const RoomId& room, Anyway anyway, Ready ready) {
  if (auto active = rooms_.find(room); active != rooms_.end()) {
    ready(active->second.get());
    return;
  }
  if (auto loading = loading_.find(room); loading != loading_.end()) {
    loading->second.waiting.push_back(std::move(ready));
    return;
  }
  auto held = activations_.find(room);
  if (anyway == Anyway::kNo && held != activations_.end() &&
      held->second >= options_.quarantine_after) {
    ready(quarantined_error(room, held->second));
    return;
  }
  if (suspects_.contains(room)) {
    if (tried_ && *tried_ != room) {
      to_be_tried_.push_back([this, room, anyway, ready = std::move(ready)]() mutable {
        activate(room, anyway, std::move(ready));
      });
      return;
    }
    tried_ = room;
  }
  Loading& loading = loading_[room];
  loading.number = ++loadings_;
  loading.waiting.push_back(std::move(ready));
  logs_.keep(room);
  // The mark is on the disk before the room is touched: if it ends the process, that is known.
  Append mark;
  mark.room = room;
  mark.activation = ActivationMark::kBegin;
  this->append(std::move(mark), [this, room, number = loadings_](Result<Appended> marked) {
    if (!is_loading(room, number)) return;
    if (!marked) {
      not_loaded(room, marked.error());
      return;
    }
    activations_[room] += 1;
    if (!journal_.is_shared()) return read_to_load(room);
    // What whoever owned it before has opened and closed.
    read_rows(room, [this, room, number](const Result<void>& read) {
      if (!is_loading(room, number)) return;
      if (!read) return not_loaded(room, read.error());
      read_to_load(room);
    });
  });
}

// Unless the room was lost meanwhile.
bool Engine::is_loading(const RoomId& room, int number) const {
  const auto loading = loading_.find(room);
  return loading != loading_.end() && loading->second.number == number;
}

void Engine::read_to_load(const RoomId& room) {
  const int number = loading_.at(room).number;
  read_past(room, {}, [this, room, number](Result<RoomPast> past) {
    if (!is_loading(room, number)) return;
    if (!past) return not_loaded(room, past.error());
    // What was committed while the room was being read belongs to it, if nothing lies between.
    std::vector<EventPtr>& since = loading_.at(room).events;
    RoomSeq head = past->state.head();
    std::erase_if(since, [&](const EventPtr& event) { return event->room_seq <= head; });
    for (const EventPtr& event : since)
      if (event->room_seq.value != ++head.value) return read_to_load(room);
    load(room, std::move(*past), std::exchange(since, {}));
  });
}

void Engine::is_innocent(const RoomId& room) {
  activations_.erase(room);
  suspects_.erase(room);
  if (tried_ == room) tried_.reset();
  if (tried_) return;
  loop_.post([this, alive = std::weak_ptr(alive_)] {
    if (!alive.lock() || tried_ || to_be_tried_.empty()) return;
    auto next = std::move(to_be_tried_.front());
    to_be_tried_.erase(to_be_tried_.begin());
    next();
    if (!tried_) is_innocent({});  // that one was not to be tried any more
  });
}

void Engine::not_loaded(const RoomId& room, const Error& error) {
  if (tried_ == room) {
    tried_.reset();
    is_innocent({});
  }
  auto loading = loading_.extract(room);
  if (!rooms_.contains(room)) logs_.let_go(room);
  if (loading)
    for (Ready& ready : loading.mapped().waiting) ready(std::unexpected(error));
  set_timer();
}

void Engine::load(const RoomId& room, RoomPast past, const std::vector<EventPtr>& since) {
  auto loading = loading_.extract(room);
  auto& runtime = rooms_[room];
  if (runtime) {  // it was started anew meanwhile, and knows all that was committed
    runtime->hold();
  } else {
    const RoomSeq head = since.empty() ? past.state.head() : since.back()->room_seq;
    runtime = std::make_unique<RoomRuntime>(*this, room, std::move(past), true);
    runtime->hold();
    logs_.knows(room, head);
    runtime->run_all();
    runtime->committed(since);
    for (const EventPtr& event : since)
      if (event->kind == "gate.answered") runtime->answered(event);
  }
  RoomRuntime& made = *runtime;
  if (loading)
    for (Ready& ready : loading.mapped().waiting) ready(&made);
  made.release();
  set_timer();
}

void Engine::resume(const RoomId& room, Anyway anyway,
                    std::move_only_function<void(Result<void>)> done) {
  auto open = open_.find(room);
  if (open == open_.end() || open->second.flows.empty()) {
    done(fail("nothing_to_resume", "Nothing is unfinished in room " + room.value + ".", "",
              "See the rooms with `folkmoot room list`, or start something new."));
    return;
  }
  activate(room, anyway, [this, room, done = std::move(done)](Result<RoomRuntime*> active) mutable {
    if (!active) return done(std::unexpected(active.error()));
    (*active)->tell_rest_again();
    try_again(room, std::move(done));
  });
}

void Engine::try_again(const RoomId& room, std::move_only_function<void(Result<void>)> done) {
  auto active = rooms_.find(room);
  if (active == rooms_.end() || !active->second->has_paused()) return done({});
  active->second->hold();  // while it is being read
  read_past(room, active->second->state().head(),
            [this, room, done = std::move(done)](Result<RoomPast> past) mutable {
              auto held = rooms_.find(room);
              if (held == rooms_.end()) return done(std::unexpected(room_fenced(room)));
              if (past) held->second->retry_paused(std::move(*past));
              done(past ? Result<void>() : std::unexpected(past.error()));
              if (held = rooms_.find(room); held != rooms_.end()) held->second->release();
            });
}

void Engine::clear_mark(const RoomId& room) {
  Append mark;
  mark.room = room;
  mark.activation = ActivationMark::kProgress;
  mark.urgency = Urgency::kLazy;
  this->append(std::move(mark), [](Result<Appended>) {});
}

// Printed in the pool, since the whole room is in it; then it lies at the journal with no one
// waiting.
void Engine::keep_fold(const RoomId& room, KeptRoom kept) {
  const auto whole = std::make_shared<const KeptRoom>(std::move(kept));
  const auto made = std::make_shared<std::optional<KeptFold>>();
  keeping_[room] = whole;
  pool_.run([whole, made] { *made = to_kept_fold(*whole); },
            [this, room, whole, made] {
              if (*made) journal_.keep_fold(room, std::move(**made));
              const auto newest = keeping_.find(room);
              if (newest != keeping_.end() && newest->second == whole) keeping_.erase(newest);
            });
}

void Engine::finish(std::function<bool(const RoomId&)> counts,
                    std::move_only_function<void()> done) {
  counts_ = std::move(counts);
  finished_ = std::move(done);
  effect_over();
}

void Engine::effect_over() {
  if (!finished_) return;
  loop_.post([this, alive = std::weak_ptr(alive_)] {
    if (!alive.lock() || !finished_) return;
    for (const auto& [id, runtime] : rooms_)
      if (runtime->works() && counts_(id)) return;
    std::exchange(finished_, [] {})();
  });
}

void Engine::leave() {
  // A process that says one thing and ends would else never keep what it has read.
  for (const auto& [room, kept] : std::exchange(keeping_, {}))
    if (auto made = to_kept_fold(*kept)) journal_.keep_fold(room, std::move(*made));
  for (auto& [id, runtime] : rooms_)
    if (runtime->marked()) clear_mark(id);
  for (auto& [id, loading] : loading_) clear_mark(id);
  // Who comes next need not wait until this node is thought dead.
  logs_.leave();
}

void Engine::drop(const RoomId& room) {
  loop_.post([this, room, alive = std::weak_ptr(alive_)] {
    if (!alive.lock()) return;
    std::erase_if(resting_, [&](const RestingRoom& one) { return one.room == room; });
    const auto resting = rooms_.find(room);
    if (resting == rooms_.end()) return;
    resting_.push_back({room, resting->second->state().bytes()});
    std::size_t bytes = 0;
    for (const RestingRoom& one : resting_) bytes += one.bytes;
    while (bytes > options_.keep_resting_bytes) {
      const RestingRoom longest = resting_.front();
      resting_.erase(resting_.begin());
      bytes -= longest.bytes;
      auto active = rooms_.find(longest.room);
      if (active != rooms_.end() && active->second->parked()) {
        rooms_.erase(active);
        logs_.let_go(longest.room);
      }
    }
  });
}

void Engine::start_over(const RoomId& room) {
  loop_.post([this, room, alive = std::weak_ptr(alive_)] {
    if (!alive.lock()) return;
    std::erase_if(resting_, [&](const RestingRoom& one) { return one.room == room; });
    rooms_.erase(room);
    activate(room, Anyway::kNo, [](Result<RoomRuntime*>) {});
  });
}

std::vector<RoomId> Engine::unfinished() const {
  std::vector<RoomId> rooms;
  for (const auto& [id, room] : open_)
    if (!room.flows.empty()) rooms.push_back(id);
  std::ranges::sort(rooms);
  return rooms;
}

std::vector<RoomId> Engine::quarantined() const {
  std::vector<RoomId> rooms;
  for (const auto& [id, times] : activations_)
    if (times >= options_.quarantine_after) rooms.push_back(id);
  std::ranges::sort(rooms);
  return rooms;
}

}  // namespace fm
