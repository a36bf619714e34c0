// A room with one project, moved along by its phases, for tests of what is shown of projects.
#pragma once

#include <string>
#include <vector>

#include "team/room/project_status.h"
#include "test/support/room_script.h"

namespace fm::testing {

struct WorkedProject {
  RoomScript script{"tea-2k7f"};
  ProjectId id{"p-tea2"};
  int lines = 0;

  // Ana says "A tea shop.", and the project works as the flow f-main.
  WorkedProject();

  const Project& project() const { return *script.view.projects.find(id); }
  ProjectStatus status() const { return project_status(script.view, project()); }

  WorkedProject& to(Phase phase, std::string feedback = {});
  WorkedProject& ask(const std::string& question);  // UX asks "What about q-1?"
  WorkedProject& end(const std::string& question, QuestionEnd how, const std::string& text = {});
  WorkedProject& propose(const std::string& title, int revision);
  WorkedProject& gate(const std::string& gate, const std::string& type, const std::string& question,
                      const std::vector<std::string>& options);
};

}  // namespace fm::testing
