#include "team/room/room.h"

#include <algorithm>
#include <utility>

#include "base/sha256.h"
#include "engine/flow/gate_options.h"
#include "engine/log/event_body.h"
#include "model/usage_json.h"
#include "team/room/room_ideas.h"

namespace fm {
namespace {

using Handler = void (*)(RoomView&, const Event&);

using body::error;
using body::field;
using body::flag;
using body::integer;
using body::text;
using body::text_map;
using body::texts;

// From the newest on: events are nearly always about what came last.
template <class Item, class Member, class Id>
std::optional<std::size_t> place_of(const SharedVector<Item>& items, Member member, const Id& id) {
  for (std::size_t i = items.size(); i-- > 0;)
    if (items[i].*member == id) return i;
  return std::nullopt;
}

// To be changed; null when there is none.
template <class Item, class Member, class Id>
Item* find_by(SharedVector<Item>& items, Member member, const Id& id) {
  const auto at = place_of(items, member, id);
  return at ? &items.edit(*at) : nullptr;
}

FlowRecord* find_flow(RoomView& view, const FlowId& id) {
  return find_by(view.flows, &FlowRecord::id, id);
}

// The project that an event names, or else the one that its flow works for.
ProjectId project_of(const RoomView& view, const Event& event) {
  ProjectId named = named_project(event);
  return named.empty() ? view.project_of(event.flow) : named;
}

// A flow works for the project that its start or its arguments name, or for its parent's.
ProjectId project_of_start(const RoomView& view, const Event& event) {
  if (!event.project.empty()) return event.project;
  for (const std::string_view told : {"args", "changed"})  // whole, or by a later run
    if (const Json* args = field(event, told))
      if (const auto id = text_at(*args, "project"); !id.empty()) return {std::string(id)};
  return view.project_of({text(event, "parent")});
}

// Room and messages.

void room_created(RoomView& view, const Event& event) {
  view.title = text(event, "title");
  view.folder = text(event, "folder");
  view.team = text(event, "team");
  view.created_at = event.at;
}

void room_moved(RoomView& view, const Event& event) { view.folder = text(event, "folder"); }

void room_linked(RoomView& view, const Event& event) {
  view.links.push_back({.room = {text(event, "room")},
                        .its_project = {text(event, "its_project")},
                        .into = event.text("way") == "into",
                        .project = event.project});
}

void room_bound(RoomView& view, const Event& event) {
  std::string channel = text(event, "channel");
  const bool known = std::ranges::find(view.channels, channel) != view.channels.end();
  if (!channel.empty() && !known) view.channels.push_back(std::move(channel));
}

void room_unbound(RoomView& view, const Event& event) {
  std::erase(view.channels, event.text("channel"));
}

// A file that was named before and is still the same: its text stands with the earlier message.
std::shared_ptr<const std::string> named_before(const RoomView& view, std::string_view path,
                                                std::string_view digest) {
  for (std::size_t i = view.messages.size(); i-- > 0;)
    for (const NamedFile& file : view.messages[i].files)
      if (file.path == path && file.text != nullptr && to_hex(sha256(*file.text)) == digest)
        return file.text;
  return std::make_shared<const std::string>();
}

// What a message named of the folder, as it was when it was said.
std::vector<NamedFile> named_files(const RoomView& view, const Event& event) {
  std::vector<NamedFile> files;
  const Json* listed = field(event, "files");
  if (listed == nullptr || !listed->is_array()) return files;
  for (const Json& one : listed->get_array()) {
    NamedFile file{.path = std::string(text_at(one, "path")),
                   .text = {},
                   .bytes = int_at(one, "bytes"),
                   .why = std::string(text_at(one, "why"))};
    if (file.why.empty())
      file.text = find_at(one, "text") != nullptr
                      ? std::make_shared<const std::string>(text_at(one, "text"))
                      : named_before(view, file.path, text_at(one, "digest"));
    if (!file.path.empty()) files.push_back(std::move(file));
  }
  return files;
}

// What is said in no project in particular is said in the active one (C-13).
void message_posted(RoomView& view, const Event& event) {
  ProjectId of = project_of(view, event);
  if (of.empty()) of = view.projects.active;
  const Project* project = view.projects.find(of);
  std::optional<Phase> phase = phase_from(event.text("phase"));
  if (!phase && project != nullptr) phase = project->phase;
  view.messages.push_back({.id = text(event, "id"),
                           .from = text(event, "from"),
                           .to = text(event, "to"),
                           .kind = text(event, "kind"),
                           .marker = text(event, "marker"),
                           .text = std::make_shared<const std::string>(event.text("text")),
                           .room_seq = event.room_seq,
                           .at = event.at,
                           .interrupted = flag(event, "interrupted"),
                           .rehearsal = flag(event, "rehearsal"),
                           .cut = flag(event, "cut"),
                           .covers = {event.number("covers")},
                           .project = std::move(of),
                           .phase = phase,
                           .channel = text(event, "channel"),
                           .files = named_files(view, event)});
}

// A project takes along the message that it came from.
void project_created(RoomView& view, const Event& event) {
  if (Message* message = find_by(view.messages, &Message::id, event.text("message"))) {
    message->project = project_of(view, event);
    message->phase = Phase::kIdle;
  }
}

void warning(RoomView& view, const Event& event) {
  view.warnings.push_back({.error = {.code = text(event, "code"),
                                     .message = text(event, "message"),
                                     .cause = text(event, "cause"),
                                     .cure = text(event, "cure")},
                           .at = event.at});
}

// Flows. An id that is known already runs again: a further run, or a resumed one.

// A run that continues another tells what has changed of the arguments.
void change_args(Json& args, const Event& event) {
  if (!args.is_object()) args = JsonObject();
  JsonObject& known = args.get_object();
  for (const std::string& key : texts(event, "dropped")) known.erase(key);
  if (const Json* changed = field(event, "changed"); changed != nullptr && changed->is_object())
    for (const auto& entry : changed->get_object()) known[entry.key()] = entry.value();
}

void close_gates(RoomView& view, const FlowId& flow) {
  erase_if(view.gates, [&](const OpenGate& gate) { return gate.flow == flow; });
}

void runs_again(RoomView& view, const FlowId& id) {
  FlowRecord* flow = find_flow(view, id);
  if (flow == nullptr) return;
  flow->state = FlowState::kRunning;
  flow->why.clear();
  flow->detail.clear();
  flow->cure.clear();
}

void flow_started(RoomView& view, const Event& event) {
  FlowRecord* flow = find_flow(view, event.flow);
  if (flow == nullptr) {
    flow = &view.flows.emplace_back();
    flow->id = event.flow;
    flow->started_at = event.at;
  }
  flow->state = FlowState::kRunning;
  flow->why.clear();
  flow->detail.clear();
  flow->completion.clear();
  flow->error.reset();
  flow->result = nullptr;
  flow->finished_at = {};
  if (!event.text("name").empty()) flow->name = event.text("name");
  if (const Json* args = field(event, "args")) {
    flow->args = *args;
  } else {
    change_args(flow->args, event);
  }
  if (field(event, "pins")) flow->pins = text_map(event, "pins");
  if (!event.text("manifest").empty()) {
    flow->manifest = event.text("manifest");
    flow->pins.clear();
  }
  // A run takes the place of another: nobody can answer what that one asked, and its turns that
  // were under way are not.
  if (field(event, "anew")) {
    close_gates(view, event.flow);
    erase_if(view.turns, [&](const TurnRecord& turn) {
      return turn.flow == event.flow && turn.state == TurnState::kRunning;
    });
  }
  if (field(event, "endpoints")) flow->endpoints = text_map(event, "endpoints");
  if (field(event, "parent")) flow->child = true;
  if (ProjectId of = project_of_start(view, event); !of.empty()) flow->project = std::move(of);
}

// A person has said that its models are at these hosts now.
void flow_repinned(RoomView& view, const Event& event) {
  if (FlowRecord* flow = find_flow(view, event.flow); flow != nullptr)
    flow->endpoints = text_map(event, "endpoints");
}

void flow_paused(RoomView& view, const Event& event) {
  FlowRecord* flow = find_flow(view, event.flow);
  if (flow == nullptr) return;
  flow->state = FlowState::kPaused;
  flow->why = text(event, "why");
  flow->detail = text(event, "detail");
  flow->cure = text(event, "cure");
}

void flow_finished(RoomView& view, const Event& event) {
  FlowRecord* flow = find_flow(view, event.flow);
  if (flow == nullptr) return;
  flow->state = FlowState::kFinished;
  flow->why = text(event, "reason");
  flow->detail.clear();
  flow->completion = text(event, "completion");
  flow->error = error(event);
  if (const Json* result = field(event, "result")) flow->result = *result;
  flow->finished_at = event.at;
  close_gates(view, event.flow);
}

// Of all effects only a new one matters here: it shows that a paused flow goes on. Results that
// come late, of turns that were under way when it paused, do not.
void effect_scheduled(RoomView& view, const Event& event) {
  const auto at = place_of(view.flows, &FlowRecord::id, event.flow);
  if (!at || view.flows[*at].state != FlowState::kPaused) return;
  FlowRecord* flow = &view.flows.edit(*at);
  flow->state = FlowState::kRunning;
  flow->why.clear();
  flow->detail.clear();
}

// Turns. A turn that was cut off by a crash starts again under its own id.

void turn_started(RoomView& view, const Event& event) {
  TurnRecord* turn = find_by(view.turns, &TurnRecord::turn, event.text("turn"));
  if (turn == nullptr) turn = &view.turns.emplace_back();
  *turn = {};
  turn->turn = event.text("turn");
  turn->agent = event.text("agent");
  turn->task = event.text("task");
  turn->round = integer(event, "round", 0);
  turn->model = event.text("model");
  turn->flow = event.flow;
  turn->project = project_of(view, event);
  turn->started_at = event.at;
  turn->room_seq = event.room_seq;
}

void end_turn(RoomView& view, const Event& event, TurnState state) {
  TurnRecord* turn = find_by(view.turns, &TurnRecord::turn, event.text("turn"));
  if (turn == nullptr) return;
  turn->state = state;
  if (!event.text("model").empty()) turn->model = event.text("model");
  turn->usage = usage_at(event.body);
  turn->cost = {event.number("cost_microusd")};
  turn->total = Millis(event.number("ms"));
  turn->first_token = Millis(event.number("first_token_ms"));
  turn->attempts = integer(event, "attempts", 0);
  turn->repairs = texts(event, "repairs");
  turn->error = error(event);
}

void turn_finished(RoomView& view, const Event& event) {
  end_turn(view, event, TurnState::kFinished);
}

void turn_failed(RoomView& view, const Event& event) {
  if (flag(event, "held")) {  // it will be announced again
    erase_if(view.turns, [&](const TurnRecord& turn) { return turn.turn == event.text("turn"); });
  } else {
    end_turn(view, event, TurnState::kFailed);
  }
}

// Gates.

// A question of the flow that leads the whole room is about the project that its subject names;
// like a message it else belongs to the active one.
ProjectId project_of_gate(const RoomView& view, const Event& event) {
  ProjectId of = project_of(view, event);
  if (const Json* subject = field(event, "subject"); subject != nullptr && of.empty())
    of = {std::string(text_at(*subject, "project"))};
  return view.projects.find(of) != nullptr ? of : view.projects.active;
}

// An empty one says nothing.
std::shared_ptr<const Json> subject_of(const Event& event) {
  const Json* subject = field(event, "subject");
  const bool told = subject != nullptr && subject->is_object() && !subject->get_object().empty();
  return told ? std::make_shared<const Json>(*subject) : nullptr;
}

void gate_opened(RoomView& view, const Event& event) {
  OpenGate* gate = find_by(view.gates, &OpenGate::gate, event.text("gate"));
  if (gate == nullptr) gate = &view.gates.emplace_back();
  *gate = {.gate = text(event, "gate"),
           .type = text(event, "type"),
           .question = text(event, "question"),
           .digest = text(event, "digest"),
           .options = texts(event, "options"),
           .option_ids = option_ids_or_derived(texts(event, "options"), texts(event, "option_ids")),
           .subject = subject_of(event),
           .at = event.at,
           .flow = event.flow,
           .place = event.place,
           .project = project_of_gate(view, event)};
}

// The effect behind a question has ended: answered, or withdrawn because something else decided.
void effect_finished(RoomView& view, const Event& event) {
  erase_if(view.gates, [&](const OpenGate& gate) {
    return !gate.place.empty() && gate.flow == event.flow && gate.place == event.place;
  });
}

void gate_answered(RoomView& view, const Event& event) {
  const auto gate = std::ranges::find(view.gates, event.text("gate"), &OpenGate::gate);
  if (gate == view.gates.end()) return;  // answered before: the first answer counts
  std::string answer = text(event, "answer");
  if (const auto option = find_stored_option(gate->options, gate->option_ids, answer))
    answer = gate->options[*option];
  view.answers.push_back({.gate = gate->gate,
                          .type = gate->type,
                          .question = gate->question,
                          .answer = std::move(answer),
                          .reason = text(event, "reason"),
                          .by = event.by.id,
                          .room_seq = event.room_seq,
                          .at = event.at});
  if (gate->type == kBeginAnewGate) runs_again(view, gate->flow);
  view.gates.erase(gate);
}

void gate_expired(RoomView& view, const Event& event) {
  OpenGate* gate = find_by(view.gates, &OpenGate::gate, event.text("gate"));
  if (gate == nullptr) return;
  if (gate->type != kBeginAnewGate) {
    gate->expired = true;
    return;
  }
  // A flow that could not go on can: another version of the program has it now.
  const FlowId flow = gate->flow;
  runs_again(view, flow);
  close_gates(view, flow);
}

constexpr std::pair<std::string_view, Handler> kHandlers[] = {
    {"effect.finished", effect_finished}, {"effect.scheduled", effect_scheduled},
    {"flow.finished", flow_finished},     {"flow.paused", flow_paused},
    {"flow.repinned", flow_repinned},     {"flow.started", flow_started},
    {"gate.answered", gate_answered},     {"gate.expired", gate_expired},
    {"gate.opened", gate_opened},         {"message.posted", message_posted},
    {"project.created", project_created}, {"room.bound", room_bound},
    {"room.created", room_created},       {"room.linked", room_linked},
    {"room.moved", room_moved},           {"room.unbound", room_unbound},
    {"turn.failed", turn_failed},         {"turn.finished", turn_finished},
    {"turn.started", turn_started},       {"warning", warning},
};

}  // namespace

void RoomView::apply(const Event& event) {
  if (id.empty()) id = event.room;
  head = event.room_seq;
  updated_at = event.at;
  for (const auto& [kind, handle] : kHandlers) {
    if (kind == event.kind) handle(*this, event);
  }
  fold_ideas(*this, event);
  sessions.apply(event);
  ProjectId of = fm::project_of(*this, event);
  if (of.empty() && event.kind == "message.posted") of = projects.active;
  if (!of.empty()) projects.apply(event, of);
}

const Idea* RoomView::idea(std::string_view wanted) const {
  const auto at = place_of(ideas, &Idea::id, wanted);
  return at ? &ideas[*at] : nullptr;
}

std::vector<const Idea*> RoomView::living_ideas() const {
  std::vector<const Idea*> living;
  for (const Idea& one : ideas) {
    if (one.alive()) living.push_back(&one);
  }
  return living;
}

const FlowRecord* RoomView::flow(const FlowId& wanted) const {
  const auto at = place_of(flows, &FlowRecord::id, wanted);
  return at ? &flows[*at] : nullptr;
}

ProjectId RoomView::project_of(const FlowId& wanted) const {
  const FlowRecord* found = wanted.empty() ? nullptr : flow(wanted);
  return found == nullptr ? ProjectId() : found->project;
}

const FlowRecord* RoomView::latest_flow() const {
  const FlowRecord* latest = nullptr;
  for (const FlowRecord& one : flows) {
    if (!one.child) latest = &one;
  }
  return latest;
}

Usage RoomView::usage() const {
  Usage sum;
  for (const TurnRecord& turn : turns) sum += turn.usage;
  return sum;
}

MicroUsd RoomView::cost() const {
  MicroUsd sum;
  for (const TurnRecord& turn : turns) sum.value += turn.cost.value;
  return sum;
}

bool RoomView::rehearsed() const { return std::ranges::any_of(messages, &Message::rehearsal); }

}  // namespace fm
