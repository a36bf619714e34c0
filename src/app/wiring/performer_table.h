// The performers of all effects, by the effect's kind: the one place where a performer is
// registered. Made before the engine, which it is told of (use()), and outlives it.
#pragma once

#include "app/commands/outputs.h"
#include "app/commands/own_room.h"
#include "app/queries/people_words.h"
#include "app/wiring/room_turns.h"
#include "engine/flow/effect.h"
#include "engine/runtime/engine.h"
#include "team/agency/bring_in_performer.h"
#include "team/agency/coding_performer.h"
#include "team/agency/evidence_performer.h"
#include "team/agency/lane_performers.h"
#include "team/agency/merge_performers.h"
#include "team/agency/settings_performer.h"
#include "team/agency/tools_performer.h"
#include "team/agency/workshop.h"
#include "team/conversation/conversation_reader.h"
#include "team/pack/pack.h"
#include "team/turn/turn.h"

namespace fm {

class PerformerTable {
 public:
  // `turns` and `owners`, the owner's own, outlive it. `workshop` is all but its snapshots;
  // `packs` without a folder.
  PerformerTable(Loop& loop, Journal& journal, PeopleWords& words, RoomTurns& turns,
                 TurnPerformer& owners, WorkshopOptions workshop, PackPlaces packs);
  PerformerTable(const PerformerTable&) = delete;

  const Performers& all() const { return all_; }
  Workshop& workshop() { return workshop_; }
  void use(Engine& engine);

 private:
  OutputsPerformer outputs_;
  ConversationReader reader_;
  OwnRoomPerformer own_rooms_;
  ReportBackPerformer reports_;
  Workshop workshop_;
  SettingsPerformer settings_;
  BasePerformer bases_;
  LanePerformer lanes_;
  ConflictLanePerformer conflict_lanes_;
  LanesEndPerformer ends_;
  ToolsPerformer tools_;
  CodingPerformer coding_;
  EvidencePerformer evidence_;
  TrainPerformer trains_;
  AcceptPerformer accepts_;
  BringInPerformer bring_in_;
  const Performers all_;
};

}  // namespace fm
