// Where a room stands, told to the person who comes or asks (C-46, C-48).
//
// The head of a conversation that is opened: a greeting, or for whoever comes back the goal, what
// is waited for, the last words in short and the open questions in full. Values are taken from the
// story first and laid out after, so that they can be shown later. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/terminal/styled_text.h"
#include "cli/text/phase_strip.h"
#include "cli/view/task_lines.h"
#include "cli/view/view.h"
#include "cli/view/view_state.h"
#include "team/room/project_status.h"

namespace fm::cli {

struct RoomStatus {
  std::string room;
  std::string team;
  std::string model;                    // as model_shown() has it
  std::optional<PhaseStrip> strip;      // of the active project
  std::vector<ProjectStatus> projects;  // all; the active one is marked
  std::vector<TaskStand> tasks = {};    // of the plan that is worked on
  std::int64_t tokens = 0;
  MicroUsd cost;
};
RoomStatus room_status(const ViewState& view_state);

// The goal, the phase and what is due.
Lines project_lines(const ProjectStatus& status, const std::optional<PhaseStrip>& strip,
                    std::size_t columns, Charset charset);

// All that /status tells.
Lines room_status_lines(const RoomStatus& standing, std::size_t columns, Charset charset);

struct SaidWords {
  std::string author;  // an agent's id, or a person's name
  std::string kind;    // of the message
  std::string text;
  bool person = false;
};
// The last ones, oldest first; lines of the program are none.
std::vector<SaidWords> last_words(const ViewState& view_state, std::size_t count);

enum class Shortened { kNo, kToALine };
Lines words_lines(const std::vector<SaidWords>& words, Shortened shortened, std::size_t columns,
                  Charset charset);

// The demonstrations of demo mode, each with what one says to begin it (P-34).
Lines demonstration_lines(std::size_t columns, Charset charset);

// What greets the person, who may have been here before.
Lines welcome_lines(const ViewState& view_state, const Opening& opening, std::size_t columns,
                    Charset charset);

// The last words of whoever leaves.
Lines farewell_lines(const ViewState& view_state, const Ending& ending, std::size_t columns,
                     Charset charset);

}  // namespace fm::cli
