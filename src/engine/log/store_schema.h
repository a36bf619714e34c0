// The tables of a store in SQLite.
//
//   log   one row an event: seq, room, room_seq, the line of E-1, and its link of the chain.
//         `once` is set where a thing may happen once only (a result at a place, a person's input,
//         an answer to a gate) and is unique: the store itself refuses the second.
//   room  one row a room, with the head of its chain.
//   open  what waits: flows, gates, timers; so that a start reads these rows and not the log.
//   blob  large texts by hash.
//   fold  rooms as they were at an event, compressed, so that opening one reads only what came
//         since (docs/engine.md, "Kept folds"). `hash` is over the hash of that event and the
//         bytes: a row is of this very log and whole, or it is as if it were not there. The table
//         came after version 1 and did not raise it: programs that do not know it let it be.
//   meta  the epoch, which rises each time the store is opened to be written. It is the claim of
//   all
//         rooms: one process owns a store, and one that comes after it fences it at once. So no
//         room is claimed by itself, and no commit is made for that.
//
// `room`, `open` and `fold` are folds over the log and can be rebuilt from it (P-1).
#pragma once

#include "base/result.h"
#include "engine/log/journal.h"
#include "engine/log/sqlite.h"

namespace fm {

inline constexpr int kStoreVersion = 1;

// Makes the tables in a new store, or checks those of an old one; sets the mode of R46. Gives the
// epoch of this opening.
// Errors: store_too_new, store_not_a_store, store_damaged and the connection's.
Result<Epoch> prepare_store(Database& database);

// For a read-only connection: only checks.
Result<void> check_store_version(Database& database);

}  // namespace fm
