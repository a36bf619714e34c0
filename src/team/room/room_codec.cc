#include "team/room/room_codec.h"

#include <array>
#include <tuple>

#include "base/json_fields.h"
#include "model/usage_json.h"
#include "team/room/project_codec.h"

namespace fm {
namespace codec {

constexpr auto kActorNamed = one_of<Actor::kPerson, Actor::kAgent, Actor::kSystem>;
constexpr auto kTurnStateNamed =
    one_of<TurnState::kRunning, TurnState::kFinished, TurnState::kFailed>;
constexpr auto kFlowStateNamed =
    one_of<FlowState::kRunning, FlowState::kPaused, FlowState::kFinished>;

}  // namespace codec

template <>
inline constexpr auto kJsonFields<NamedFile> = json_fields<NamedFile>(
    always("path", &NamedFile::path), if_unusual("text", &NamedFile::text),
    if_unusual("bytes", &NamedFile::bytes), if_unusual("why", &NamedFile::why));

template <>
inline constexpr auto kJsonFields<Message> = json_fields<Message>(
    always("id", &Message::id), always("from", &Message::from), if_unusual("to", &Message::to),
    if_unusual("kind", &Message::kind), if_unusual("marker", &Message::marker),
    always("text", &Message::text), always("room_seq", &Message::room_seq),
    always("at", &Message::at), if_unusual("interrupted", &Message::interrupted),
    if_unusual("rehearsal", &Message::rehearsal), if_unusual("cut", &Message::cut),
    if_unusual("covers", &Message::covers), if_unusual("project", &Message::project),
    if_unusual("phase", &Message::phase, phase_from), if_unusual("channel", &Message::channel),
    if_unusual("files", &Message::files));

template <>
inline constexpr auto kJsonFields<IdeaScore> = json_fields<IdeaScore>(
    always("scorer", &IdeaScore::scorer), if_unusual("seat", &IdeaScore::seat),
    if_unusual("by", &IdeaScore::by, codec::kActorNamed), if_unusual("flow", &IdeaScore::flow),
    always("criteria", &IdeaScore::criteria), always("score", &IdeaScore::score),
    if_unusual("pros", &IdeaScore::pros), if_unusual("cons", &IdeaScore::cons),
    if_unusual("feedback", &IdeaScore::feedback), if_unusual("revision", &IdeaScore::revision),
    if_unusual("spread", &IdeaScore::spread), if_unusual("flags", &IdeaScore::flags),
    if_unusual("clamped", &IdeaScore::clamped));

template <>
inline constexpr auto kJsonFields<IdeaRevision> = json_fields<IdeaRevision>(
    always("revision", &IdeaRevision::revision), if_unusual("round", &IdeaRevision::round),
    always("title", &IdeaRevision::title), if_unusual("description", &IdeaRevision::description),
    if_unusual("rationale", &IdeaRevision::rationale), if_unusual("tags", &IdeaRevision::tags),
    if_unusual("builds_on", &IdeaRevision::builds_on));

template <>
inline constexpr auto kJsonFields<Idea> =
    json_fields<Idea>(always("id", &Idea::id), always("revisions", &Idea::revisions),
                      if_unusual("merged_into", &Idea::merged_into),
                      if_unusual("pinned", &Idea::pinned), if_unusual("vetoed", &Idea::vetoed),
                      if_unusual("scores", &Idea::scores), if_unusual("score", &Idea::score));

template <>
inline constexpr auto kJsonFields<IdeaNote> = json_fields<IdeaNote>(
    always("at", &IdeaNote::at), always("id", &IdeaNote::id),
    if_unusual("revision", &IdeaNote::revision), if_unusual("title", &IdeaNote::title),
    if_unusual("score", &IdeaNote::score), if_unusual("pinned", &IdeaNote::pinned),
    if_unusual("vetoed", &IdeaNote::vetoed), if_unusual("merged_into", &IdeaNote::merged_into));

template <>
inline constexpr auto kJsonFields<Selection> = json_fields<Selection>(
    always("id", &Selection::id), if_unusual("score", &Selection::score),
    if_unusual("by_rule", &Selection::by_rule), if_unusual("flags", &Selection::flags),
    if_unusual("leader_choice", &Selection::leader_choice));

template <>
inline constexpr auto kJsonFields<TurnRecord> = json_fields<TurnRecord>(
    always("turn", &TurnRecord::turn), always("agent", &TurnRecord::agent),
    if_unusual("task", &TurnRecord::task), if_unusual("round", &TurnRecord::round),
    if_unusual("flow", &TurnRecord::flow), if_unusual("project", &TurnRecord::project),
    if_unusual("model", &TurnRecord::model),
    always("state", &TurnRecord::state, codec::kTurnStateNamed),
    if_unusual("usage", &TurnRecord::usage), if_unusual("cost", &TurnRecord::cost),
    if_unusual("total", &TurnRecord::total), if_unusual("first_token", &TurnRecord::first_token),
    if_unusual("attempts", &TurnRecord::attempts), if_unusual("repairs", &TurnRecord::repairs),
    if_unusual("error", &TurnRecord::error), always("started_at", &TurnRecord::started_at),
    always("room_seq", &TurnRecord::room_seq));

template <>
inline constexpr auto kJsonFields<OpenGate> = json_fields<OpenGate>(
    always("gate", &OpenGate::gate), if_unusual("type", &OpenGate::type),
    if_unusual("question", &OpenGate::question), if_unusual("digest", &OpenGate::digest),
    if_unusual("options", &OpenGate::options), if_unusual("option_ids", &OpenGate::option_ids),
    if_unusual("subject", &OpenGate::subject), always("at", &OpenGate::at),
    if_unusual("expired", &OpenGate::expired), if_unusual("flow", &OpenGate::flow),
    if_unusual("place", &OpenGate::place), if_unusual("project", &OpenGate::project));

template <>
inline constexpr auto kJsonFields<GateAnswer> = json_fields<GateAnswer>(
    always("gate", &GateAnswer::gate), if_unusual("type", &GateAnswer::type),
    if_unusual("question", &GateAnswer::question), if_unusual("answer", &GateAnswer::answer),
    if_unusual("reason", &GateAnswer::reason), if_unusual("by", &GateAnswer::by),
    always("room_seq", &GateAnswer::room_seq), always("at", &GateAnswer::at));

template <>
inline constexpr auto kJsonFields<FlowRecord> = json_fields<FlowRecord>(
    always("id", &FlowRecord::id), if_unusual("name", &FlowRecord::name),
    always("state", &FlowRecord::state, codec::kFlowStateNamed),
    if_unusual("why", &FlowRecord::why), if_unusual("detail", &FlowRecord::detail),
    if_unusual("cure", &FlowRecord::cure), if_unusual("completion", &FlowRecord::completion),
    if_unusual("error", &FlowRecord::error), if_unusual("args", &FlowRecord::args),
    if_unusual("result", &FlowRecord::result), if_unusual("manifest", &FlowRecord::manifest),
    if_unusual("pins", &FlowRecord::pins), if_unusual("endpoints", &FlowRecord::endpoints),
    always("started_at", &FlowRecord::started_at),
    if_unusual("finished_at", &FlowRecord::finished_at), if_unusual("child", &FlowRecord::child),
    if_unusual("project", &FlowRecord::project));

template <>
inline constexpr auto kJsonFields<RoomWarning> =
    json_fields<RoomWarning>(always("error", &RoomWarning::error), always("at", &RoomWarning::at));

template <>
inline constexpr auto kJsonFields<RoomLink> = json_fields<RoomLink>(
    always("room", &RoomLink::room), if_unusual("its_project", &RoomLink::its_project),
    if_unusual("into", &RoomLink::into), if_unusual("project", &RoomLink::project));

// json_fields() cannot count the members of a value that has a base: see every_member_is_kept().
template <>
inline constexpr auto kJsonFields<RoomView> = std::tuple(
    always("id", &RoomView::id), if_unusual("title", &RoomView::title),
    if_unusual("folder", &RoomView::folder), if_unusual("team", &RoomView::team),
    always("created_at", &RoomView::created_at), always("updated_at", &RoomView::updated_at),
    always("head", &RoomView::head), if_unusual("channels", &RoomView::channels),
    always("messages", &RoomView::messages), if_unusual("ideas", &RoomView::ideas),
    if_unusual("idea_notes", &RoomView::idea_notes), if_unusual("selection", &RoomView::selection),
    if_unusual("turns", &RoomView::turns), if_unusual("warnings", &RoomView::warnings),
    if_unusual("gates", &RoomView::gates), if_unusual("answers", &RoomView::answers),
    if_unusual("flows", &RoomView::flows), if_unusual("projects", &RoomView::projects),
    if_unusual("sessions", &RoomView::sessions), if_unusual("links", &RoomView::links));

namespace {

// Compiles only while a room has so many members as its list above has entries.
[[maybe_unused]] void every_member_is_kept(const RoomView& room) {
  [[maybe_unused]] const auto& [id, title, folder, team, created_at, updated_at, head, channels,
                                messages, ideas, idea_notes, selection, turns, warnings, gates,
                                answers, flows, projects, sessions, links] = room;
  static_assert(std::tuple_size_v<std::remove_cvref_t<decltype(kJsonFields<RoomView>)>> == 20);
}

constexpr std::array<std::string_view, 3> kTurnStates = {"running", "finished", "failed"};
constexpr std::array<std::string_view, 3> kFlowStates = {"running", "paused", "finished"};

}  // namespace

std::string_view to_string(TurnState state) {
  return kTurnStates.at(static_cast<std::size_t>(state));
}

std::string_view to_string(FlowState state) {
  return kFlowStates.at(static_cast<std::size_t>(state));
}

JsonObject to_json(const RoomView& room) { return fields_to_json(room); }

// A list of fields reads what it can; whether that was all shows when it is told again.
std::optional<RoomView> room_from_json(const Json& kept) {
  if (!kept.is_object()) return std::nullopt;
  RoomView room = fields_from_json<RoomView>(kept);
  if (Json(to_json(room)) != kept) return std::nullopt;
  return room;
}

int RoomView::kept_version() const { return kRoomFoldVersion; }

Json RoomView::encode() const { return to_json(*this); }

bool RoomView::decode(const Json& kept) {
  std::optional<RoomView> room = room_from_json(kept);
  if (room) *this = std::move(*room);
  return room.has_value();
}

}  // namespace fm
