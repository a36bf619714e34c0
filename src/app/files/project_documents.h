// The files of one project, rendered from its room (C-23, C-39, C-44, C-49): what stands where.
//
// Pure. Paths are relative to the room's folder and safe whatever the ids are.
//
//   .folkmoot/project_states/<room>/<project>.json   project_state_json.h
//   .folkmoot/projects/<project>/STATE.md            where it stands, for people and agents
//   .../brief.md                                     the latest brief
//   .../findings.md, debate.md, summary.md           the latest of each
//   .../work/<agent>.md                              the latest work of each agent
//   .../files/<path>                                 the files in the newest stretch of work
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "team/documents/documents.h"
#include "team/room/room.h"

namespace fm {

inline constexpr std::string_view kProjectStates = ".folkmoot/project_states/";

struct ProjectFile {
  std::string path;
  std::string bytes;
};

// Where the files of a room's projects lie, without "/" at the end: of the newest ones.
std::vector<std::string> project_folders(const RoomView& view);

std::string project_state_path(const RoomId& room, const ProjectId& project);

// Only those that there is something for.
std::vector<ProjectFile> project_files(const RoomView& view, const Project& project,
                                       const Documents& documents, Millis rests_after);

// What was settled in its debate and by the person's answers.
std::vector<DecidedPoint> project_decisions(const RoomView& view, const Project& project);

StateDocument state_document(const RoomView& view, const Project& project);

}  // namespace fm
