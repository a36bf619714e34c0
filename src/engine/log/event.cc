#include "engine/log/event.h"

#include <algorithm>
#include <array>

namespace fm {
namespace {

constexpr std::array<std::string_view, 3> kActors = {"person", "agent", "system"};

// Sorted; the kinds of docs/architecture.md "The log".
constexpr std::string_view kKinds[] = {
    "artifact.saved",  "brief.proposed",     "budget.warned",    "check.finished",
    "effect.finished", "effect.progress",    "effect.scheduled", "effect.started",
    "effect.unknown",  "flow.cancelled",     "flow.finished",    "flow.paused",
    "flow.repinned",   "flow.started",       "gate.answered",    "gate.expired",
    "gate.opened",     "idea.merged",        "idea.pinned",      "idea.proposed",
    "idea.revised",    "idea.scored",        "idea.selected",    "idea.vetoed",
    "intent.read",     "lane.changed",       "memory.deleted",   "merge.finished",
    "message.posted",  "permission.granted", "phase.changed",    "plan.proposed",
    "project.created", "question.answered",  "question.asked",   "review.recorded",
    "room.bound",      "room.created",       "room.linked",      "room.moved",
    "room.unbound",    "route.decided",      "session.noted",    "session.said",
    "stage.changed",   "task.changed",       "terminal.changed", "tool.called",
    "tool.finished",   "tool.refused",       "turn.failed",      "turn.finished",
    "turn.started",    "vote.cast",          "warning",          "worktree.settled"};

std::unexpected<Error> damaged(std::string cause) {
  return fail("event_damaged", "An event in the log cannot be read.", std::move(cause),
              "Run `folkmoot store check` to see which room is hurt, and restore the store from a "
              "backup.");
}

void field(std::string& out, std::string_view key, std::string_view text) {
  out += ",\"";
  out += key;
  out += "\":";
  append_json_string(out, text);
}

}  // namespace

std::string_view to_string(Actor actor) { return kActors[static_cast<std::size_t>(actor)]; }

std::int64_t Event::number(std::string_view key) const {
  const auto* value = body.if_contains(key);
  return value && value->is_int64() ? value->get_int64() : 0;
}

std::string_view Event::text(std::string_view key) const {
  const auto* value = body.if_contains(key);
  return value && value->is_string() ? std::string_view(value->get_string()) : std::string_view();
}

std::string encode(const Event& event) {
  std::string out =
      "{\"v\":" + std::to_string(event.v) + ",\"seq\":" + std::to_string(event.seq.value);
  field(out, "room", event.room.value);
  out += ",\"room_seq\":" + std::to_string(event.room_seq.value);
  field(out, "at", to_rfc3339(event.at));
  field(out, "kind", event.kind);
  out += ",\"by\":{\"kind\":\"";
  out += to_string(event.by.kind);
  out += "\",\"id\":";
  append_json_string(out, event.by.id);
  out += '}';
  if (!event.project.empty()) field(out, "project", event.project.value);
  if (!event.flow.empty()) field(out, "flow", event.flow.value);
  if (!event.place.empty()) field(out, "place", event.place.value);
  out += ",\"body\":" + canonical(event.body) + '}';
  return out;
}

Result<Event> decode(std::string_view line) {
  auto parsed = parse_json(line);
  if (!parsed) return damaged(parsed.error().cause);
  if (!parsed->is_object()) return damaged("It is no object.");
  const std::int64_t v = int_at(*parsed, "v");
  if (v > kEventVersion)
    return fail("event_too_new", "The log was written by a newer Folkmoot.",
                "It holds events of version " + std::to_string(v) + "; this program reads up to " +
                    std::to_string(kEventVersion) + ".",
                "Use the newer program for this store, or another store with --store.");
  Event event;
  event.v = static_cast<int>(v);
  event.seq = {int_at(*parsed, "seq")};
  event.room = {std::string(text_at(*parsed, "room"))};
  event.room_seq = {int_at(*parsed, "room_seq")};
  auto at = from_rfc3339(text_at(*parsed, "at"));
  if (!at) return damaged(at.error().cause);
  event.at = *at;
  event.kind = text_at(*parsed, "kind");
  if (!is_known_kind(event.kind))
    return fail("event_too_new", "The log holds a kind of event that this program does not know.",
                "The kind is \"" + event.kind + "\".",
                "Use the newer program for this store, or another store with --store.");
  const Json* by = find_at(*parsed, "by");
  const auto actor = by ? std::ranges::find(kActors, text_at(*by, "kind")) : kActors.end();
  if (actor == kActors.end()) return damaged("Nobody is named in \"by\".");
  event.by = {static_cast<Actor>(actor - kActors.begin()), std::string(text_at(*by, "id"))};
  event.project = {std::string(text_at(*parsed, "project"))};
  event.flow = {std::string(text_at(*parsed, "flow"))};
  event.place = {std::string(text_at(*parsed, "place"))};
  auto* body = parsed->as_object().if_contains("body");
  if (v < 1 || event.room.empty() || event.room_seq.value < 1 || !body || !body->is_object())
    return damaged("Its envelope is not complete.");
  event.body = std::move(body->get_object());
  return event;
}

bool is_known_kind(std::string_view kind) { return std::ranges::binary_search(kKinds, kind); }

}  // namespace fm
