// Memory while all discussions are in a model call at the beginning of their second round.
#include <fmt/format.h>
#include <sys/resource.h>

#include "bench/promises/discussions.h"
#include "bench/promises/fake_server.h"
#include "bench/promises/promises.h"

namespace fm::bench {
namespace {

constexpr std::string_view kHold =
    R"({"last_has": "Round 2 of 3.", "head_delay_ms": 600000, "text": "late"})";

// One such request; the first round is the same whatever comes after it.
void write_held_body(Scratch& scratch, const std::string& path) {
  const FakeServer server(scratch, answers(Bodies::kKept));
  run_child("discussions", {server.base_url(), scratch.fresh(), "1", "3"});
  for (const std::string& body : server.bodies())
    if (body.contains("Round 2 of 3.")) return write_bodies(path, {body});
  give_up("no request of a second round");
}

double peak_of(const FakeServer& server, Process child, int count) {
  server.wait_until_held(count);
  const auto peak = static_cast<double>(peak_bytes(child.pid));
  kill_and_wait(child);
  return peak;
}

void in_a_call(Table& table, Scratch& scratch, int count) {
  const std::string body = scratch.path("held");
  const std::string number = std::to_string(count);
  double floor = 0;
  {
    const FakeServer server(scratch, answers(Bodies::kDropped, kHold));
    floor = peak_of(server, start_child("holding_floor", {server.base_url(), body, number}), count);
  }
  const FakeServer server(scratch, answers(Bodies::kDropped, kHold));
  const double peak = peak_of(
      server, start_child("discussions", {server.base_url(), scratch.fresh(), number, "3"}), count);
  const std::string what = fmt::format("peak memory, {} in a call", count);
  if (count == 1'000)
    table.row(what, size(peak), size(floor), peak / floor, Aim::kAtMost, 130, peak / 1e6, " MB");
  else
    table.ratio_row(what, size(peak), size(floor), peak / floor, 1.3);
}

}  // namespace

void measure_memory(Table& table, Scratch& scratch) {
  table.heading("memory");
  write_held_body(scratch, scratch.path("held"));
  for (const int count : {1, 64, 1'000}) in_a_call(table, scratch, count);
  for (const std::string count : {"1000", "10000"}) {
    const std::string store = scratch.fresh();
    const double live = run_child("parked", {store, count}).at("room");
    table.row(count + " rooms at a gate, each", size(live), {}, {}, Aim::kAtMost, 2048, live, " B");
    const double again = run_child("parked_again", {store}).at("room");
    table.row("  after a new start, each", size(again), {}, {}, Aim::kAtMost, 2048, again, " B");
  }
}

}  // namespace fm::bench
