// What is shown of a room's projects (C-50): where one stands, its log, brief and history, and all
// of them. For the commands `folkmoot project ...` and for the same looks inside a talk.
//
// Pure functions from values to lines of at most `columns`; what can be typed is never broken, so
// that it can be copied.
#pragma once

#include <cstddef>
#include <vector>

#include "cli/terminal/styled_text.h"
#include "team/room/brief.h"
#include "team/room/project_status.h"

namespace fm::cli {

// Goal, phase, questions, brief, verdict; what it waits for, and what to type for it.
Lines project_status_lines(const RoomView& room, const ProjectStatus& status, UtcMs now,
                           std::size_t columns, Charset charset);

// An entry is a mark, who, and what; of long words the beginning.
Lines project_log_lines(const RoomView& room, const std::vector<ProjectLogLine>& log,
                        std::size_t columns, Charset charset);

// The questions with their answers, and how to correct one.
Lines project_answers_lines(const Project& project, std::size_t columns, Charset charset);

Lines project_brief_lines(const Project& project, const BriefRevision& revision,
                          std::size_t columns, Charset charset);
Lines brief_change_lines(const BriefRevision& before, const BriefRevision& after,
                         std::size_t columns, Charset charset);

Lines project_history_lines(const ProjectHistory& history, std::size_t columns, Charset charset);

Lines project_list_lines(const std::vector<ProjectStatus>& projects, std::size_t columns,
                         Charset charset);

}  // namespace fm::cli
