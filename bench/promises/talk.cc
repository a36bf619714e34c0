// What a message costs in a conversation: late in a long one against early in it, and coming back
// to a long one against coming back to a short one.
#include <fmt/format.h>

#include "app/store.h"
#include "bench/promises/commits.h"
#include "bench/promises/conversation.h"
#include "bench/promises/promises.h"
#include "engine/log/sqlite_journal.h"

namespace fm::bench {
namespace {

constexpr int kMessages = 400;
constexpr int kFew = 20;

// How much of the log of a store is what its flows pinned.
double share_of_pins(const std::string& store, double& all) {
  auto reader = open_store_reader(store_database(store));
  if (!reader) give_up(reader.error().message);
  double pins = 0;
  all = 0;
  const auto rooms = (*reader)->rooms();
  if (!rooms) give_up(rooms.error().message);
  for (const RoomRow& room : *rooms) {
    for (RoomSeq after{0};;) {
      const auto page = (*reader)->read(room.id, after, 500);
      if (!page) give_up(page.error().message);
      for (const EventPtr& event : *page) {
        all += static_cast<double>(encode(*event).size());
        for (const auto& member : event->body)
          if (member.key() == "pins" || member.key() == "manifest")
            pins += static_cast<double>(canonical(member.value()).size());
      }
      if (page->size() < 500) break;
      after = page->back()->room_seq;
    }
  }
  return pins / all;
}

void pins_row(Table& table, const std::string& what, const std::string& store) {
  double all = 0;
  const double share = share_of_pins(store, all);
  table.plain_row(fmt::format("pins in {} of log, {}", size(all), what),
                  fmt::format("{:.1f} %", share * 100));
}

// The floor of a message: the commits that it is meant to need, with bare SQLite.
double floor_of_message(Scratch& scratch, int commits) {
  return commits * 1e6 / run_child("bare_appends", {scratch.fresh(), "1"}).at("rate");
}

}  // namespace

// STORE MESSAGES: `early` and `late` are medians of a message in microseconds; `commits` and
// `events` those of a late one.
Figures conversation(const Arguments& arguments) {
  count_commits();
  Conversations conversation(arguments.at(0));
  const RoomId room = conversation.open();
  const int count = std::stoi(arguments.at(1));
  conversation.say(room, kWish, kWishReplies);
  std::vector<double> early, late, made_durable, told;
  for (int i = 0; i < count; ++i) {
    const std::int64_t commits_before = commits();
    const std::int64_t events_before = conversation.events();
    const double took =
        conversation.say(room, fmt::format("@leader what do you think of point {}?", i));
    if (i < kFew) early.push_back(took);
    if (i < count - kFew) continue;
    late.push_back(took);
    made_durable.push_back(static_cast<double>(commits() - commits_before));
    told.push_back(static_cast<double>(conversation.events() - events_before));
  }
  return {{"early", median(early)},
          {"late", median(late)},
          {"commits", median(made_durable)},
          {"events", median(told)}};
}

// STORE: opens a conversation that is there, and one message is answered.
Figures talk_again(const Arguments& arguments) {
  const double began = now_us();
  Conversations conversation(arguments.at(0));
  conversation.say(conversation.open(), "@leader and this one?");
  return {{"wall", now_us() - began}};
}

void measure_talk(Table& table, Scratch& scratch) {
  constexpr int kCommits = 4;
  constexpr int kEvents = 16;
  table.heading("Conversations");
  const std::string few = scratch.fresh();
  const std::string many = scratch.fresh();
  run_child("talk", {few, std::to_string(kFew)});
  const auto grown = run_child("talk", {many, std::to_string(kMessages)});
  const double floor = floor_of_message(scratch, kCommits);
  const auto message = [&](const std::string& what, double took, double limit) {
    table.row(what, micros(took), micros(floor), took / floor, Aim::kAtMost, limit, took / 1e3,
              " ms");
  };
  message("a message at the beginning", grown.at("early"), 12);
  message(fmt::format("a message after {}", kMessages), grown.at("late"), 15);
  const auto count = [&](const std::string& what, double measured, int limit) {
    table.row(what, fmt::format("{:.0f}", measured), std::to_string(limit), measured / limit,
              Aim::kAtMost, limit, measured);
  };
  count("  commits of it, one after another", grown.at("commits"), kCommits);
  count("  events of it", grown.at("events"), kEvents);
  const double back = run_child("talk_again", {many}).at("wall");
  const double short_back = run_child("talk_again", {few}).at("wall");
  table.row(fmt::format("back after {}, and one more", kMessages), micros(back), {}, {},
            Aim::kAtMost, 40, back / 1e3, " ms");
  table.plain_row(fmt::format("  against {}", kFew), micros(back), micros(short_back),
                  back / short_back);
  pins_row(table, fmt::format("{} messages", kFew), few);
  pins_row(table, fmt::format("{} messages", kMessages), many);
}

}  // namespace fm::bench
