#include "team/room/phase.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/text.h"

namespace fm {
namespace {

using enum Phase;
using Way = PhaseContext::Way;

// Taken up: only where it came from. Accepted: the person took the work.
enum class When { kAlways, kQuickOrLight, kTakenUp, kAccepted };

struct Transition {
  Phase from;
  Phase to;
  When when;
  std::string_view reason;
};

constexpr Transition kTable[] = {
    {kIdle, kDiscovery, When::kAlways, "the team asks what it has to know"},
    {kIdle, kExecution, When::kQuickOrLight, "nothing has to be asked"},
    {kDiscovery, kReady, When::kAlways, "the team and the person agree"},
    {kDiscovery, kSynthesis, When::kAlways, "the person wants it started"},
    {kDiscovery, kExecution, When::kQuickOrLight, "enough is known"},
    {kReady, kDiscovery, When::kAlways, "the discussion goes on"},
    {kReady, kSynthesis, When::kAlways, "the person wants it started"},
    {kSynthesis, kApproval, When::kAlways, "the brief is there to be judged"},
    {kApproval, kDiscovery, When::kAlways, "the person wants changes"},
    {kApproval, kExecution, When::kAlways, "the person approved the brief"},
    {kExecution, kReview, When::kAlways, "the work is there to be judged"},
    {kExecution, kDiscovery, When::kAlways, "the person wants to pause and revise"},
    {kReview, kExecution, When::kAlways, "the person wants something adjusted"},
    {kReview, kDiscovery, When::kAlways, "the person wants to discuss it again"},

    {kDiscovery, kIdle, When::kAlways, "it ended or rests"},
    {kReady, kIdle, When::kAlways, "it ended or rests"},
    {kSynthesis, kIdle, When::kAlways, "it ended or rests"},
    {kApproval, kIdle, When::kAlways, "it ended or rests"},
    {kExecution, kIdle, When::kAlways, "it ended or rests"},
    {kReview, kIdle, When::kAlways, "it ended or rests"},
    {kFailed, kIdle, When::kAlways, "it is given up for now"},

    {kDiscovery, kFailed, When::kAlways, "a step failed"},
    {kReady, kFailed, When::kAlways, "a step failed"},
    {kSynthesis, kFailed, When::kAlways, "a step failed"},
    {kApproval, kFailed, When::kAlways, "a step failed"},
    {kExecution, kFailed, When::kAlways, "a step failed"},
    {kReview, kFailed, When::kAlways, "a step failed"},

    {kIdle, kReady, When::kTakenUp, "it is taken up where it stood"},
    {kIdle, kSynthesis, When::kTakenUp, "it is taken up where it stood"},
    {kIdle, kApproval, When::kTakenUp, "it is taken up where it stood"},
    {kIdle, kExecution, When::kTakenUp, "it is taken up where it stood"},
    {kIdle, kReview, When::kTakenUp, "it is taken up where it stood"},
    {kIdle, kReview, When::kAccepted, "the person wants something of it changed"},
    {kFailed, kDiscovery, When::kTakenUp, "it is tried again where it failed"},
    {kFailed, kReady, When::kTakenUp, "it is tried again where it failed"},
    {kFailed, kSynthesis, When::kTakenUp, "it is tried again where it failed"},
    {kFailed, kApproval, When::kTakenUp, "it is tried again where it failed"},
    {kFailed, kExecution, When::kTakenUp, "it is tried again where it failed"},
    {kFailed, kReview, When::kTakenUp, "it is tried again where it failed"},
};

constexpr std::array<std::string_view, kPhases.size()> kNames = {
    "idle", "discovery", "ready", "synthesis", "approval", "execution", "review", "failed"};

bool holds(const Transition& row, const PhaseContext& context) {
  switch (row.when) {
    case When::kAlways:
      return true;
    case When::kQuickOrLight:
      return context.way == Way::kQuickOrLight;
    case When::kTakenUp:
      return context.came_from == row.to;
    case When::kAccepted:
      return context.accepted;
  }
  return false;
}

std::string names_of(const std::vector<Phase>& phases) {
  std::vector<std::string> names;
  for (const Phase phase : phases) names.emplace_back(to_string(phase));
  if (names.size() < 2) return join(names, "");
  const std::string last = std::move(names.back());
  names.pop_back();
  return join(names, ", ") + " or " + last;
}

}  // namespace

std::string_view to_string(Phase phase) { return kNames[static_cast<std::size_t>(phase)]; }

std::optional<Phase> phase_from(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Phase>(found - kNames.begin());
}

bool is_active(Phase phase) { return phase != kIdle && phase != kFailed; }

bool waits_for_person(Phase phase) {
  return phase == kDiscovery || phase == kReady || phase == kApproval || phase == kReview;
}

Result<std::string_view> check_change(Phase from, Phase to, const PhaseContext& context) {
  for (const Transition& row : kTable) {
    if (row.from == from && row.to == to && holds(row, context)) return row.reason;
  }
  const std::string_view before = to_string(from), after = to_string(to);
  if (from == to)
    return fail("phase_illegal", fmt::format("The project is in the phase {} already.", before));
  return fail("phase_illegal", fmt::format("The project cannot go from {} to {}.", before, after),
              fmt::format("From {} it goes to {}.", before, names_of(next_phases(from, context))),
              "Look where it stands: `folkmoot project status`.");
}

std::vector<Phase> next_phases(Phase from, const PhaseContext& context) {
  std::vector<Phase> next;
  for (const Phase to : kPhases) {
    const bool legal = std::ranges::any_of(kTable, [&](const Transition& row) {
      return row.from == from && row.to == to && holds(row, context);
    });
    if (legal) next.push_back(to);
  }
  return next;
}

}  // namespace fm
