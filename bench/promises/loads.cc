// What many branches and many children of one flow cost, and for how long they keep the loop.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "bench/promises/grow.h"
#include "bench/promises/promises.h"
#include "bench/promises/workplace.h"
#include "team/room/room.h"

namespace fm::bench {
namespace {

constexpr int kEffects = 10;  // of a branch
constexpr double kStall = 20;

// Runs one flow in a room that was filled before, and says what that took.
Figures run_flow(const Arguments& arguments, const std::string& flow, JsonObject args) {
  const int filled = std::atoi(arguments.at(1).c_str());
  if (filled > 0) fill_room(arguments.at(0), 1, filled);
  Workplace place(arguments.at(0), [] { return std::make_unique<RoomView>(); });
  place.loop->post([&] {
    place.start(1, flow, std::move(args),
                filled > 0 ? Workplace::In::kFilledRoom : Workplace::In::kNewRoom);
  });
  const double cpu = cpu_us();
  const double began = now_us();
  const Heartbeat heart(*place.loop);
  place.run_until_idle(1);
  Figures figures{{"wall", now_us() - began},
                  {"cpu", cpu_us() - cpu},
                  {"stall", heart.longest()},
                  {"peak", static_cast<double>(peak_bytes(::getpid()))}};
  figures["events"] = static_cast<double>(events_in_room(place, 1) - filled);
  return figures;
}

double figure(const Figures& figures, std::string_view name) { return figures.find(name)->second; }

// The floor: the same rows with bare SQLite, as many in a commit as the journal takes.
Figures floor_of(Scratch& scratch, const Figures& ours) {
  return run_child("bare_rows", {scratch.fresh(), fmt::format("{:.0f}", figure(ours, "events"))});
}

void rows(Table& table, Scratch& scratch, const std::vector<Step>& steps, int whole,
          const std::string& of) {
  const Step& last = steps.back();
  const Figures floor = floor_of(scratch, last.figures);
  const double cpu = figure(last.figures, "cpu");
  table.plain_row(fmt::format("CPU, {} {}", last.size, of), micros(cpu),
                  micros(figure(floor, "cpu")), cpu / figure(floor, "cpu"));
  growth_rows(table, steps, whole, of, "cpu");
  const double stall = figure(last.figures, "stall");
  table.row("  the loop was kept for, at most", micros(stall), {}, {}, Aim::kAtMost, kStall,
            stall / 1e3, " ms");
  table.plain_row("  peak memory", size(figure(last.figures, "peak")), size(figure(floor, "peak")),
                  figure(last.figures, "peak") / figure(floor, "peak"));
}

std::vector<Step> steps_of(Scratch& scratch, const Effort& effort, int whole, const char* child,
                           int filled) {
  return grow(effort, whole, [&](int size) {
    return run_child(child, {scratch.fresh(), std::to_string(filled), std::to_string(size)});
  });
}

}  // namespace

Figures branches(const Arguments& arguments) {
  return run_flow(arguments, "branches",
                  {{"branches", std::stoi(arguments.at(2))}, {"effects", kEffects}});
}

Figures children(const Arguments& arguments) {
  return run_flow(arguments, "children", {{"children", std::stoi(arguments.at(2))}});
}

void measure_loads(Table& table, Scratch& scratch, const Effort& effort) {
  constexpr int kBranches = 300;
  constexpr int kChildren = 1'000;
  constexpr int kFewChildren = 100;
  table.heading(fmt::format("branches of {} once effects, room of 1,000", kEffects));
  rows(table, scratch, steps_of(scratch, effort, kBranches, "branches", 1'000), kBranches,
       "branches");
  table.heading("children of one flow");
  rows(table, scratch, steps_of(scratch, effort, kChildren, "children", 0), kChildren, "children");
  table.heading("children in a room of 14,000 events");
  rows(table, scratch, steps_of(scratch, effort, kFewChildren, "children", 14'000), kFewChildren,
       "children");
}

}  // namespace fm::bench
