// Taking over the files in which projects were kept before there was a log (C-49), once.
//
// `.folkmoot/project_states/<room>.json`, and of `.nanofolks/project_states/` the files
// `<room>.json`, `room_<room>.json` and, for the room general, `default.json`. Two steps, so that a
// crash between them loses nothing and takes nothing over twice: the events are committed, then the
// files are put aside as `*.taken-over`. A project's id comes from its file's name and content, so
// one that is in the log already gives no events. A damaged file is put aside at once, as
// `*.damaged-<time>`, and told of. Blocking; no link is followed.
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/log/event.h"
#include "team/room/project.h"

namespace fm {

struct OldProjects {
  std::vector<NewEvent> events;    // for the room, in this order
  std::vector<std::string> files;  // for put_aside_taken_over() when the events are durable
  std::vector<Error> notices;      // project_file_damaged, folder_file_failed
};

// `known`: the projects of the room's log. Error: folder_file_failed, where the folder cannot be
// opened.
Result<OldProjects> old_projects(const std::string& folder, const RoomId& room,
                                 const Projects& known, const By& person, UtcMs now);

// Notices: folder_file_failed. Such a file is found again the next time and is no harm.
std::vector<Error> put_aside_taken_over(const std::string& folder,
                                        const std::vector<std::string>& files);

}  // namespace fm
