// The toy flow: every construct of the engine in one room, with a result that depends on nothing
// but what was said and answered, so that a run with crashes can be compared to one without.
#pragma once

#include <map>
#include <string>

#include "test/support/world.h"

namespace fm::testing {

inline constexpr int kToyMessages = 3;
inline constexpr int kToyInFlight = 3;  // effects that the toy flow has under way at once, at most

std::map<std::string, FlowDefinition> toy_flows();

// Plays the person: starts the flow when it is not there, says what was not heard, answers what is
// asked, until the flow has ended or the process has died. Of an effect that is in doubt the
// person says the truth, from the ledger.
void play(World& world);

// The same, but the first thing after a crash is to open the store anew.
void recover(World& world, CrashMode mode);

// Takes a message, answers it, and begins its next run; ends with "the end".
Flow<FlowEnd> echo(FlowHandle flow, JsonObject args);

}  // namespace fm::testing
