// What is said in a room, and its events.
#include <algorithm>
#include <utility>

#include "app/message_limits.h"
#include "server/api/api.h"

namespace fm::server {
namespace {

// The newest messages before a place, or the first after one. Oldest first either way.
JsonObject messages_json(const RoomView& room, std::optional<std::int64_t> before,
                         std::optional<std::int64_t> after, std::size_t limit) {
  const auto seq = [](const Message& message) { return message.room_seq.value; };
  const auto begin = room.messages.begin();
  const auto end = room.messages.end();
  const auto from = after ? std::ranges::upper_bound(begin, end, *after, {}, seq) : begin;
  const auto to = before ? std::ranges::lower_bound(begin, end, *before, {}, seq) : end;
  const auto count = std::min<std::ptrdiff_t>(std::max<std::ptrdiff_t>(to - from, 0),
                                              static_cast<std::ptrdiff_t>(limit));
  const auto first = after ? from : to - count;
  JsonArray items;
  for (auto at = first; at != first + count; ++at)
    items.push_back(message_json(*at, TextShown::kHead));
  // What happened between these messages and is none: decisions, and turns that failed.
  const bool is_newest = first + count == end;
  std::int64_t least = first == begin || count == 0 ? 0 : seq(*first);
  if (after) least = *after + 1;
  const std::int64_t most = is_newest || count == 0 ? room.head.value : seq(*(first + count)) - 1;
  const auto is_between = [&](RoomSeq at) { return at.value >= least && at.value <= most; };
  JsonArray closed;
  for (const GateAnswer& answer : room.answers)
    if (is_between(answer.room_seq)) closed.push_back(closed_gate_json(answer));
  JsonArray troubles;
  for (const TurnRecord& turn : room.turns)
    if (turn.error && is_between(turn.room_seq)) troubles.push_back(trouble_json(turn));
  JsonObject out{{"items", std::move(items)},
                 {"closed", std::move(closed)},
                 {"troubles", std::move(troubles)}};
  if (after && first + count != to && count > 0) out["next"] = seq(*(first + count - 1));
  if (!after && first != begin && count > 0) out["next"] = seq(*first);
  return out;
}

}  // namespace

void Api::list_messages(ApiCallPtr call) {
  const auto limit = call->limit();
  const auto before = call->number("before");
  const auto after = call->number("after");
  if (!limit) return call->fail(limit.error());
  if (!before) return call->fail(before.error());
  if (!after) return call->fail(after.error());
  if (*before && *after)
    return call->fail(request_invalid("Either `before` or `after` is given, not both."));
  with_room(call,
            [call, before = *before, after = *after, limit = *limit](const RoomViewPtr& room) {
              call->answer(200, messages_json(*room, before, after, limit));
            });
}

void Api::show_message(ApiCallPtr call) {
  with_room(call, [call](const RoomViewPtr& room) {
    const auto found =
        std::ranges::find(room->messages, call->path("message"),
                          [](const Message& message) -> const std::string& { return message.id; });
    if (found == room->messages.end())
      return call->fail({"message_unknown", "This room has no message of that id.", "", ""});
    call->answer(200, message_json(*found, TextShown::kWhole));
  });
}

void Api::say(ApiCallPtr call) {
  const auto body = call->body();
  if (!body) return call->fail(body.error());
  const Json* text = find_at(*body, "text");
  if (text == nullptr || !text->is_string())
    return call->fail(request_invalid("`text` is missing: what is said."));
  Said words{.text = std::string(text->get_string()), .client_id = call->any_key()};
  if (const auto fits = check_message(words.text); !fits) return call->fail(fits.error());
  done_once_.run(call, [&](DoneOnce::Answer answer) {
    entered_to_talk(call, [this, call, words = std::move(words), answer = std::move(answer)] {
      service_.say(call->caller(), call->room(), words, [answer](const Result<EventPtr>& event) {
        if (!event) return answer(problem(status_of(event.error()), event.error()));
        JsonObject out{{"room_seq", (*event)->room_seq.value}};
        if (const auto id = (*event)->text("id"); !id.empty()) out["id"] = id;
        answer(json_answer(201, out));
      });
    });
  });
}

void Api::list_events(ApiCallPtr call) {
  const auto limit = call->limit();
  const auto after = call->number("after");
  if (!limit) return call->fail(limit.error());
  if (!after) return call->fail(after.error());
  service_.events(
      {.room = call->room(), .after = {after->value_or(0)}, .before = {}, .limit = *limit},
      [call](const Result<Page<EventPtr>>& page) {
        if (!page) return call->fail(page.error());
        std::string body = "{\"items\":[";  // as they are stored
        for (const EventPtr& event : page->items) {
          if (body.back() != '[') body += ',';
          body += encode(*event);
        }
        body += "]";
        if (!page->next.empty()) body += ",\"next\":" + page->next;
        HttpAnswer answer = json_answer(200, JsonObject());
        answer.body = body + "}\n";
        call->answer(std::move(answer));
      });
}

}  // namespace fm::server
