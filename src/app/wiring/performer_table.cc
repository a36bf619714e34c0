#include "app/wiring/performer_table.h"

#include <utility>

namespace fm {

PerformerTable::PerformerTable(Loop& loop, Journal& journal, ModelCatalog& models,
                               PeopleWords& words, TurnOptions turns)
    : turns_(loop, journal, models, std::move(turns)),
      outputs_(loop),
      reader_([this](const FlowStart& flow) { return turns_.snapshot(flow); },
              [&words] { return words.get(); }),
      own_rooms_(loop, journal),
      all_{
          {"turn", &turns_},         {"outputs", &outputs_},     {"read", &reader_},
          {"own_room", &own_rooms_}, {"report_back", &reports_},
      } {}

void PerformerTable::use(Engine& engine) {
  turns_.tell(engine.bus());
  own_rooms_.use(engine);
  reports_.use(engine);
}

}  // namespace fm
