#include "cli/view/json_view.h"

#include <utility>

namespace fm::cli {

void JsonView::event(const Event& event, Age age) {
  const bool tells = age == Age::kNew || mode_of_room_ == Mode::kFlow;
  if (tells) output_.write(encode(event) + "\n");
  if (mode_ != JsonMode::kLive) return;
  const std::string turn(event.text("turn"));
  if (event.kind == "turn.started") {
    turns_[turn].agent = event.text("agent");
    if (age == Age::kNew) state(event.room, turn, "thinking");
  } else if (event.kind == "turn.finished" || event.kind == "turn.failed") {
    if (age == Age::kNew) state(event.room, turn, event.kind == "turn.failed" ? "failed" : "done");
    turns_.erase(turn);
  }
}

void JsonView::delta(const TurnDelta& delta) {
  if (mode_ != JsonMode::kLive || output_.congested()) return;
  if (const auto turn = turns_.find(delta.turn);
      turn != turns_.end() && turn->second.state != "speaking")
    state(delta.room, delta.turn, "speaking");
  preview("turn.delta", delta.room,
          {{"turn", delta.turn},
           {"attempt", delta.attempt},
           {"offset", delta.offset},
           {"text", delta.text}});
}

void JsonView::notice(const TurnNotice& notice) {
  if (mode_ != JsonMode::kLive) return;
  turns_[notice.turn].agent = notice.agent;
  state(notice.room, notice.turn, notice.text.empty() ? "thinking" : "waiting", notice.text);
}

void JsonView::state(const RoomId& room, const std::string& turn, std::string_view now,
                     std::string_view why) {
  const auto known = turns_.find(turn);
  if (known == turns_.end()) return;
  known->second.state = now;
  JsonObject body{{"agent", known->second.agent}, {"turn", turn}, {"state", now}};
  if (!why.empty()) body["why"] = why;
  preview("agent.state", room, std::move(body));
}

void JsonView::preview(std::string_view kind, const RoomId& room, JsonObject body) {
  std::string line = "{\"v\":" + std::to_string(kEventVersion) + ",\"room\":";
  append_json_string(line, room.value);
  line.append(",\"kind\":\"").append(kind).append("\",\"body\":");
  line += canonical(Json(std::move(body))) + "}\n";
  output_.write(std::move(line));
}

}  // namespace fm::cli
