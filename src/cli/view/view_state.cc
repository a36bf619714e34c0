#include "cli/view/view_state.h"

#include <algorithm>
#include <array>
#include <set>

#include "cli/view/conversation_wording.h"

namespace fm::cli {
namespace {

// The steps of a round in their order (I-2, I-6): by task, and by who plays the role, because the
// task of a repair turn does not tell which step it belongs to.
struct Step {
  std::string_view task;
  std::string_view other_task;  // the same step under another name
  std::string_view role;
  bool deep_dive = false;
};

constexpr std::array<Step, 7> kSteps{{
    {"research", "", "researcher"},
    {"ideate", "ideate_later", "ideation"},
    {"critique", "", "adversary"},
    {"answer_objections", "", "ideation", true},
    {"settle_objections", "", "adversary", true},
    {"implement", "", "implementer"},
    {"synthesis", "synthesis_last", "leader"},
}};

struct StageName {
  std::string_view task;
  std::string_view stage;
  std::string_view activity;
};

constexpr std::array<StageName, 6> kStages{{
    {"kickoff", "Kickoff", "thinking"},
    {"validate", "Scoring", "scoring"},
    {"validate_missing", "Scoring", "scoring"},
    {"select", "Choice", "choosing"},
    {"visualize", "Report", "drawing a report"},
    {"summary", "", "summing up"},
}};

const StageName* stage_of(std::string_view task) {
  const auto* found = std::ranges::find(kStages, task, &StageName::task);
  return found == kStages.end() ? nullptr : found;
}

}  // namespace

void ViewState::apply(const Event& event) {
  room.apply(event);
  if (event.kind != "artifact.saved") return;
  const std::string path(event.text("path"));
  std::erase_if(saved, [&](const SavedFile& file) { return file.path == path; });
  saved.push_back({path, std::string(event.text("media"))});
}

const OpenGate* ViewState::open_gate() const {
  const auto waits = std::ranges::find(room.gates, false, &OpenGate::expired);
  return waits == room.gates.end() ? nullptr : &*waits;
}

const OpenGate* ViewState::asked_gate() const {
  const auto asked = [&](const OpenGate& gate) {
    return !gate.expired && (gate.project.empty() || gate.project == room.projects.active);
  };
  const auto newest = std::find_if(room.gates.rbegin(), room.gates.rend(), asked);
  return newest == room.gates.rend() ? nullptr : &*newest;
}

bool ViewState::is_rehearsal() const {
  const FlowRecord* flow = room.latest_flow();
  const auto rehearses = [](const auto& endpoint) { return endpoint.second == "rehearsal"; };
  return room.rehearsed() || (flow != nullptr && std::ranges::any_of(flow->endpoints, rehearses));
}

bool ViewState::is_scripted(const Event& message) const {
  if (message.by.kind == Actor::kPerson) return false;
  if (bool_at(message.body, "rehearsal")) return true;
  if (message.by.kind != Actor::kAgent) return false;
  const FlowRecord* flow = room.latest_flow();
  const auto rehearses = [](const auto& endpoint) { return endpoint.second == "rehearsal"; };
  return flow != nullptr && !flow->endpoints.empty() &&
         std::ranges::all_of(flow->endpoints, rehearses);
}

std::string model_shown(const ViewState& view_state, std::string_view turn) {
  if (view_state.is_rehearsal()) return "demo mode";
  std::set<std::string> models;
  const FlowRecord* flow = view_state.room.latest_flow();
  const Json* known = flow == nullptr ? nullptr : find_at(flow->args, "models");
  if (known != nullptr && known->is_object())
    for (const auto& entry : known->get_object())
      if (entry.value().is_string()) models.emplace(std::string_view(entry.value().get_string()));
  if (!turn.empty()) {
    const auto& turns = view_state.room.turns;
    const auto speaks = std::find_if(turns.rbegin(), turns.rend(),
                                     [&](const TurnRecord& one) { return one.turn == turn; });
    if (speaks != turns.rend() && !speaks->model.empty()) models = {speaks->model};
  }
  if (models.empty()) return {};
  if (models.size() > 1) return std::to_string(models.size()) + " models";
  const std::string& name = *models.begin();
  return name.substr(name.find(':') + 1);
}

Progress progress_of(const RoomView& room, std::string_view task, std::string_view agent,
                     int round) {
  Progress progress;
  const FlowRecord* flow = room.latest_flow();
  const Json args = flow != nullptr ? flow->args : Json();
  if (const StageName* stage = stage_of(task)) {
    progress.stage = stage->stage;
    return progress;
  }
  if (round <= 0) return progress;

  progress.round = round;
  progress.rounds = static_cast<int>(int_at(args, "max_rounds"));
  if (progress.rounds > 0) progress.rounds = std::max(progress.rounds, round);  // one more round
  progress.stage = "Round " + std::to_string(round);
  if (progress.rounds > 0) progress.stage += " of " + std::to_string(progress.rounds);

  const Json* roles = find_at(args, "roles");
  int by_role = 0;
  for (const Step& step : kSteps) {
    if (step.deep_dive && !bool_at(args, "deep_dive")) continue;
    const std::string_view player = roles == nullptr ? step.role : text_at(*roles, step.role);
    if (player.empty()) continue;  // nobody plays this role here: the step is skipped
    ++progress.steps;
    if (task == step.task || task == step.other_task) progress.step = progress.steps;
    if (!step.deep_dive && player == agent) by_role = progress.steps;
  }
  if (progress.step == 0) progress.step = by_role;
  return progress;
}

std::string_view activity(std::string_view task) {
  const StageName* stage = stage_of(task);
  if (stage != nullptr) return stage->activity;
  const std::string_view talks = conversation_activity(task);
  return talks.empty() ? "thinking" : talks;
}

}  // namespace fm::cli
