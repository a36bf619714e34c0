// What is typed in a conversation: a command, the answer to what is asked, or words.
#include <utility>

#include "base/text.h"
#include "cli/context/report_error.h"
#include "cli/session/room_session.h"
#include "cli/session/session_commands.h"
#include "team/conversation/slash_commands.h"
#include "team/room/brief.h"
#include "team/tasks/plan_text.h"

namespace fm::cli {

void RoomSession::talk_line(std::string text) {
  const auto typed_gate = std::exchange(typed_gate_, std::nullopt);
  if (const auto known = check_command(text, options_.door); !known) return refuse(known.error());
  if (options_.door == Door::kSession && own_command(text)) return;
  auto words = with_project_id(std::move(text), view_state_.room.projects);
  if (!words) return refuse(words.error());
  const OpenGate* gate = view_state_.asked_gate();
  const auto option = gate == nullptr ? std::nullopt : named_option(*gate, *words);
  if (!option) return say(*std::move(words));
  if (typed_gate && *typed_gate != gate->gate)  // it was meant for what stood there before
    return view_.trouble({"gate_changed", "The question changed while you were typing.", "",
                          "Read it, then answer again."});
  answer(*gate, *option);
}

bool RoomSession::own_command(const std::string& text) {
  const auto command = read_own_command(text);
  if (!command) return false;
  if (command->name == "quit") {
    end(EndKind::kLeft, kDone);
  } else if (command->name == "costs") {
    show_costs();
  } else if (command->name == "brief" && command->rest == kEdit) {
    edit_brief();
  } else if (command->name == kPlanCommand && command->rest == kEdit) {
    edit_plan();
  } else if (auto opening = demo_opening(*command, view_state_)) {
    say(*std::move(opening));
  } else {
    view_.show(command_lines(*command, view_state_));
  }
  return true;
}

void RoomSession::show_costs() {
  ++unsettled_;
  service_.costs({.since = {}, .room = room_, .by = {CostGroup::kAgent, CostGroup::kModel}},
                 [this, alive = alive_](const Result<CostTables>& tables) {
                   if (!*alive) return;
                   --unsettled_;
                   if (ending_) return;
                   if (!tables) return refuse(tables.error());
                   view_.show(cost_lines(*tables));
                   want_line();
                 });
}

namespace {

// Why the brief cannot be taken as it stands; empty: it can.
std::string not_to_edit(const Project* project) {
  if (project == nullptr || project->brief() == nullptr)
    return "There is no brief yet. /go has it written.";
  if (project->phase == Phase::kExecution || project->phase == Phase::kSynthesis)
    return "The team is at work on this brief. /pause it first, then /brief edit.";
  if (!is_active(project->phase) || project->phase == Phase::kReview)
    return "This brief is done. Say what you want to be different, in your own words.";
  return {};
}

}  // namespace

// Where the brief cannot be taken, it is not opened either: nobody's work is lost.
void RoomSession::edit_brief() {
  const Project* project = view_state_.room.projects.current();
  if (!edit_)
    return refuse({"editor_not_here", "A brief is edited in a terminal.", "Nothing was sent.",
                   "To send one that you have edited: /brief and its text."});
  if (std::string why = not_to_edit(project); !why.empty()) return tell(std::move(why));
  const BriefRevision& brief = *project->brief();
  // Without the question at its end, which is no part of it.
  const EditedBrief before{project->id, brief.revision,
                           brief_markdown(*brief.brief, brief.origin, Closing::kNo)};
  edit_(before.text, [this, alive = alive_, before](const Result<EditedText>& saved) {
    if (*alive && !ending_) edited(before, saved);
  });
}

// Until its text was taken, the file stays: it may be hours of somebody's work.
void RoomSession::edited(const EditedBrief& before, const Result<EditedText>& saved) {
  if (!saved) return refuse(saved.error());
  const bool empty = trim(saved->text).empty();
  if (empty || trim(saved->text) == trim(before.text)) {
    forget(*saved);
    return tell(empty ? "The file is empty. Nothing was sent."
                      : "The brief is unchanged. Nothing was sent.");
  }
  const Project* project = view_state_.room.projects.current();
  const bool same = project != nullptr && project->id == before.project &&
                    project->brief() != nullptr && project->brief()->revision == before.revision;
  if (!same)
    return view_.trouble({"brief_changed", "The brief changed while you were editing.",
                          "Nothing was sent; your text is in " + saved->path + ".",
                          "Read the new one with /brief, then edit that."});
  if (const std::string why = not_to_edit(project); !why.empty())
    return tell(why + " Nothing was sent; your text is in " + saved->path + ".");
  say("/brief " + saved->text, [this, alive = alive_, saved = *saved](bool taken) {
    if (taken) return forget(saved);
    if (*alive && !ending_) tell("Your text is in " + saved.path + ".");
  });
}

// What was typed before and could not be taken is opened again, while the plan is the same.
void RoomSession::edit_plan() {
  if (!edit_)
    return refuse({"editor_not_here", "A plan is edited in a terminal.", "Nothing was sent.",
                   "To send one that you have edited: /plan and its text."});
  const auto plan = editable_plan(view_state_.room);
  if (!plan) return tell(plan.error().message + " " + plan.error().cure);
  std::string text = plan_text(plan->map);
  if (kept_plan_ && kept_plan_->project == plan->project && kept_plan_->revision == plan->revision)
    text = kept_plan_->text.text;
  edit_(text, [this, alive = alive_, before = *plan](const Result<EditedText>& saved) {
    if (!*alive || ending_) return;
    if (!saved) return refuse(saved.error());
    if (kept_plan_) forget(kept_plan_->text);
    kept_plan_.reset();
    edited_plan_text(before, *saved);
  });
}

void RoomSession::keep_plan(const EditablePlan& before, const EditedText& saved, const Error& why) {
  kept_plan_ = KeptPlan{before.project, before.revision, saved};
  view_.trouble(why);
  tell("Nothing was sent. /plan edit opens your text again; it is in " + saved.path + ".");
}

void RoomSession::edited_plan_text(const EditablePlan& before, const EditedText& saved) {
  const auto now = editable_plan(view_state_.room);
  if (!now) return keep_plan(before, saved, now.error());
  if (now->project != before.project || now->revision != before.revision)
    return keep_plan(before, saved,
                     {"plan_changed", "The plan changed while you were editing.", "",
                      "Read the new one with /plan, then edit that."});
  const auto map = edited_plan(before, saved.text);
  if (!map) return keep_plan(before, saved, map.error());
  if (canonical(to_json(*map)) == canonical(to_json(before.map))) {
    forget(saved);
    return tell("The plan is unchanged. Nothing was sent.");
  }
  say("/plan " + saved.text, [this, alive = alive_, before, saved](bool taken) {
    if (taken) return forget(saved);
    if (*alive && !ending_)
      keep_plan(before, saved, {"plan_not_sent", "The plan was not sent.", "", "Try again."});
  });
}

}  // namespace fm::cli
