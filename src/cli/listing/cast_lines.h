// Who takes part in a conversation, and which models speak for them (/agents, /model; C-3, P-80).
//
// Pure: taken from the room's fold first and laid out after, so that it can be shown later.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/terminal/styled_text.h"
#include "cli/view/view_state.h"

namespace fm::cli {

struct CastMember {
  std::string agent;
  std::string model;                   // "provider:model"
  std::vector<std::string> fallbacks;  // that speak when it fails, in order
  std::string does;                    // at work: "thinking"; else empty
};

struct Cast {
  std::string team;
  std::vector<CastMember> members;  // the leader first
  bool is_demo = false;
};
Cast cast_of(const ViewState& view_state);

Lines agent_lines(const Cast& cast, std::size_t columns, Charset charset);
Lines model_lines(const Cast& cast, std::size_t columns, Charset charset);

}  // namespace fm::cli
