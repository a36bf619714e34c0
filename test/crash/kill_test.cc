// Real processes, really killed: the toy flow on the real disk.
#include <doctest/doctest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "base/test_seed.h"
#include "engine/flow/replay.h"
#include "test/crash/crash_run.h"

namespace fm::testing {
namespace {

namespace fs = std::filesystem;

// Runs a life and kills it after `lines` lines of its talk (below 0: lets it end). What it said.
std::vector<std::string> live(const fs::path& folder, int lines) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const std::string program = std::string(std::getenv("FM_BINARY_DIR")) + "/test/engine_life";
  const std::string store = folder / "store.db";
  const std::string ledger = folder / "ledger";
  std::vector<char*> arguments;
  for (const std::string* text : {&program, &store, &ledger})
    arguments.push_back(const_cast<char*>(text->c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  pid_t pid = 0;
  REQUIRE(posix_spawn(&pid, program.c_str(), &actions, nullptr, arguments.data(), environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::vector<std::string> said;
  std::string text;
  bool killed = lines == 0;
  if (killed) ::kill(pid, SIGKILL);
  char buffer[512];
  // After the kill what is still in the pipe was said all the same.
  for (ssize_t got; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
    for (ssize_t i = 0; i < got; ++i) {
      if (buffer[i] != '\n') {
        text += buffer[i];
        continue;
      }
      said.push_back(std::exchange(text, {}));
      if (!killed && lines > 0 && static_cast<int>(said.size()) >= lines) {
        ::kill(pid, SIGKILL);
        killed = true;
      }
    }
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(pid, &status, 0);
  if (!killed)
    CHECK_MESSAGE((WIFEXITED(status) && WEXITSTATUS(status) == 0),
                  (said.empty() ? "" : said.back()));
  return said;
}

struct Line {
  std::string kind, key, place;
};

std::vector<Line> read_ledger(const fs::path& folder) {
  std::vector<Line> lines;
  std::ifstream file(folder / "ledger");
  for (Line line; file >> line.kind >> line.key >> line.place;) lines.push_back(line);
  return lines;
}

TEST_CASE(
    "P-12 fifty times kill -9 on the real disk: nothing told is lost, nothing done is redone") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  const std::string expected = undisturbed({1});
  const fs::path base = fs::temp_directory_path() / ("folkmoot-kill-" + std::to_string(::getpid()));
  int kills = 0;
  int runs = 0;
  while (kills < 50) {
    const fs::path folder = base / std::to_string(runs++);
    fs::create_directories(folder);
    std::string result;
    for (int lives = 0; result.empty(); ++lives) {
      REQUIRE(lives < 200);
      // Ends by itself after many kills, so that a run is always finished.
      const int lines = lives < 12 ? 1 + static_cast<int>(random.below(20)) : -1;
      const auto before = read_ledger(folder);
      std::set<std::string> completed;
      if (auto reader = open_store_reader(folder / "store.db")) {
        const auto events = (*reader)->read({"toys"}, {0}, 500);
        if (events)
          for (const EventPtr& event : *events)
            if (completion_of(*event)) completed.insert(event->place.value);
      }
      const auto said = live(folder, lines);
      std::int64_t told = 0;
      for (const std::string& line : said) {
        if (line.starts_with("event "))
          told = std::max<std::int64_t>(told, std::stoll(line.substr(6)));
        if (line.starts_with("done ")) result = line.substr(5);
      }
      if (result.empty()) ++kills;
      const auto after = read_ledger(folder);
      for (std::size_t i = before.size(); i < after.size(); ++i)
        CHECK_MESSAGE(!completed.contains(after[i].place), "done again: " << after[i].place);
      if (told > 0) {
        auto reader = open_store_reader(folder / "store.db");
        REQUIRE(reader.has_value());
        const auto events = (*reader)->read({"toys"}, {0}, 500);
        REQUIRE(events.has_value());
        CHECK(static_cast<std::int64_t>(events->size()) >= told);
        CHECK((*reader)->check()->faults.empty());
      }
    }
    CHECK(result == expected);
    std::map<std::string, int> once;
    for (const Line& line : read_ledger(folder))
      if (line.kind == "shell") ++once[line.key];
    for (const auto& [key, times] : once) CHECK(times <= 1);
  }
  MESSAGE("kills " << kills << " in " << runs << " runs, all ended with the same result");
  fs::remove_all(base);
}

}  // namespace
}  // namespace fm::testing
