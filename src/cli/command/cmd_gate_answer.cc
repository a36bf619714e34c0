// folkmoot gate answer GATE [OPTION]
#include <iostream>
#include <optional>

#include "base/text.h"
#include "cli/command/commands.h"
#include "cli/context/given_text.h"
#include "cli/context/wait_for.h"
#include "cli/session/open_conversation.h"
#include "cli/session/room_session.h"
#include "cli/session/watch_room.h"

namespace fm::cli {
namespace {

struct FoundGate {
  RoomId room;
  OpenGate gate;
  bool conversation = false;  // of a conversation
};

Error gate_unknown(const std::string& gate) {
  return {"gate_unknown", "There is no open question " + gate + ".",
          "It was answered or taken back, or never was.",
          "See what is open with `folkmoot gate list`."};
}

// The beginning of an id is enough where only one gate has it.
Result<FoundGate> find_gate(Service& service, const std::string& said, Loop& loop) {
  const auto gates = TRY(wait_for_all<WaitingGate>(loop, [&](PageWanted page, auto done) {
    service.gates({.folder = {}, .room = {}, .page = std::move(page)}, std::move(done));
  }));
  std::optional<FoundGate> found;
  for (const auto& [room, gate] : gates) {
    if (!gate.gate.starts_with(said) || said.empty()) continue;
    if (gate.gate != said && found) return std::unexpected(gate_unknown(said));
    const FlowRecord* flow = room->latest_flow();
    found = FoundGate{room->id, gate, flow != nullptr && flow->name == "chat"};
    if (gate.gate == said) return *found;
  }
  if (!found) return std::unexpected(gate_unknown(said));
  return *found;
}

Result<std::string> option_of(const OpenGate& gate, const std::string& said, Context& context) {
  std::string text = said;
  if (text.empty() && context.terminal.is_interactive()) {
    std::string asked = gate.question + "\n";
    for (std::size_t i = 0; i < gate.options.size(); ++i)
      asked += "  " + std::to_string(i + 1) + "  " + gate.options[i] + "\n";
    context.err.write(asked + "> ");
    context.err.flush();
    std::getline(std::cin, text);
  }
  if (gate.options.empty() && !trim(text).empty()) return text;
  if (auto option = chosen_option(gate, text)) return *option;
  return fail("gate_option", "That is none of the answers to this question.",
              "They are: " + join(gate.options, ", ") + ".",
              "Give one of them by its words, its number or its id.");
}

}  // namespace

int run(const GateAnswerArgs& args, Context& context) {
  auto opened = context.backend.open(context.to_open("gate answer"), context.loop);
  if (!opened) return report(opened.error(), context);
  const auto found = find_gate(*opened->service, args.gate, context.loop);
  if (!found) return report(found.error(), context);
  const auto option = option_of(found->gate, args.option, context);
  if (!option) return report(option.error(), context);
  auto started = wait_for<Started>(context.loop, [&](auto done) {
    opened->service->enter(caller_of(*opened), found->room, std::move(done));
  });
  if (!started) return report(started.error(), context);
  NoLines nothing;  // an answer is all that is said
  const GateChoice choice{found->gate, *option, args.reason};
  return watch_room(*opened, *started,
                    {.plain = true,
                     .resumed = true,
                     .mode = found->conversation ? Mode::kConversation : Mode::kFlow,
                     .lines = found->conversation ? &nothing : nullptr,
                     .answer = &choice},
                    context);
}

}  // namespace fm::cli
