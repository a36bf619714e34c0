// One function a promise, each in a file of its own name. All print into the table as they go.
#pragma once

#include "bench/promises/grow.h"
#include "bench/promises/measure.h"

namespace fm::bench {

void measure_turns(Table& table, Scratch& scratch);    // what a turn costs, alone and 64 at once
void measure_memory(Table& table, Scratch& scratch);   // in a call, and parked
void measure_streams(Table& table, Scratch& scratch);  // a thousand answers at once
void measure_starts(Table& table, Scratch& scratch);   // cold, and after kill -9
void measure_prefix(Table& table, Scratch& scratch);   // what providers can cache
void measure_reading(Table& table, Scratch& scratch);  // answers
void measure_people(Table& table, Scratch& scratch);   // messages
void measure_journal(Table& table, Scratch& scratch);  // appends and replay
void measure_talk(Table& table, Scratch& scratch);     // messages in a long conversation
void measure_agency(Table& table, Scratch& scratch);   // an approved plan, built

// These grow until they take too long.
void measure_loads(Table& table, Scratch& scratch, const Effort& effort);  // branches, children
void measure_rooms(Table& table, Scratch& scratch, const Effort& effort);  // many, by turns
void measure_long_room(Table& table, Scratch& scratch, const Effort& effort);

Figures parked(const Arguments& arguments);        // a child: STORE COUNT
Figures parked_again(const Arguments& arguments);  // STORE
Figures replay(const Arguments& arguments);        // STORE
Figures appends(const Arguments& arguments);       // STORE WRITERS
Figures conversation(const Arguments& arguments);  // STORE MESSAGES
Figures talk_again(const Arguments& arguments);    // STORE
Figures branches(const Arguments& arguments);      // STORE FILLED BRANCHES
Figures children(const Arguments& arguments);      // STORE FILLED CHILDREN
Figures many_rooms(const Arguments& arguments);    // STORE ROOMS ROUNDS
Figures long_room(const Arguments& arguments);     // STORE MESSAGES

}  // namespace fm::bench
