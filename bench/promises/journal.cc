// The journal: appends that are each waited for, and how fast a room is read back.
#include <fmt/format.h>

#include <cstdlib>

#include "app/store.h"
#include "bench/promises/discussions.h"
#include "bench/promises/fake_server.h"
#include "bench/promises/promises.h"
#include "engine/log/sqlite_journal.h"
#include "team/room/room.h"

namespace fm::bench {
namespace {

constexpr double kSpan = 1.5e6;  // us

// Appends one event, waits until it is durable, appends the next.
class Writer {
 public:
  Writer(Journal& journal, const Clock& clock, int number, std::int64_t& count)
      : journal_(journal), clock_(clock), room_{"room-" + std::to_string(number)}, count_(count) {}

  void create() {
    NewEvent created;
    created.kind = "room.created";
    created.body = {{"title", "A room"}, {"folder", "/home/ana"}, {"team", "ideation"}};
    append(std::move(created));
  }

 private:
  void next() {
    NewEvent said;
    said.kind = "message.posted";
    said.by = {Actor::kAgent, "leader"};
    said.body = {{"text", std::string(200, 'x')}};
    append(std::move(said));
  }
  void append(NewEvent event) {
    event.at = clock_.now();
    Append append;
    append.room = room_;
    append.events.push_back(std::move(event));
    append.done = [this](Result<Appended> done) {
      if (!done) give_up(done.error().message);
      ++count_;
      next();
    };
    journal_.append(std::move(append));
  }

  Journal& journal_;
  const Clock& clock_;
  RoomId room_;
  std::int64_t& count_;
};

void read_back(Table& table, Scratch& scratch) {
  const std::string store = scratch.fresh();
  {
    const FakeServer server(scratch, answers(Bodies::kDropped));
    run_child("discussions", {server.base_url(), store, "1", "3"});
  }
  auto reader = open_store_reader(store_database(store));
  if (!reader) give_up(reader.error().message);
  const RoomId room = (*reader)->rooms()->front().id;
  std::vector<double> rates;
  double count = 0;
  for (int i = 0; i < 20; ++i) {
    const double began = now_us();
    const auto events = (*reader)->read(room, {}, 10'000);
    if (!events) give_up(events.error().message);
    RoomView view;
    for (const EventPtr& event : *events) view.apply(*event);
    count = static_cast<double>(events->size());
    rates.push_back(count / (now_us() - began) * 1e6);
  }
  table.plain_row(fmt::format("a discussion's {} events read and folded", count),
                  fmt::format("{:.0f}/s", median(rates)));
}

}  // namespace

Figures appends(const Arguments& arguments) {
  const SystemClock clock;
  const auto loop = make_loop(clock);
  SqliteOptions options;
  options.path = arguments.at(0) + "/appends.db";
  auto journal = SqliteJournal::open(std::move(options), *loop);
  if (!journal) give_up(journal.error().message);
  std::int64_t count = 0;
  std::vector<std::unique_ptr<Writer>> writers;
  const double began = now_us();
  loop->post([&] {
    for (int i = 0; i < std::atoi(arguments.at(1).c_str()); ++i) {
      writers.push_back(std::make_unique<Writer>(**journal, clock, i, count));
      writers.back()->create();
    }
  });
  const auto end = loop->after(Millis(static_cast<int>(kSpan / 1e3)), [&] { loop->stop(); });
  loop->run();
  return {{"rate", static_cast<double>(count) / (now_us() - began) * 1e6}};
}

void measure_journal(Table& table, Scratch& scratch) {
  table.heading("journal");
  for (const std::string writers : {"1", "64"}) {
    std::vector<double> ours, floor;
    for (int i = 0; i < 3; ++i) {
      floor.push_back(run_child("bare_appends", {scratch.fresh(), writers}).at("rate"));
      ours.push_back(run_child("appends", {scratch.fresh(), writers}).at("rate"));
    }
    table.plain_row("appends a second, " + writers + " writer" + (writers == "1" ? "" : "s"),
                    fmt::format("{:.0f}/s", median(ours)), fmt::format("{:.0f}/s", median(floor)),
                    median(floor) / median(ours));
  }
  read_back(table, scratch);
  const Figures replayed = run_child("replay", {scratch.fresh()});
  table.plain_row(fmt::format("a flow's {} events replayed, mark and all", replayed.at("events")),
                  fmt::format("{:.0f}/s", replayed.at("rate")));
}

}  // namespace fm::bench
