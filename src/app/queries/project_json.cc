#include "app/queries/project_json.h"

#include <string_view>

#include "reading/brief/brief.h"
#include "team/room/brief.h"

namespace fm {
namespace {

Json text_or_null(std::string_view text) { return text.empty() ? Json() : Json(text); }

template <class T>
Json name_or_null(const std::optional<T>& value) {
  return value ? Json(to_string(*value)) : Json();
}

JsonObject counts_json(const QuestionCounts& counts) {
  return {{"asked", counts.asked},
          {"answered", counts.answered},
          {"you_decide", counts.you_decide},
          {"dropped", counts.dropped},
          {"open", counts.open}};
}

Json verdict_json(const std::optional<BriefVerdict>& verdict) {
  if (!verdict) return {};
  return JsonObject{{"verdict", to_string(verdict->verdict)},
                    {"revision", verdict->brief},
                    {"feedback", text_or_null(verdict->feedback)},
                    {"at", to_rfc3339(verdict->at)}};
}

JsonObject wait_json(const ProjectWait& wait) {
  return {{"for", to_string(wait.what)},
          {"agents", to_json(wait.agents)},
          {"questions", to_json(wait.questions)},
          {"gates", to_json(wait.gates)},
          {"phase", name_or_null(wait.phase)}};
}

JsonObject stay_json(const PhaseStay& stay) {
  return {{"phase", to_string(stay.phase)},
          {"iteration", stay.iteration},
          {"why", text_or_null(stay.why)},
          {"began", to_rfc3339(stay.began)},
          {"ended", stay.ended ? Json(to_rfc3339(*stay.ended)) : Json()},
          {"ms", stay.took.count()}};
}

}  // namespace

JsonObject room_summary_json(const RoomSummary& room) {
  return {{"id", room.id.value},
          {"title", room.title},
          {"folder", room.folder},
          {"team", room.team},
          {"state", room.state},
          {"created_at", to_rfc3339(room.created_at)},
          {"updated_at", to_rfc3339(room.updated_at)},
          {"events", room.events},
          {"open_gates", room.open_gates}};
}

JsonObject project_json(const RoomId& room, const ProjectStatus& status) {
  const bool has_brief = status.brief_revision > 0;
  return {
      {"room", room.value},
      {"project", status.id.value},
      {"active", status.active},
      {"goal", status.goal},
      {"agents", to_json(status.agents)},
      {"phase", to_string(status.phase)},
      {"came_from", name_or_null(status.came_from)},
      {"ending", name_or_null(status.ending)},
      {"error", status.error ? Json(to_json(*status.error)) : Json()},
      {"iteration", status.iteration},
      {"questions", counts_json(status.questions)},
      {"this_iteration", counts_json(status.this_iteration)},
      {"brief", has_brief ? Json{{"title", status.brief_title}, {"revision", status.brief_revision}}
                          : Json()},
      {"verdict", verdict_json(status.verdict)},
      {"waits", wait_json(status.waits)},
      {"last_activity", to_rfc3339(status.last_activity)}};
}

JsonObject project_log_json(const RoomId& room, const ProjectId& project,
                            const ProjectLogLine& line) {
  return {{"room", room.value},
          {"project", project.value},
          {"room_seq", line.room_seq.value},
          {"at", to_rfc3339(line.at)},
          {"mark", to_string(line.mark)},
          {"agent", line.agent},
          {"text", line.text}};
}

JsonObject project_history_json(const RoomId& room, const ProjectId& project,
                                const ProjectHistory& history) {
  JsonArray stays;
  for (const PhaseStay& stay : history.stays) stays.push_back(stay_json(stay));
  JsonObject totals;
  Millis all{0};
  for (const Phase phase : kPhases) {
    totals[to_string(phase)] = history.total(phase).count();
    all += history.total(phase);
  }
  return {{"room", room.value},
          {"project", project.value},
          {"stays", std::move(stays)},
          {"totals_ms", std::move(totals)},
          {"ms", all.count()}};
}

JsonObject brief_json(const RoomId& room, const Project& project, const BriefRevision& revision) {
  return {{"room", room.value},
          {"project", project.id.value},
          {"revision", revision.revision},
          {"latest", &revision == project.brief()},
          {"origin", to_string(revision.origin)},
          {"by", revision.by},
          {"iteration", revision.iteration},
          {"at", to_rfc3339(revision.at)},
          {"message", text_or_null(revision.message)},
          {"brief", to_json(*revision.brief)}};
}

JsonObject brief_changes_json(const RoomId& room, const Project& project,
                              const BriefRevision& before, const BriefRevision& after) {
  JsonArray changes;
  for (const BriefChange& change : compare_briefs(*before.brief, *after.brief))
    changes.push_back(JsonObject{{"kind", to_string(change.kind)},
                                 {"part", change.part},
                                 {"before", text_or_null(change.before)},
                                 {"after", text_or_null(change.after)}});
  return {{"room", room.value},
          {"project", project.id.value},
          {"before", before.revision},
          {"after", after.revision},
          {"changes", std::move(changes)}};
}

JsonObject gate_json(const RoomId& room, const OpenGate& gate) {
  return {{"room", room.value},
          {"project", text_or_null(gate.project.value)},
          {"gate", gate.gate},
          {"type", gate.type},
          {"question", gate.question},
          {"options", to_json(gate.options)},
          {"option_ids", to_json(gate.option_ids)},
          {"digest", gate.digest},
          {"expired", gate.expired},
          {"at", to_rfc3339(gate.at)}};
}

}  // namespace fm
