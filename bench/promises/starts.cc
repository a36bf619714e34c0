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

double time_of(const Arguments& command, const std::string& home, Doorbell& bell) {
  const double began = now_us();
  Process program = start(command, variables(home, bell.port()), Pipes::kNo, home);
  const double took = bell.wait() - began;
  kill_and_wait(program);
  return took;
}

std::string copy_of(const std::string& home, Scratch& scratch) {
  const std::string to = scratch.fresh();
  std::filesystem::copy(home, to, std::filesystem::copy_options::recursive);
  return to;
}

// A store with one finished discussion in it.
std::string used_home(Scratch& scratch) {
  const std::string home = scratch.fresh();
  const FakeServer server(scratch, kAnswersOnly);
  run_child("discussions", {server.base_url(), home + "/store", "1", "3"});
  return home;
}

double bare(Scratch& scratch, const std::string& bodies) {
  Doorbell bell;
  const double began = now_us();
  const std::string url = "http://127.0.0.1:" + std::to_string(bell.port());
  Process program = start_child("bare_start", {url, bodies, scratch.fresh()});
  const double took = bell.wait() - began;
  kill_and_wait(program);
  return took;
}

void cold(Table& table, Scratch& scratch) {
  const std::string bodies = scratch.path("one_body");
  write_bodies(bodies, {std::string(6'000, 'x')});
  const std::string used = used_home(scratch);
  std::vector<double> floor, old_store, new_store;
  for (int i = 0; i < kRuns; ++i) {
    Doorbell bell;
    floor.push_back(bare(scratch, bodies));
    old_store.push_back(time_of(ideate(), copy_of(used, scratch), bell));
    new_store.push_back(time_of(ideate(), scratch.fresh(), bell));
  }
  const double least = median(floor);
  const auto row = [&](std::string_view what, double took) {
    table.row(what, micros(took), micros(least), took / least, Aim::kAtMost, 20, took / 1e3, " ms");
  };
  row("exec to first request, existing store", median(old_store));
  row("exec to first request, new store", median(new_store));
}

// Killed in its last model call but one; the server that comes back is the doorbell.
double after_kill(Scratch& scratch) {
  const std::string home = scratch.fresh();
  int port = 0;
  {
    FakeServer server(scratch, R"({"keep_bodies": false, "rules": [
        {"times": 17, "text": "@everything", "chunk_bytes": 256},
        {"head_delay_ms": 600000, "text": "late"}]})");
    port = server.port();
    Arguments command = ideate();
    command.insert(command.end(), {"--preset", "full", "--no-deep-dive"});
    Process program = start(command, variables(home, port), Pipes::kNo, home);
    server.wait_until_held(1);
    kill_and_wait(program);
  }
  Doorbell bell(port);
  return time_of({programs() + "/folkmoot", "resume", "--plain"}, home, bell);
}

}  // namespace

void measure_starts(Table& table, Scratch& scratch) {
  table.heading("starting");
  cold(table, scratch);
  std::vector<double> took;
  for (int i = 0; i < 5; ++i) took.push_back(after_kill(scratch));
  table.row("exec of resume after kill -9 to next request", micros(median(took)), {}, {},
            Aim::kAtMost, 20, median(took) / 1e3, " ms");
}

}  // namespace fm::bench
