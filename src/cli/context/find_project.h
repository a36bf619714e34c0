// The room and the project that a command is about, read from the store beside whoever owns it.
//
// A room that is not named is the newest of the folder that has a project, so that an ideation
// which came later does not hide it. Values; nothing is kept open. Loop thread.
#pragma once

#include "cli/context/context.h"

namespace fm::cli {

struct SeenProject {
  RoomViewPtr room;
  ProjectId id;

  const Project& project() const { return *room->projects.find(id); }
};

// `said`: the beginning of its name, or empty. Errors: those of the store and of find_room().
Result<RoomViewPtr> look_at_room(const std::string& said, const Context& context);

// Errors: also project_none, project_unknown.
Result<SeenProject> look_at_project(const ProjectTarget& target, const Context& context);

}  // namespace fm::cli
