// Reads `turns`, what agents do on the tasks of a plan, and `start`, what they begin with.
//
// packs/default/screenplays/demonstrations/barber-build/build.yaml tells their format in its head.
// Every fault is noted with file and line; what is faulty reads as nothing.
#pragma once

#include <vector>

#include "rehearsal/screenplay_fields.h"

namespace fm {

// In their order. `document` is the one that `top` reads.
std::vector<Scene> read_turns(Fields& top, const YamlDocument& document, Notes& notes);

FirstCommit read_start(Fields fields, Notes& notes);

}  // namespace fm
