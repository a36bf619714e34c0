#include "app/wiring/performer_table.h"

#include <utility>

namespace fm {

PerformerTable::PerformerTable(Loop& loop, Journal& journal, PeopleWords& words, RoomTurns& turns,
                               TurnPerformer& owners)
    : outputs_(loop),
      reader_([&owners](const FlowStart& flow) { return owners.snapshot(flow); },
              [&words] { return words.get(); }),
      own_rooms_(loop, journal),
      all_{
          {"turn", &turns},          {"outputs", &outputs_},     {"read", &reader_},
          {"own_room", &own_rooms_}, {"report_back", &reports_},
      } {}

void PerformerTable::use(Engine& engine) {
  own_rooms_.use(engine);
  reports_.use(engine);
}

}  // namespace fm
