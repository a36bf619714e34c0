// KeptRoom: what a kept fold holds, made and read back (docs/engine.md, "Kept folds").
//
// A room as it was at one of its events, and what whoever opens the room later needs to know of
// the past: the unfinished flows as they were told to begin (starts that come later tell only what
// changed), and where the people's words stand that some run had not read. Values; made on the
// loop from what is immutable, told and read on any thread. Nothing here fails: what cannot be kept
// is not kept, and what cannot be read is as if it were not there.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/flow/flow.h"
#include "engine/flow/fold.h"
#include "engine/flow/room_snapshot.h"
#include "engine/log/journal.h"

namespace fm {

// All of it but the fold.
struct KeptPast {
  RoomSeq at;
  UtcMs time;              // of the event there
  std::int64_t bytes = 0;  // RoomState::bytes()
  std::vector<FlowStart> flows;
  std::vector<RoomSeq> inputs;
};

struct KeptRoom {
  KeptPast past;
  FoldPtr fold;
};

// Nothing for a fold of a kind that is not kept, and for one that is too large.
std::optional<KeptFold> to_kept_fold(const KeptRoom& room);

struct ReadKept {
  KeptPast past;
  Json fold;
};

// Nothing where it is of another version, of the engine's part or of the fold's, or not to be read.
std::optional<ReadKept> read_kept(const KeptFold& kept, const FoldFactory& folds);

// Null where the fold does not know its own words.
std::unique_ptr<Fold> fold_of(const ReadKept& kept, const FoldFactory& folds);

}  // namespace fm
