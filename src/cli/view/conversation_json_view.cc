#include "cli/view/conversation_json_view.h"

#include <algorithm>
#include <utility>

#include "base/json.h"
#include "cli/view/notes.h"

namespace fm::cli {

void ConversationJsonView::begin(const Opening& opening) {
  mode_ = opening.mode;
  client_ = opening.client;
}

void ConversationJsonView::event(const Event& event, Age age) {
  const bool tells = age == Age::kNew || mode_ == Mode::kFlow;
  if (tells && event.kind == "message.posted") {
    message(event);
    unseen(event);
  }
  gates(event, tells);
  if (!tells) return;
  count(event);
  if (event.kind == "turn.finished" && event.body.contains("looked"))
    line({{"looked", event.body.at("looked")}, {"speaker", event.by.id}}, event.room_seq);
  const auto fault = event.kind == "warning" ? error_from_json(event.body) : fault_in(event);
  if (fault) line({{"problem", to_json(*fault)}}, event.room_seq);
}

void ConversationJsonView::message(const Event& event) {
  if (!client_.empty() && event.text("client_id").starts_with(client_ + "-")) return;
  JsonObject said{{"speaker", event.text("from")},
                  {"by", to_string(event.by.kind)},
                  {"kind", event.text("kind")},
                  {"text", event.text("text")}};
  for (const char* mark : {"interrupted", "cut"})
    if (bool_at(event.body, mark)) said[mark] = true;
  if (view_state_.is_scripted(event)) said["rehearsal"] = true;
  line(std::move(said), event.room_seq);
}

// What the message names of the folder and agents are not shown, whoever said it.
void ConversationJsonView::unseen(const Event& event) {
  const Json* files = event.body.if_contains("files");
  if (files == nullptr || !files->is_array()) return;
  JsonArray unseen;
  for (const Json& file : files->get_array())
    if (!text_at(file, "why").empty())
      unseen.push_back(JsonObject{{"path", text_at(file, "path")}, {"why", text_at(file, "why")}});
  if (!unseen.empty()) line({{"unseen", std::move(unseen)}}, event.room_seq);
}

// What the fold has open before and after an event: a question also ends when its flow needs it no
// more, for which there is no event of its own.
void ConversationJsonView::gates(const Event& event, bool tells) {
  std::set<std::string> open;
  for (const OpenGate& gate : view_state_.room.gates) {
    open.insert(gate.gate);
    if (!tells || gates_.contains(gate.gate)) continue;
    line({{"gate", gate.gate},
          {"type", gate.type},
          {"question", gate.question},
          {"options", to_json(gate.options)},
          {"option_ids", to_json(gate.option_ids)}},
         event.room_seq);
  }
  for (const std::string& before : gates_) {
    if (!tells || open.contains(before)) continue;
    JsonObject closed{{"gate", before}, {"closed", true}};
    if (event.kind == "gate.answered" && event.text("gate") == before) {
      const auto answer = std::ranges::find(view_state_.room.answers, before, &GateAnswer::gate);
      closed["answer"] = event.text("answer");
      if (answer != view_state_.room.answers.end()) closed["label"] = answer->answer;
      closed["speaker"] = event.by.id;
    }
    line(std::move(closed), event.room_seq);
  }
  gates_ = std::move(open);
}

void ConversationJsonView::count(const Event& event) {
  if (event.kind != "turn.finished" && event.kind != "turn.failed") return;
  const Json* usage = event.body.if_contains("usage");
  if (usage == nullptr) return;  // nobody was asked
  tokens_ += int_at(*usage, "input") + int_at(*usage, "output");
  is_priced_ = is_priced_ && event.body.contains("cost_microusd");
  cost_ += event.number("cost_microusd");
}

void ConversationJsonView::sum(std::optional<int> status) {
  JsonObject total{{"tokens", tokens_}, {"cost_microusd", is_priced_ ? Json(cost_) : Json()}};
  JsonArray open;
  for (const std::string& gate : gates_) open.emplace_back(gate);
  total["gates"] = std::move(open);
  if (status) total["status"] = *status;
  output_.write(canonical(Json(std::move(total))) + "\n");
}

void ConversationJsonView::line(JsonObject object, RoomSeq at) {
  object["room_seq"] = at.value;
  output_.write(canonical(Json(std::move(object))) + "\n");
}

}  // namespace fm::cli
