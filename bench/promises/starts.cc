// How long the program takes from exec to its next request: at first, and after kill -9.
#include <fmt/format.h>

#include <filesystem>

#include "bench/promises/discussions.h"
#include "bench/promises/doorbell.h"
#include "bench/promises/fake_server.h"
#include "bench/promises/promises.h"

namespace fm::bench {
namespace {

constexpr int kRuns = 10;
constexpr std::string_view kHold =
    R"({"last_has": "=== you are moderator ===", "head_delay_ms": 600000, "text": "late"})";

// Where the program lives while it is measured: nothing of the person's own is read.
std::vector<std::string> variables(const std::string& home, int port) {
  return {
      "HOME=" + home,           "XDG_CONFIG_HOME=" + home + "/config",
      "XDG_STATE_HOME=" + home, "OPENAI_BASE_URL=http://127.0.0.1:" + std::to_string(port) + "/v1",
      "OPENAI_API_KEY=",        "FOLKMOOT_STORE=" + home + "/store"};
}

Arguments ideate() {
  return {programs() + "/folkmoot", "ideate", kTopic, "--model", "openai:any", "--new", "--plain"};
}

Arguments say() {
  return {programs() + "/folkmoot", "say", "@leader hello", "--model", "openai:any", "--plain"};
}

// Wall and CPU time up to the request, and the most memory till then, for each run.
struct Times {
  std::vector<double> wall;
  std::vector<double> cpu;
  std::vector<double> peak;
};

void time(Times& times, Process program, double began, Doorbell& bell) {
  times.wall.push_back(bell.wait() - began);
  times.peak.push_back(static_cast<double>(peak_bytes(program.pid)));
  times.cpu.push_back(kill_and_wait(program));
}

void time(Times& times, const Arguments& command, const std::string& home, Doorbell& bell) {
  const double began = now_us();
  time(times, start(command, variables(home, bell.port()), Pipes::kNo, home), began, bell);
}

std::string copy_of(const std::string& home, Scratch& scratch) {
  const std::string to = scratch.fresh();
  std::filesystem::copy(home, to, std::filesystem::copy_options::recursive);
  return to;
}

// A store with one finished discussion in it.
std::string used_home(Scratch& scratch) {
  const std::string home = scratch.fresh();
  const FakeServer server(scratch, answers(Bodies::kDropped));
  run_child("discussions", {server.base_url(), home + "/store", "1", "3"});
  return home;
}

void time_bare(Times& times, Scratch& scratch, const std::string& bodies, Doorbell& bell) {
  const std::string url = "http://127.0.0.1:" + std::to_string(bell.port());
  const Arguments arguments{url, bodies, scratch.fresh()};
  const double began = now_us();
  time(times, start_child("bare_start", arguments), began, bell);
}

void row(Table& table, const std::string& what, const Times& ours, const Times& floor) {
  const double took = median(ours.wall);
  table.row(what, micros(took), micros(median(floor.wall)), took / median(floor.wall), Aim::kAtMost,
            20, took / 1e3, " ms");
  table.plain_row("  CPU time of it", micros(median(ours.cpu)), micros(median(floor.cpu)),
                  median(ours.cpu) / median(floor.cpu));
}

void say_rows(Table& table, const Times& ours, const Times& floor) {
  const double took = median(ours.wall);
  table.row("a first `say`", micros(took), micros(median(floor.wall)), took / median(floor.wall),
            Aim::kAtMost, 30, took / 1e3, " ms");
  const double peak = median(ours.peak);
  table.row("  peak memory till then", size(peak), size(median(floor.peak)),
            peak / median(floor.peak), Aim::kAtMost, 25, peak / 1e6, " MB");
}

// Killed when three rounds are over and the ideas are being scored; the server that comes back is
// the doorbell.
void time_after_kill(Times& times, Scratch& scratch) {
  const std::string home = scratch.fresh();
  int port = 0;
  {
    FakeServer server(scratch, answers(Bodies::kDropped, kHold));
    port = server.port();
    Arguments command = ideate();
    command.insert(command.end(), {"--preset", "full", "--no-deep-dive"});
    Process program = start(command, variables(home, port), Pipes::kNo, home);
    server.wait_until_held(1);
    kill_and_wait(program);
  }
  Doorbell bell(port);
  time(times, {programs() + "/folkmoot", "resume", "--plain"}, home, bell);
}

}  // namespace

void measure_starts(Table& table, Scratch& scratch) {
  table.heading("from exec to the next request");
  const std::string bodies = scratch.path("one_body");
  write_bodies(bodies, {std::string(6'000, 'x')});
  const std::string used = used_home(scratch);
  Times floor, old_store, new_store, said, resumed;
  for (int i = 0; i < kRuns; ++i) {
    Doorbell bell;
    time_bare(floor, scratch, bodies, bell);
    time(old_store, ideate(), copy_of(used, scratch), bell);
    time(new_store, ideate(), scratch.fresh(), bell);
    time(said, say(), scratch.fresh(), bell);
    if (i % 2 == 0) time_after_kill(resumed, scratch);
  }
  row(table, "a new discussion, existing store", old_store, floor);
  row(table, "a new discussion, new store", new_store, floor);
  row(table, "resume after kill -9", resumed, floor);
  say_rows(table, said, floor);
}

}  // namespace fm::bench
