// A disk that loses the last of its unsynced writes, any number of them: the toy flow and a whole
// ideation, cut off before each sync.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>

#include "test/crash/crash_run.h"
#include "test/support/discussion.h"

namespace fm::testing {
namespace {

bool is_long_run() { return std::getenv("FM_EXHAUSTIVE") != nullptr; }

struct Seen {
  int points = 0;
  int cuts = 0;
  int went_on = 0;
  int begun = 0;  // once and checkable effects whose start was looked for
};

// What was told is there; and what must not be done twice was not begun before its start was there.
std::vector<std::string> faults_of(const World& world, const StoredLog& log, Seen& seen) {
  std::vector<std::string> faults;
  for (const auto& [room, told] : world.published) {
    const auto found = log.find(room);
    const std::vector<std::string> lines =
        found == log.end() ? std::vector<std::string>() : found->second;
    for (const std::string& line : told) {
      const auto event = decode(line);
      const auto at = static_cast<std::size_t>(event->room_seq.value);
      if (at > lines.size() || lines[at - 1] != line) faults.push_back("told and lost: " + line);
    }
  }
  for (const Performance& done : world.ledger) {
    if (done.kind != "shell" && done.kind != "merge") continue;
    ++seen.begun;
    bool is_there = false;
    for (const auto& [room, lines] : log)
      for (const std::string& line : lines) {
        const auto event = decode(line);
        // The first attempt is begun by its scheduling, the later ones by rows of their own.
        const bool begins = event->kind == "effect.started" || event->kind == "effect.scheduled";
        is_there |=
            begins && event->place.value == done.place && event->number("attempt") == done.attempt;
      }
    if (!is_there) faults.push_back("done before its start was durable: " + done.place);
  }
  return faults;
}

// Ends the toy flow before operation `at`, looks at every cut, and gives those to go on from.
std::vector<std::int64_t> look(Options options, std::int64_t at, Seen& seen) {
  World world(options, toy_flows());
  world.disk.crash_at(at, When::kBefore);
  if (world.open()) play(world);
  if (!world.crashed()) FAIL("the crash point was not reached");
  ++seen.points;
  Cuts cuts;
  world.at_end = [&] {
    cuts =
        look_at_cuts(world.disk, [&](const StoredLog& log) { return faults_of(world, log, seen); });
  };
  world.crash(CrashMode::kLostSuffix);
  seen.cuts += cuts.tried;
  for (const std::string& fault : cuts.faults) FAIL_CHECK("operation " << at << ": " << fault);
  return cuts.distinct;
}

std::vector<std::int64_t> syncs_of(Options options) {
  World world(options, toy_flows());
  REQUIRE(world.open());
  play(world);
  std::vector<std::int64_t> syncs;
  for (std::size_t i = 0; i < world.disk.trace().size(); ++i)
    if (world.disk.trace()[i].op == DiskOp::kSync)
      syncs.push_back(static_cast<std::int64_t>(i) + 1);
  return syncs;
}

TEST_CASE("P-12 P-1 any cut of unsynced writes loses nothing that was told or done") {
  Seen seen;
  Tally tally;
  for (const auto evict : {EngineOptions::Evict::kWhenDeferred, EngineOptions::Evict::kNever}) {
    const Options options{13, evict};
    const std::string expected = undisturbed(options);
    const auto syncs = syncs_of(options);
    const std::size_t stride = is_long_run() ? 1 : 3;
    for (std::size_t i = evict == EngineOptions::Evict::kNever ? 1 : 0; i < syncs.size();
         i += stride) {
      CAPTURE(syncs[i]);
      for (const std::int64_t kept : look(options, syncs[i], seen)) {
        CAPTURE(kept);
        const auto arm = [&](World& world) {
          world.disk.crash_at(syncs[i], When::kBefore);
          world.disk.keep_unsynced(kept);
        };
        try_crash(options, CrashMode::kLostSuffix, arm, 0, expected, tally);
        ++seen.went_on;
      }
    }
  }
  std::printf("toy flow: %d ends before a sync, %d cuts looked at, %d gone on from\n", seen.points,
              seen.cuts, seen.went_on);
  CHECK(tally.tried == tally.recovered);
  CHECK(seen.cuts > seen.points * 2);
  CHECK(seen.begun > 0);
}

std::string ideas_file() {
  const char* built = std::getenv("FM_BINARY_DIR");
  const auto folder = std::filesystem::path(built != nullptr ? built : ".") / "scratch";
  std::filesystem::create_directories(folder);
  return (folder / "lost_suffix_ideas.json").string();
}

void set_up(Discussion& conversation, const std::string& file) {
  conversation.request.preset = "standard";
  conversation.request.ideas_out = file;
  conversation.outside.wants_file(file);
}

TEST_CASE("I-15 P-1 what an ideation showed, sent and wrote is in the log, whatever a cut loses") {
  const std::string file = ideas_file();
  std::string expected;
  std::vector<std::int64_t> syncs;
  {
    std::filesystem::remove(file);
    Discussion whole;
    set_up(whole, file);
    REQUIRE(whole.open().has_value());
    const auto from = static_cast<std::size_t>(whole.disk.operations());
    REQUIRE(whole.start().has_value());
    whole.run_until_idle();
    expected = whole.outcome();
    REQUIRE(whole.view().latest_flow()->completion == "success");
    CHECK(whole.outside.told() > 50);
    CHECK(whole.outside.quoted() > 5);
    CHECK(whole.outside.files() == 1);
    const auto& trace = whole.disk.trace();
    for (std::size_t i = from; i < trace.size(); ++i)
      if (trace[i].op == DiskOp::kSync) syncs.push_back(static_cast<std::int64_t>(i) + 1);
  }
  std::int64_t cuts = 0;
  std::size_t written = 0;
  int points = 0;
  const std::size_t stride = is_long_run() ? 1 : 4;
  // Backwards, so that the end, where the file is written, is among those that are tried.
  for (std::size_t i = 0; i < syncs.size(); i += stride) {
    const std::int64_t at = syncs[syncs.size() - 1 - i];
    for (const std::int64_t keep : {std::int64_t{0}, std::int64_t{1'000'000}}) {
      if (!is_long_run() && (i / stride % 2 == 0) != (keep == 0)) continue;
      CAPTURE(at);
      CAPTURE(keep);
      std::filesystem::remove(file);
      Discussion conversation;
      set_up(conversation, file);
      conversation.most_cuts = is_long_run() ? 1'000'000 : 6;
      conversation.disk.crash_at(at, When::kBefore);
      conversation.disk.keep_unsynced(keep);
      if (conversation.open() && conversation.start()) conversation.run_until_idle();
      REQUIRE(conversation.crashed());
      written += conversation.outside.files();
      conversation.crash(CrashMode::kLostSuffix);
      REQUIRE(conversation.open().has_value());
      if (conversation.engine().unfinished().empty() && conversation.events().empty())
        REQUIRE(conversation.start().has_value());  // it had not begun
      else
        conversation.resume();
      conversation.run_until_idle();
      for (const std::string& fault : conversation.outside_faults) FAIL_CHECK(fault);
      CHECK(conversation.outcome() == expected);
      cuts += conversation.cuts_tried;
      ++points;
    }
  }
  std::filesystem::remove(file);
  std::printf("ideation: %d ends before a sync, %lld cuts looked at\n", points,
              static_cast<long long>(cuts));
  CHECK(cuts > points);
  CHECK(written > 0);
}

}  // namespace
}  // namespace fm::testing
