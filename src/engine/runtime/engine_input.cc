// What people do to the engine: they say, answer, interrupt, cancel.

#include <algorithm>
#include <memory>
#include <optional>

#include "engine/flow/gate_options.h"
#include "engine/flow/replay.h"
#include "engine/log/post.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/room_runtime.h"

namespace fm {
namespace {

Error gate_unknown(const std::string& gate) {
  return {"gate_unknown", "There is no open question \"" + gate + "\".",
          "It was never asked, or it was withdrawn.",
          "See what is open with `folkmoot room show`."};
}

Error no_option(const std::vector<std::string>& labels) {
  std::string options;
  for (const std::string& label : labels)
    options += (options.empty() ? "\"" : ", \"") + label + "\"";
  return {"gate_option", "That is none of the answers.", "They are " + options + ".",
          "Answer with one of them, or with its number."};
}

// What people read as the answer: the label of the option that was chosen.
std::string label_of(const Event* opened, std::string_view answer) {
  if (opened != nullptr) {
    const Json body = opened->body;
    const auto labels = texts_at(body, "options");
    const auto ids = option_ids_or_derived(labels, texts_at(body, "option_ids"));
    if (const auto option = find_stored_option(labels, ids, answer)) return labels[*option];
  }
  return std::string(answer);
}

bool is_elsewhere(const Error& error) {
  return error.code == "room_owned" || error.code == "room_fenced";
}

void acknowledge(Engine::Acknowledge& done, const Result<Appended>& result) {
  if (!done) return;
  if (result) {
    done(result->events.front());
  } else {
    done(std::unexpected(result.error()));
  }
}

}  // namespace

void Engine::input(const RoomId& room, NewEvent message, Acknowledge done) {
  const auto active = rooms_.find(room);
  if (active == rooms_.end() && check_post(message)) {
    logs_.post(room, std::move(message), [done = std::move(done)](Result<Appended> result) mutable {
      acknowledge(done, result);
    });
    return;
  }
  Append append;
  append.room = room;
  append.events.push_back(std::move(message));
  std::optional<RoomRuntime::Taking> taking;
  if (active != rooms_.end()) taking = active->second->take_along(append);
  const auto told = std::make_shared<Acknowledge>(std::move(done));
  using enum RoomRuntime::Taken;
  this->append(std::move(append),
               [this, room, taking, told](const Result<Appended>& result) {
                 // A room that takes something along stays in memory until here.
                 const bool fresh = result && !result->duplicate;
                 if (auto there = rooms_.find(room); taking && there != rooms_.end())
                   there->second->input_done(*taking, fresh ? kYes : kNo);
                 acknowledge(*told, result);
                 if (!fresh) return;
                 try_again(room, [](const Result<void>&) {});  // what stands paused there
                 auto open = open_.find(room);
                 if (!rooms_.contains(room) && open != open_.end() && !open->second.flows.empty())
                   activate(room, Anyway::kNo, [](Result<RoomRuntime*>) {});
               },
               // Who takes it is not the same where others have said something before it.
               {.back = [this, room, taking, told](Append&& back) {
                 if (auto there = rooms_.find(room); taking && there != rooms_.end())
                   there->second->input_done(*taking, kNo);
                 input(room, std::move(back.events.front()), std::move(*told));
               }});
}

std::optional<Engine::Gate> Engine::gate(const RoomId& room, const std::string& id) const {
  auto open = open_.find(room);
  if (open == open_.end()) return std::nullopt;
  auto found = open->second.gates.find(id);
  if (found == open->second.gates.end()) return std::nullopt;
  return found->second;
}

void Engine::answer(const RoomId& room, GateReply answer, By by, Acknowledge done) {
  const auto asked = gate(room, answer.gate);
  if (!asked) {
    why_closed(room, answer.gate, std::move(done));
    return;
  }
  if (!answer.digest.empty() && answer.digest != asked->digest) {
    done(fail("gate_changed", "What this question is about has changed since it was shown.", "",
              "Look at it anew and answer again."));
    return;
  }
  if (!asked->options.empty()) {
    const auto option = find_option(asked->options, asked->option_ids, answer.answer);
    if (!option) {
      done(std::unexpected(no_option(asked->options)));
      return;
    }
    answer.answer = asked->option_ids[*option];
  }
  NewEvent answered;
  answered.kind = "gate.answered";
  answered.body["gate"] = answer.gate;
  answered.body["digest"] = asked->digest;
  answered.body["answer"] = std::move(answer.answer);
  if (!answer.reason.empty()) answered.body["reason"] = std::move(answer.reason);
  answered.by = std::move(by);
  answered.at = now();
  answered.flow = asked->flow;
  answered.place = asked->place;
  activate(room, Anyway::kNo,
           [this, room, gate = *asked, answered = std::move(answered),
            done = std::move(done)](Result<RoomRuntime*> active) mutable {
             if (active) {
               (*active)->answer(gate, std::move(answered), std::move(done));
             } else if (is_elsewhere(active.error())) {
               post_answer(room, std::move(answered), std::move(done));
             } else {
               done(std::unexpected(active.error()));
             }
           });
}

void Engine::post_answer(const RoomId& room, NewEvent answered, Acknowledge done) {
  const std::string gate(text_at(answered.body, "gate"));
  logs_.post(room, std::move(answered),
             [this, room, gate, done = std::move(done)](Result<Appended> result) mutable {
               if (result && result->duplicate) return why_closed(room, gate, std::move(done));
               acknowledge(done, result);
             });
}

void Engine::why_closed(const RoomId& room, const std::string& gate, Acknowledge done) {
  // The answer as people saw it: its question stands before it.
  auto opened = std::make_shared<EventPtr>();
  const auto is_answer = [gate, opened](const EventPtr& event) {
    if (event->text("gate") != gate) return false;
    if (event->kind == "gate.opened") *opened = event;
    return event->kind == "gate.answered";
  };
  find_event(
      room, is_answer, [gate, opened, done = std::move(done)](Result<EventPtr> found) mutable {
        if (!found) return done(std::unexpected(found.error()));
        const EventPtr& event = *found;
        if (!event) return done(std::unexpected(gate_unknown(gate)));
        done(fail("gate_answered", "This question has been answered already.",
                  event->by.id + " answered \"" + label_of(opened->get(), event->text("answer")) +
                      "\" at " + to_rfc3339(event->at) + ".",
                  "The first answer counts; nothing is to be done."));
      });
}

int Engine::interrupt(const RoomId& room) {
  auto active = rooms_.find(room);
  return active == rooms_.end() ? 0 : active->second->interrupt();
}

void Engine::cancel(const RoomId& room, const FlowId& flow, std::string why, By by,
                    Acknowledge done) {
  auto open = open_.find(room);
  if (open == open_.end() || !open->second.flows.contains(flow)) {
    if (done)
      done(fail("flow_not_running", "There is nothing to cancel.",
                "The flow " + flow.value + " has ended, or was never started.",
                "See what is open with `folkmoot room show`."));
    return;
  }
  NewEvent cancelled;
  cancelled.kind = "flow.cancelled";
  cancelled.body["why"] = std::move(why);
  cancelled.by = std::move(by);
  cancelled.at = now();
  cancelled.flow = flow;
  if (!rooms_.contains(room) && check_post(cancelled)) {
    logs_.post(
        room, std::move(cancelled),
        [done = std::move(done)](Result<Appended> result) mutable { acknowledge(done, result); });
    return;
  }
  Append append;
  append.room = room;
  append.events.push_back(std::move(cancelled));
  this->append(std::move(append),
               [this, room, done = std::move(done)](Result<Appended> result) mutable {
                 acknowledge(done, result);
                 if (!result) return;
                 if (!rooms_.contains(room))
                   activate(room, Anyway::kNo, [](Result<RoomRuntime*>) {});
               });
}

}  // namespace fm
