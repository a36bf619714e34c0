// What models have cost, out of the log's turns (P-23).
//
// A fold over turn.started, turn.finished and turn.failed; pure but for spent_in_log(). Costs are
// of list prices at the time of the call; a call whose model had no price is counted apart, never
// as free.
#pragma once

#include <string>
#include <vector>

#include "app/service_answers.h"
#include "engine/log/journal_reader.h"
#include "team/spending/spending.h"

namespace fm {

// One turn as it ended.
struct CostEntry {
  RoomId room;
  std::string agent;
  std::string task;
  std::string model;
  UtcMs at;
  CostSum sum;
};

// `events` oldest first. A turn that was begun before them is known by its end alone.
std::vector<CostEntry> cost_entries(const std::vector<EventPtr>& events);

// Grouped and sorted: days by date, the others by cost, dearest first.
std::vector<CostLine> cost_lines(const std::vector<CostEntry>& entries, CostGroup group);

// All that was spent on a day of the person's calendar ("2026-05-01"), for its budget.
Spent spent_in_log(JournalReader& reader, const std::string& day);

}  // namespace fm
