// How much is done at once: `limits: {agents: 4, commands: 2}` of a person's or a folder's file.
//
// A person's file says what the machine bears, a folder's may only say less. Pure.
#pragma once

#include <optional>

namespace fm {

class Fields;

inline constexpr int kAgentsAtOnce = 4;  // where nobody says otherwise

struct WorkLimits {
  std::optional<int> agents = {};    // at work in one project
  std::optional<int> commands = {};  // that run, of all projects; usually one for each core

  bool operator==(const WorkLimits&) const = default;
};

// The section `limits`; what is wrong is a fault of `top`'s list.
WorkLimits read_limits(Fields& top);

WorkLimits tighter(const WorkLimits& one, const WorkLimits& other);

}  // namespace fm
