#include "team/tasks/work_limits.h"

#include <algorithm>

#include "base/yaml/fields.h"

namespace fm {
namespace {

constexpr int kMostAgents = 64;
constexpr int kMostCommands = 1024;

std::optional<int> less(std::optional<int> one, std::optional<int> other) {
  if (!one || !other) return one ? one : other;
  return std::min(*one, *other);
}

}  // namespace

WorkLimits read_limits(Fields& top) {
  Fields section = top.section("limits");
  WorkLimits limits;
  limits.agents = section.integer("agents", 1, kMostAgents);
  limits.commands = section.integer("commands", 1, kMostCommands);
  section.refuse_unknown();
  return limits;
}

WorkLimits tighter(const WorkLimits& one, const WorkLimits& other) {
  return {.agents = less(one.agents, other.agents), .commands = less(one.commands, other.commands)};
}

}  // namespace fm
