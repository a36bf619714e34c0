#include "app/wiring/performer_table.h"

#include <utility>

#include "team/pack/coding_library.h"

namespace fm {

namespace {

WorkshopOptions with_teams(WorkshopOptions options, TurnPerformer& owners) {
  options.snapshot = [&owners](const FlowStart& flow) { return owners.snapshot(flow); };
  return options;
}

// Read anew for each run: a file that was mended, or a program that was changed, counts at once.
CodingPerformer::FindProfile profiles_in(PackPlaces places) {
  return [places = std::move(places)](const std::string& folder, const std::string& id) {
    PackPlaces there = places;
    there.folder = folder;
    return coding_profile(Library::load(there), id);
  };
}

}  // namespace

PerformerTable::PerformerTable(Loop& loop, Journal& journal, PeopleWords& words, RoomTurns& turns,
                               TurnPerformer& owners, WorkshopOptions workshop, PackPlaces packs)
    : outputs_(loop),
      reader_([&owners](const FlowStart& flow) { return owners.snapshot(flow); },
              [&words] { return words.get(); }),
      own_rooms_(loop, journal),
      workshop_(loop, with_teams(std::move(workshop), owners)),
      settings_(workshop_),
      bases_(workshop_),
      lanes_(workshop_),
      conflict_lanes_(workshop_),
      ends_(workshop_),
      tools_(workshop_),
      coding_(loop, workshop_, profiles_in(std::move(packs))),
      evidence_(workshop_),
      trains_(workshop_),
      accepts_(workshop_),
      bring_in_(workshop_),
      all_{
          {"turn", &turns},
          {"outputs", &outputs_},
          {"read", &reader_},
          {"own_room", &own_rooms_},
          {"report_back", &reports_},
          {"work_settings", &settings_},
          {"agency_base", &bases_},
          {"lane", &lanes_},
          {"conflict_lane", &conflict_lanes_},
          {"lanes_end", &ends_},
          {"tools", &tools_},
          {"coding_agent", &coding_},
          {"evidence", &evidence_},
          {"merge_train", &trains_},
          {"merge_accept", &accepts_},
          {"bring_in", &bring_in_},
      } {}

void PerformerTable::use(Engine& engine) {
  own_rooms_.use(engine);
  reports_.use(engine);
  coding_.use(engine);
}

}  // namespace fm
