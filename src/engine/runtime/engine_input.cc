// What people do to the engine: they say, answer, interrupt, cancel.

#include <algorithm>

#include "engine/flow/replay.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/room_runtime.h"

namespace fm {
namespace {

Error gate_unknown(const std::string& gate) {
  return {"gate_unknown", "There is no open question \"" + gate + "\".",
          "It was never asked, or it was withdrawn.",
          "See what is open with `folkmoot room show`."};
}

}  // namespace

void Engine::input(const RoomId& room, NewEvent message, Acknowledge done) {
  Append append;
  append.room = room;
  append.events.push_back(std::move(message));
  this->append(std::move(append),
               [this, room, done = std::move(done)](Result<Appended> result) mutable {
                 if (!result) {
                   done(std::unexpected(result.error()));
                   return;
                 }
                 const bool fresh = !result->duplicate;
                 done(result->events.front());
                 if (!fresh) return;
                 auto open = open_.find(room);
                 if (auto active = rooms_.find(room); active != rooms_.end())
                   active->second->retry_paused();
                 if (!rooms_.contains(room) && open != open_.end() && !open->second.flows.empty())
                   activate(room, Anyway::kNo, [](Result<RoomRuntime*>) {});
               });
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
    done(std::unexpected(why_closed(room, answer.gate)));
    return;
  }
  if (!answer.digest.empty() && answer.digest != asked->digest) {
    done(fail("gate_changed", "What this question is about has changed since it was shown.", "",
              "Look at it anew and answer again."));
    return;
  }
  if (!asked->options.empty() &&
      std::ranges::find(asked->options, answer.answer) == asked->options.end()) {
    std::string options;
    for (const std::string& option : asked->options)
      options += (options.empty() ? "\"" : ", \"") + option + "\"";
    done(fail("gate_option", "That is none of the answers.", "They are " + options + ".",
              "Answer with one of them."));
    return;
  }
  activate(room, Anyway::kNo,
           [gate = *asked, answer = std::move(answer), by = std::move(by),
            done = std::move(done)](Result<RoomRuntime*> active) mutable {
             if (!active) {
               done(std::unexpected(active.error()));
               return;
             }
             const std::string id = answer.gate;
             (*active)->answer(id, gate, std::move(answer), std::move(by), std::move(done));
           });
}

Error Engine::why_closed(const RoomId& room, const std::string& gate) const {
  auto events = read_all(journal_, room);
  if (!events) return events.error();
  for (const EventPtr& event : *events) {
    if (event->kind != "gate.answered" || event->text("gate") != gate) continue;
    return {"gate_answered", "This question has been answered already.",
            event->by.id + " answered \"" + std::string(event->text("answer")) + "\" at " +
                to_rfc3339(event->at) + ".",
            "The first answer counts; nothing is to be done."};
  }
  return gate_unknown(gate);
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
  Append append;
  append.room = room;
  append.events.push_back(std::move(cancelled));
  this->append(std::move(append),
               [this, room, done = std::move(done)](Result<Appended> result) mutable {
                 if (done) {
                   if (result) {
                     done(result->events.front());
                   } else {
                     done(std::unexpected(result.error()));
                   }
                 }
                 if (!result) return;
                 if (!rooms_.contains(room))
                   activate(room, Anyway::kNo, [](Result<RoomRuntime*>) {});
               });
}

}  // namespace fm
