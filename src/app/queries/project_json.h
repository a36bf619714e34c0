// Rooms and their projects as JSON, for programs: what `folkmoot project ... --json` prints and
// every other door gives (C-50). The fields are in docs/events.md.
//
// Every object has all of its keys; what is not there is null. Whole numbers only, times as in
// events. Pure.
#pragma once

#include "app/service_answers.h"
#include "base/ids.h"
#include "base/json.h"
#include "team/room/project_status.h"

namespace fm {

JsonObject room_summary_json(const RoomSummary& room);

JsonObject project_json(const RoomId& room, const ProjectStatus& status);
JsonObject project_log_json(const RoomId& room, const ProjectId& project,
                            const ProjectLogLine& line);
JsonObject project_history_json(const RoomId& room, const ProjectId& project,
                                const ProjectHistory& history);

// One revision of a project's brief, which is among project.briefs.
JsonObject brief_json(const RoomId& room, const Project& project, const BriefRevision& revision);

// What differs between two of them.
JsonObject brief_changes_json(const RoomId& room, const Project& project,
                              const BriefRevision& before, const BriefRevision& after);

// A question that only a person can answer.
JsonObject gate_json(const RoomId& room, const OpenGate& gate);

}  // namespace fm
