// What a turn costs: an ideation of three rounds against the same calls and commits alone.
#include <fmt/format.h>

#include "bench/promises/discussions.h"
#include "bench/promises/fake_server.h"
#include "bench/promises/promises.h"

namespace fm::bench {
namespace {

constexpr int kRuns = 7;
constexpr int kAtOnce = 64;

void one_after_another(Table& table, Scratch& scratch, const FakeServer& server,
                       const std::string& bodies, double calls) {
  std::vector<double> wall, floor, bare, ratio;
  for (int i = 0; i < kRuns; ++i) {  // by turns, so that both meet the same machine
    const auto least = run_child("sequential_floor", {server.base_url(), bodies, scratch.fresh()});
    const auto ours = run_child("discussions", {server.base_url(), scratch.fresh(), "1", "3"});
    floor.push_back(least.at("wall") / calls);
    bare.push_back(least.at("calls") / calls);
    wall.push_back(ours.at("wall") / calls);
    ratio.push_back(wall.back() / floor.back());
  }
  table.ratio_row("a turn, call and commit", micros(median(wall)), micros(median(floor)),
                  median(ratio), 1.5);
  const double call = median(bare);
  table.plain_row("  of it without the call", micros(median(wall) - call),
                  micros(median(floor) - call), (median(wall) - call) / (median(floor) - call));
}

void many_at_once(Table& table, Scratch& scratch, const FakeServer& server,
                  const std::string& bodies) {
  std::vector<double> cpu, floor_cpu, rate, floor_rate;
  const std::string count = std::to_string(kAtOnce);
  for (int i = 0; i < 3; ++i) {
    const auto least =
        run_child("concurrent_floor", {server.base_url(), bodies, scratch.fresh(), count});
    const auto ours = run_child("discussions", {server.base_url(), scratch.fresh(), count, "3"});
    cpu.push_back(ours.at("cpu") / kAtOnce);
    floor_cpu.push_back(least.at("cpu") / kAtOnce);
    rate.push_back(kAtOnce / ours.at("wall") * 1e6);
    floor_rate.push_back(kAtOnce / least.at("wall") * 1e6);
  }
  table.row(fmt::format("CPU of a discussion, {} at once", kAtOnce), micros(median(cpu)),
            micros(median(floor_cpu)), median(cpu) / median(floor_cpu), Aim::kAtMost, 5,
            median(cpu) / 1e3, " ms");
  table.plain_row(fmt::format("discussions a second, {} at once", kAtOnce),
                  fmt::format("{:.1f}", median(rate)), fmt::format("{:.1f}", median(floor_rate)),
                  median(floor_rate) / median(rate));
}

}  // namespace

void measure_turns(Table& table, Scratch& scratch) {
  const std::string bodies = scratch.path("bodies");
  double calls = 0;
  {
    const FakeServer server(scratch, answers(Bodies::kKept));
    run_child("discussions", {server.base_url(), scratch.fresh(), "1", "3"});
    const auto asked = server.bodies();
    write_bodies(bodies, asked);
    calls = static_cast<double>(asked.size());
  }
  const FakeServer server(scratch, answers(Bodies::kDropped));
  table.heading(fmt::format("an ideation of 3 rounds, {} calls", calls));
  one_after_another(table, scratch, server, bodies, calls);
  many_at_once(table, scratch, server, bodies);
}

}  // namespace fm::bench
