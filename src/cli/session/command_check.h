// What a line that begins with a slash would do, looked at before anything is said (C-13).
//
// A command that is not known, or that this door has no use for, is answered here and said to
// nobody. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "team/room/project.h"

namespace fm::cli {

// kSession: what a command shows is seen here. kElsewhere: a bridge or a program speaks, which gets
// events and sees nothing else.
enum class Door { kSession, kElsewhere };

// Nothing to object where the line is no command. Errors: command_unknown, which names the nearest;
// command_alone, for words behind a command that takes none; command_not_here.
Result<void> check_command(std::string_view line, Door door);

// "/switch TITLE" as "/switch ID"; every other line as it is. A project is meant by its id, its
// title, or a beginning of them that only it has. Errors: project_unknown, which names all.
Result<std::string> with_project_id(std::string line, const Projects& projects);

}  // namespace fm::cli
