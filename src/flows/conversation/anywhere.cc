// What any phase does with a person's message before its own reading of it (C-2, C-13, C-45, C-47).
#include "flows/conversation/anywhere.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/answers.h"
#include "flows/conversation/confirm.h"
#include "flows/conversation/own_room.h"
#include "flows/conversation/planning.h"
#include "flows/conversation/telling.h"
#include "team/agency/plan_edit.h"
#include "team/conversation/conversation_state.h"
#include "team/conversation/slash_commands.h"
#include "team/room/project_events.h"

namespace fm {
namespace {

std::string unknown_names_line(const std::vector<UnknownName>& names) {
  std::string line;
  for (const UnknownName& unknown : names) {
    line += (line.empty() ? "" : " ") + std::string("Nobody here is called @") + unknown.name + ".";
    if (unknown.near.empty()) continue;
    line += " Did you mean @" + join(unknown.near, " or @") + "?";
  }
  return line;
}

// Where the project stands that the person has turned to.
std::string standing_line(const Project& project) {
  std::string line = "This is about: " + project.goal + ".";
  if (is_active(project.phase))
    return line + " It is in " + std::string(to_string(project.phase)) + ".";
  if (project.came_from)
    return line + " It is paused in " + std::string(to_string(*project.came_from)) +
           ": say \"go on\" to continue.";
  if (project.is_accepted())
    return line +
           " It is finished. A change that you ask for goes on with it; another matter "
           "begins a new project.";
  return line + " It is finished; what you say next begins something new.";
}

// The person turns to another project of the room. The flow alone does so, between its steps, so
// that nothing that runs ends in another project than it began in.
Flow<Nothing> turn_to(FlowHandle flow, std::string id) {
  const Projects& projects = flow.view<RoomView>().projects;
  std::vector<NewEvent> events;
  if (const Project* to = projects.find({id}); to != nullptr) {
    NewProject turned;
    turned.id = to->id;
    events.push_back(project_created(turned));
    events.push_back(system_line(flow.at("standing"), standing_line(*to)));
    events.back().project = to->id;
  } else {
    std::vector<std::string> known;
    for (const Project& one : projects.all) known.push_back(one.id.value);
    events.push_back(system_line(
        flow.at("unknown"), "There is no project \"" + id + "\" here. " +
                                (known.empty() ? std::string("There is none yet.")
                                               : "Those there are: " + join(known, ", ") + ".")));
  }
  co_await tell(flow.at("tell"), std::move(events));
  co_return Nothing();
}

// On request, while nobody works on it (C-53).
Flow<Nothing> give_own_room(FlowHandle flow) {
  const Project* project = active_project(flow);
  if (project == nullptr || !is_active(project->phase))
    co_return co_await say_line(flow.at("nothing"),
                                "Nothing is under way that could have a room of its own.");
  if (has_own_room(flow))
    co_return co_await say_line(flow.at("here"), "It has a room of its own already: this one.");
  if (!waits_for_person(project->phase))
    co_return co_await say_line(flow.at("works"),
                                "The team is at work on it just now, so it stays here. Ask again "
                                "when it waits for you.");
  co_return co_await move_to_own_room(flow.at("move"), Begins::kNo);
}

constexpr GateOption kNewProject{"a-new-project", "A new project"};
constexpr GateOption kPartOfThis{"a-part-of-this-one", "A part of this one"};

GateRequest other_matter_gate(const Project& project) {
  GateRequest gate;
  gate.type = "other_matter";
  gate.question = "That sounds like another matter. Is it a new project, or a part of this one?";
  gate.offer(kNewProject);
  gate.offer(kPartOfThis);
  gate.subject = JsonObject{{"project", project.id.value}, {"goal", project.goal}};
  return gate;
}

}  // namespace

Flow<bool> handle_anywhere(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  const MessageReading& reading = heard.reading;
  if (heard.broken_off) co_return true;  // the person has the floor
  if (!reading.unknown.empty()) {
    co_await say_line(flow.at("unknown"), unknown_names_line(reading.unknown));
    if (reading.addressed.empty()) co_return true;
  }
  if (!reading.command.empty() && !is_room_command(reading.command)) {
    co_await say_line(flow.at("command"),
                      "There is no command /" + reading.command + ". /help shows them.");
    co_return true;
  }
  if (reading.command == "new" && !reading.rest.empty()) {
    co_await begin_project(flow.at("new"), conversation, heard, reading.rest);
    co_return true;
  }
  if (reading.command == kBuildCommand) {
    if (reading.rest.empty())
      co_await say_line(flow.at("say"), "Say what it is: /build a command-line stopwatch");
    else
      co_await begin_project(flow.at("new"), conversation, heard, reading.rest);
    co_return true;
  }
  if (reading.command == "new" || reading.command == "help") {
    co_await say_line(flow.at("say"),
                      reading.command == "new"
                          ? std::string("Say what it is about: /new a booking page for my shop")
                          : room_help());
    co_return true;
  }
  if (reading.command == "thorough") {
    conversation->wants_care = true;
    co_await say_line(flow.at("care"),
                      "From now on each agent asks for itself, and votes before the brief.");
    co_return true;
  }
  if (reading.command == "switch") {
    co_await turn_to(flow.at("switch"), reading.rest);
    co_return true;
  }
  const Project* project = active_project(flow);
  if (reading.command == kPlanCommand &&
      (project == nullptr || project->phase != Phase::kApproval)) {
    const auto plan = editable_plan(flow.view<RoomView>());
    co_await say_line(flow.at("plan"), plan ? std::string("This plan waits for your word.")
                                            : plan.error().message + " " + plan.error().cure);
    co_return true;
  }
  if (reading.command == "room") {
    co_await give_own_room(flow.at("room"));
    co_return true;
  }
  if (!reading.offers.empty() && heard.newest) {
    co_await say_line(flow.at("offer"), "/" + reading.offers + " does that. Type it to run it.");
    if (reading.closed.empty() && !reading.has_question) co_return true;
  }
  if (reading.command == "answers") {
    co_await handle_answers(flow.at("answers"), heard);
    co_return true;
  }
  if (project == nullptr) co_return false;
  if (reading.command == "status") {
    co_await say_line(flow.at("standing"), standing_line(*project));
    co_return true;
  }
  if (!is_active(project->phase)) co_return false;
  if (heard.cancels()) {
    co_await finish_project(flow.at("cancel"), ProjectEnding::kCancellation,
                            "the person said so: " + std::string(cut_bytes(heard.text, 200)));
    co_return true;
  }
  // In the work everything stops first, and work.cc asks.
  if (heard.asks(Decision::kCancel) && !reading.other_matter &&
      project->phase != Phase::kExecution) {
    switch (co_await confirm(flow.at("sure"), conversation, Decision::kCancel, heard.text)) {
      case Confirmed::kYes:
        co_await finish_project(flow.at("cancel-sure"), ProjectEnding::kCancellation,
                                "the person said so: " + std::string(cut_bytes(heard.text, 200)));
        co_return true;
      case Confirmed::kNo:
        co_return false;
      case Confirmed::kOther:
        co_return true;
    }
  }
  if (heard.newest && reading.other_matter) {
    const Waited answer =
        co_await wait(flow.at("other"), conversation, other_matter_gate(*project));
    if (!co_await still_there(flow.at("there"), answer.answered)) co_return true;
    if (answer.answered && answer.answer == kNewProject.id) {
      co_await begin_project(flow.at("new"), conversation, heard, heard.text);
      co_return true;
    }
    // A part of this one is something wanted of it; and other words take its place.
    const Phase phase = active_project(flow)->phase;
    if (answer.answered && (phase == Phase::kApproval || phase == Phase::kReview)) {
      co_await to_phase(flow.at("part"), Phase::kDiscovery, {}, heard.text);
      co_return true;
    }
    co_return !answer.answered;
  }
  co_return false;
}

Flow<bool> stopped_by_words(FlowHandle flow, ConversationPtr conversation) {
  const RoomSeq before = conversation->heard;
  for (int n = 1; has_unheard(flow, conversation); ++n) {
    const Heard heard = co_await take(flow.at("take", n), conversation);
    const bool stops = heard.cancels() || heard.reading.command == "new" ||
                       heard.reading.command == kBuildCommand || heard.reading.command == "switch";
    if (stops && co_await handle_anywhere(flow.at("any", n), conversation, heard)) co_return true;
  }
  conversation->heard = before;
  co_return false;
}

Flow<Nothing> begin_project(FlowHandle flow, ConversationPtr conversation, Heard heard,
                            std::string goal) {
  IntentReading intent = heard.reading.intent;
  bool at_once = heard.reading.command == kBuildCommand;
  std::string_view by = heard.reading.by_model ? "model" : "rules";
  // A model that has read the message has read its intent.
  if (!at_once && heard.reading.unsure && conversation->plan.by_model &&
      !conversation->plan.understands) {
    TurnRequest judge =
        conversation_turn(flow, conversation, conversation->plan.leader, "intent", "");
    judge.alone = true;
    judge.values["system"] = heard.reading.judge_system;
    judge.values["user"] = heard.reading.judge_user;
    judge.reads = TurnReads::kIntent;
    judge.project = {};
    const Spoken judged = co_await speak(flow.at("judge"), conversation, std::move(judge));
    if (const auto said = intent_from(text_at(judged.reading, "intent"))) {
      if (*said != intent.intent) intent.runner_up = intent.intent;
      intent.intent = *said;
      by = "model";
    }
  }
  // Who asks for a project gets one, whatever its goal reads like.
  if ((heard.reading.command == "new" || heard.reading.other_matter) &&
      intent.intent == Intent::kChat)
    intent.intent = Intent::kBuild;
  // Code in the room's folder is changed by those who build: planned, run and reviewed. What
  // somebody writes about it in a talk is run by nobody.
  if (intent.intent == Intent::kTask && heard.reading.changes_code && can_build(flow, conversation))
    at_once = true;
  if (at_once && intent.intent != Intent::kBuild) {
    intent.runner_up = intent.intent;
    intent.intent = Intent::kBuild;
  }
  std::vector<NewEvent> events;
  if (intent.intent == Intent::kChat) {
    events.push_back(intent_read({}, intent, by));
    co_await tell(flow.at("intent"), std::move(events));
    co_return Nothing();
  }
  const RoomView& view = flow.view<RoomView>();
  NewProject project;
  project.id = new_project_id(view.projects, flow.start().id, {"/" + heard.id});
  project.goal = std::move(goal);
  project.agents = heard.reading.agents;
  project.message = heard.id;
  events.push_back(project_created(project));
  events.push_back(intent_read(project.id, intent, by, project.agents));
  co_await tell(flow.at("project"), std::move(events));
  if (at_once) {
    PhaseRequest begins{.to = Phase::kSynthesis,
                        .line =
                            "The short way: the brief is written and the work planned; you "
                            "approve both before anything is built.",
                        .why = std::string(kShortWay)};
    co_return co_await pass_to_phase(flow.at("begin"), {Phase::kDiscovery}, std::move(begins));
  }
  // A question, and a small task, are answered at once.
  const std::string_view way = plan_for(intent.intent).flow;
  if (way == "quick" || intent.intent == Intent::kTask)
    co_return co_await to_phase_quietly(flow.at("begin"), Phase::kExecution);
  co_return co_await to_phase(flow.at("begin"), Phase::kDiscovery);
}

// What was found out goes along: the project stays the same one (C-15).
Flow<Nothing> escalate(FlowHandle flow, Heard heard) {
  const Project& before = *active_project(flow);
  const bool is_asking = is_active(before.phase);
  NewProject project;
  project.id = before.id;
  const bool says_what = heard.reading.intent.intent == Intent::kBuild;
  const std::string what = !heard.reading.option.empty() ? heard.reading.option
                           : says_what                   ? heard.text
                                                         : "";
  project.goal = what.empty() ? before.goal : what + " (" + before.goal + ")";
  project.agents = heard.reading.builders;
  project.message = heard.id;
  if (is_asking)
    co_await finish_project(flow.at("leave"), ProjectEnding::kEscalation,
                            "the person wants it built");
  IntentReading intent = heard.reading.intent;
  intent.intent = Intent::kBuild;
  std::vector<NewEvent> events;
  events.push_back(project_created(project));
  events.push_back(intent_read(project.id, intent, "rules", project.agents));
  co_await tell(flow.at("escalate"), std::move(events));
  co_return co_await to_phase(flow.at("begin"), Phase::kDiscovery,
                              "the person wants to build on what was found");
}

}  // namespace fm
