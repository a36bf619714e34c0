#include "team/room/phase.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace fm {
namespace {

using enum Phase;
using Way = PhaseContext::Way;
using Pairs = std::set<std::pair<Phase, Phase>>;

// What a full project may do that was never interrupted.
const Pairs kLegal = {{kIdle, kDiscovery},     {kDiscovery, kReady},     {kDiscovery, kSynthesis},
                      {kDiscovery, kIdle},     {kReady, kDiscovery},     {kReady, kSynthesis},
                      {kSynthesis, kApproval}, {kApproval, kDiscovery},  {kApproval, kExecution},
                      {kExecution, kReview},   {kExecution, kDiscovery}, {kReview, kIdle},
                      {kReview, kExecution},   {kReview, kDiscovery},    {kReady, kIdle},
                      {kSynthesis, kIdle},     {kApproval, kIdle},       {kExecution, kIdle},
                      {kFailed, kIdle},        {kDiscovery, kFailed},    {kReady, kFailed},
                      {kSynthesis, kFailed},   {kApproval, kFailed},     {kExecution, kFailed},
                      {kReview, kFailed}};

// Tries all 64 pairs.
void try_all(const Pairs& legal, const PhaseContext& context) {
  for (const Phase from : kPhases) {
    for (const Phase to : kPhases) {
      CAPTURE(std::string(to_string(from)));
      CAPTURE(std::string(to_string(to)));
      const auto allowed = check_change(from, to, context);
      CHECK(allowed.has_value() == legal.contains({from, to}));
      if (allowed) {
        CHECK_FALSE(allowed->empty());
      } else {
        CHECK(allowed.error().code == "phase_illegal");
        CHECK_FALSE(allowed.error().message.empty());
      }
    }
  }
}

Pairs with(Pairs more) {
  more.insert(kLegal.begin(), kLegal.end());
  return more;
}

TEST_CASE("C-46a of all pairs of phases only those of the table are legal") {
  CHECK(kLegal.size() == 25);
  try_all(kLegal, {});
}

TEST_CASE("C-46a work that the person took comes back into review, and nowhere else") {
  Pairs legal = kLegal;
  legal.emplace(kIdle, kReview);
  PhaseContext context;
  context.accepted = true;
  try_all(legal, context);
}

TEST_CASE("a project that rests or failed goes on only where it came from") {
  for (const Phase came_from : kPhases) {
    if (!is_active(came_from)) continue;
    CAPTURE(std::string(to_string(came_from)));
    try_all(with({{kIdle, came_from}, {kFailed, came_from}}), {.came_from = came_from});
  }
}

TEST_CASE("nobody comes from idle or failed, so that nothing is allowed by it") {
  try_all(kLegal, {.came_from = kIdle});
  try_all(kLegal, {.came_from = kFailed});
}

TEST_CASE("quick and light work without a brief, full work never does") {
  try_all(with({{kIdle, kExecution}, {kDiscovery, kExecution}}),
          {.came_from = std::nullopt, .way = Way::kQuickOrLight});
  CHECK_FALSE(check_change(kIdle, kExecution));
  CHECK_FALSE(check_change(kDiscovery, kExecution));
  CHECK_FALSE(check_change(kReady, kExecution));
}

TEST_CASE("a refusal says where the project may go instead") {
  const Error error = check_change(kDiscovery, kReview).error();
  CHECK(error.message == "The project cannot go from discovery to review.");
  CHECK(error.cause == "From discovery it goes to idle, ready, synthesis or failed.");
  CHECK_FALSE(error.cure.empty());
  CHECK(check_change(kIdle, kReady).error().cause == "From idle it goes to discovery.");
  CHECK(check_change(kReady, kReady).error().message ==
        "The project is in the phase ready already.");
}

TEST_CASE("the phases that may follow are listed in their order") {
  CHECK(next_phases(kApproval) == std::vector{kIdle, kDiscovery, kExecution, kFailed});
  CHECK(next_phases(kFailed) == std::vector{kIdle});
  CHECK(next_phases(kFailed, {.came_from = kSynthesis}) == std::vector{kIdle, kSynthesis});
}

TEST_CASE("names are read back, and nothing else is") {
  for (const Phase phase : kPhases) CHECK(phase_from(to_string(phase)) == phase);
  for (const char* no : {"", "Idle", "execution-ready", "ready ", "0"}) CHECK(!phase_from(no));
}

TEST_CASE("all but idle and failed are active; silence counts only where the person is asked") {
  std::vector<Phase> active, waiting;
  for (const Phase phase : kPhases) {
    if (is_active(phase)) active.push_back(phase);
    if (waits_for_person(phase)) waiting.push_back(phase);
  }
  CHECK(active == std::vector{kDiscovery, kReady, kSynthesis, kApproval, kExecution, kReview});
  CHECK(waiting == std::vector{kDiscovery, kReady, kApproval, kReview});
}

}  // namespace
}  // namespace fm
