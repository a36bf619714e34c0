// One more message in a room in which thousands were said: the whole program, from exec to exit.
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>

#include "app/store.h"
#include "bench/promises/conversation.h"
#include "bench/promises/grow.h"
#include "bench/promises/promises.h"
#include "engine/log/sqlite_journal.h"

namespace fm::bench {
namespace {

constexpr int kMessages = 20'000;
constexpr int kEventsEach = 11;

std::vector<EventPtr> events_of(const std::string& store, RoomRow& room) {
  auto reader = open_store_reader(store_database(store));
  if (!reader) give_up(reader.error().message);
  const auto rooms = (*reader)->rooms();
  if (!rooms || rooms->empty()) give_up("the conversation has no room");
  room = rooms->front();
  std::vector<EventPtr> all;
  for (;;) {
    const auto page =
        (*reader)->read(room.id, {static_cast<std::int64_t>(all.size())}, std::size_t{500});
    if (!page) give_up(page.error().message);
    all.insert(all.end(), page->begin(), page->end());
    if (page->size() < 500) return all;
  }
}

bool is_by_person(const Event& event) {
  return event.kind == "message.posted" && event.by.kind == Actor::kPerson;
}

// What one message and its answer left in the log, but for the flow's own steps; no more than
// kEventsEach of them.
std::vector<NewEvent> pattern_of(const std::vector<EventPtr>& events) {
  std::size_t last = events.size();
  std::vector<NewEvent> pattern;
  for (std::size_t i = 0; i < events.size(); ++i)
    if (is_by_person(*events[i])) last = i;
  for (std::size_t i = last; i < events.size() && pattern.size() < kEventsEach; ++i) {
    const Event& event = *events[i];
    if (event.kind.starts_with("flow.") || event.kind.starts_with("gate.")) continue;
    NewEvent copy;
    copy.kind = event.kind;
    copy.body = event.body;
    copy.by = event.by;
    copy.at = event.at;
    copy.project = event.project;
    copy.flow = event.flow.value.empty() ? FlowId() : FlowId{"f-before"};
    copy.place = event.place;
    pattern.push_back(std::move(copy));
  }
  if (pattern.empty()) give_up("nobody said anything");
  for (std::size_t i = 0; pattern.size() < kEventsEach; ++i) pattern.push_back(pattern[i]);
  return pattern;
}

// The same with names of its own, so that no two messages, turns and places are one.
void make_own(NewEvent& event, int number) {
  const std::string suffix = "-" + std::to_string(number);
  for (const char* key : {"id", "turn", "client_id"})
    if (const auto* name = event.body.if_contains(key); name != nullptr && name->is_string())
      event.body[key] = std::string(text_at(event.body, key)) + suffix;
  if (!event.place.value.empty()) event.place.value += "/" + std::to_string(number);
}

}  // namespace

// STORE MESSAGES: a conversation of that length, made from one message and its answer.
Figures long_room(const Arguments& arguments) {
  const std::string& store = arguments.at(0);
  RoomRow room;
  std::vector<EventPtr> events;
  {
    const std::string beside = store + "/pattern";
    std::filesystem::create_directories(beside);
    {
      Conversations conversation(beside);
      const RoomId in = conversation.open();
      for (int i = 0; i < 3; ++i) conversation.say(in, fmt::format("@leader and point {}?", i));
    }
    events = events_of(beside, room);
  }
  const auto pattern = pattern_of(events);
  const SystemClock clock;
  const auto loop = make_loop(clock);
  SqliteOptions options;
  options.path = store_database(store);
  auto journal = SqliteJournal::open(std::move(options), *loop);
  if (!journal) give_up(journal.error().message);
  const auto append = [&](std::vector<NewEvent> added) {
    Append append;
    append.room = room.id;
    append.events = std::move(added);
    append.done = [](const Result<Appended>& done) {
      if (!done) give_up(done.error().message);
    };
    (*journal)->append(std::move(append));
  };
  NewEvent created;
  created.kind = "room.created";
  created.at = clock.now();
  created.body = events.front()->body;
  created.body["folder"] = store;
  append({std::move(created)});
  constexpr int kAtOnce = 20;
  const int count = std::stoi(arguments.at(1));
  for (int first = 0; first < count; first += kAtOnce) {
    std::vector<NewEvent> added;
    for (int i = first; i < std::min(count, first + kAtOnce); ++i)
      for (NewEvent event : pattern) {
        make_own(event, i);
        added.push_back(std::move(event));
      }
    append(std::move(added));
    if (first % 2'000 == 0) (*journal)->flush();  // what is queued stays small
  }
  (*journal)->flush();
  return {{"events", static_cast<double>(count) * kEventsEach}};
}

namespace {

Ended say(const std::string& store) {
  Process program = start(
      {programs() + "/folkmoot", "say", "@leader and this one?", "--model", "rehearsal", "--plain"},
      {"HOME=" + store, "XDG_CONFIG_HOME=" + store + "/config", "XDG_STATE_HOME=" + store,
       "FOLKMOOT_STORE=" + store},
      Pipes::kNo, store);
  const Ended ended = wait_for_end(program);
  constexpr int kWaits = 3;  // for a person
  const int code = WIFEXITED(ended.status) ? WEXITSTATUS(ended.status) : -1;
  if (code != 0 && code != kWaits) give_up(fmt::format("folkmoot say ended with {}", code));
  return ended;
}

Figures one_more(Scratch& scratch, int messages) {
  const std::string store = scratch.fresh();
  run_child("long_room", {store, std::to_string(messages)});
  say(store);  // the conversation begins to run in it
  const Ended ended = say(store);
  return {{"wall", ended.wall}, {"cpu", ended.cpu}, {"peak", static_cast<double>(ended.peak)}};
}

}  // namespace

void measure_long_room(Table& table, Scratch& scratch, const Effort& effort) {
  table.heading("one more message in a long room, exec to exit");
  const Figures floor = one_more(scratch, 1);
  const auto steps =
      grow(effort, kMessages, [&](int messages) { return one_more(scratch, messages); });
  const Step& last = steps.back();
  const double wall = last.figures.at("wall");
  const double peak = last.figures.at("peak");
  table.row(fmt::format("after {} messages, {} events", last.size, last.size * kEventsEach),
            micros(wall), micros(floor.at("wall")), wall / floor.at("wall"), Aim::kAtMost, 150,
            wall / 1e3, " ms");
  table.row("  peak memory", size(peak), size(floor.at("peak")), peak / floor.at("peak"),
            Aim::kAtMost, 60, peak / 1e6, " MB");
  growth_rows(table, steps, kMessages, "messages", "wall");
}

}  // namespace fm::bench
