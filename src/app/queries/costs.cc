#include "app/queries/costs.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "model/usage_json.h"
#include "team/spending/spend_ledger.h"

namespace fm {
namespace {

constexpr Millis kTwoDays = std::chrono::hours(48);  // a day of the calendar, wherever it begins

std::string key_of(const CostEntry& entry, CostGroup group) {
  switch (group) {
    case CostGroup::kDay:
      return local_day(entry.at);
    case CostGroup::kRoom:
      return entry.room.value;
    case CostGroup::kAgent:
      return entry.agent;
    case CostGroup::kModel:
      return entry.model;
    case CostGroup::kTask:
      return entry.task;
  }
  return {};
}

CostSum sum_of(const Event& end) {
  const Json body(end.body);
  CostSum sum{.turns = 1, .failed = end.kind == "turn.failed" ? 1 : 0};
  sum.usage = usage_at(body);
  sum.cost = {int_at(body, "cost_microusd")};
  if (sum.usage != Usage() && find_at(body, "cost_microusd") == nullptr) sum.unpriced = 1;
  sum.took = Millis(int_at(body, "ms"));
  return sum;
}

}  // namespace

CostSum& CostSum::operator+=(const CostSum& more) {
  turns += more.turns;
  failed += more.failed;
  unpriced += more.unpriced;
  usage += more.usage;
  cost.value += more.cost.value;
  took += more.took;
  return *this;
}

std::vector<CostEntry> cost_entries(const std::vector<EventPtr>& events) {
  std::map<std::pair<std::string, std::string>, CostEntry> begun;  // by room and turn
  std::vector<CostEntry> entries;
  for (const EventPtr& event : events) {
    const Event& one = *event;
    const std::pair key(one.room.value, std::string(one.text("turn")));
    if (one.kind == "turn.started") {
      begun[key] = {.room = one.room,
                    .agent = std::string(one.text("agent")),
                    .task = std::string(one.text("task")),
                    .model = std::string(one.text("model")),
                    .at = one.at,
                    .sum = {}};
      continue;
    }
    if (one.kind != "turn.finished" && one.kind != "turn.failed") continue;
    CostEntry entry;
    if (auto start = begun.extract(key)) entry = std::move(start.mapped());
    if (bool_at(one.body, "held")) continue;
    entry.room = one.room;
    entry.at = one.at;
    if (entry.agent.empty()) entry.agent = one.by.id;
    if (const auto model = one.text("model"); !model.empty()) entry.model = model;
    entry.sum = sum_of(one);
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::vector<CostLine> cost_lines(const std::vector<CostEntry>& entries, CostGroup group) {
  std::map<std::string, CostSum> sums;
  for (const CostEntry& entry : entries) sums[key_of(entry, group)] += entry.sum;
  std::vector<CostLine> lines;
  for (auto& [name, sum] : sums) lines.push_back({name, sum});
  if (group != CostGroup::kDay)
    std::ranges::stable_sort(lines, [](const CostLine& a, const CostLine& b) {
      return std::pair(a.sum.cost, a.sum.usage.input) > std::pair(b.sum.cost, b.sum.usage.input);
    });
  return lines;
}

Spent spent_in_log(JournalReader& reader, const std::string& day) {
  // Midnight is somewhere in the two days before now ends; what is not of the day is left out
  // below.
  const auto noon = from_rfc3339(day + "T12:00:00Z");
  const UtcMs since = noon ? UtcMs{noon->value - kTwoDays.count()} : UtcMs{0};
  Spent spent;
  const auto events = reader.of_kind("turn.", since);
  if (!events) return spent;  // a store that cannot be read says so where it is opened
  for (const CostEntry& entry : cost_entries(*events))
    if (local_day(entry.at) == day)
      spent += {.tokens = entry.sum.usage.input + entry.sum.usage.output,
                .micro_usd = entry.sum.cost.value,
                .turns = 1,
                .millis = static_cast<std::int64_t>(entry.sum.took.count())};
  return spent;
}

}  // namespace fm
