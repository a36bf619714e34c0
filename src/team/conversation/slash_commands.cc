#include "team/conversation/slash_commands.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace fm {
namespace {

using By = SlashCommand::By;
using Listed = SlashCommand::Listed;
using InWork = SlashCommand::InWork;

constexpr auto kCommands = std::to_array<SlashCommand>({
    {"help", "", "shows this", By::kSession, By::kRoom, Listed::kInTerminal},
    {"status", "", "where the project stands, and what is due", By::kSession, By::kRoom,
     Listed::kInAll},
    {"brief", "[N|edit]", "shows the brief, or its revision N; edit opens it in your editor",
     By::kSession, By::kNobody, Listed::kInTerminal},
    {"plan", "[edit]", "shows the plan; edit opens it in your editor", By::kSession, By::kNobody,
     Listed::kInTerminal},
    {"answers", "", "the questions and your answers", By::kSession, By::kRoom, Listed::kInAll},
    {"log", "[N]", "the last messages: 20, or N", By::kSession, By::kNobody, Listed::kInTerminal},
    {"projects", "", "the projects of this room", By::kSession, By::kNobody, Listed::kInTerminal},
    {"agents", "", "who takes part, and what each does now", By::kSession, By::kNobody,
     Listed::kInTerminal},
    {"model", "", "which models speak, and how to change them", By::kSession, By::kNobody,
     Listed::kInTerminal},
    {"costs", "", "what this room has cost, by agent and by model", By::kSession, By::kNobody,
     Listed::kInTerminal},
    {"demo", "[NAME]", "a conversation that is written out whole, in demo mode", By::kSession,
     By::kNobody, Listed::kInTerminal},
    {"quit", "", "leaves; so does Ctrl-D. Everything is saved", By::kSession, By::kNobody,
     Listed::kInTerminal},
    {"exit", "", "", By::kSession, By::kNobody, Listed::kNowhere, InWork::kHeard, "quit"},
    {"new", "GOAL", "begins another project in this room", By::kRoom, By::kRoom, Listed::kInAll,
     InWork::kLater},
    {"build", "WISH", "the short way: brief and plan at once, one approval, the work", By::kRoom,
     By::kRoom, Listed::kInAll, InWork::kLater},
    {"switch", "PROJECT", "goes to another project, by its title or id", By::kRoom, By::kRoom,
     Listed::kInAll, InWork::kLater},
    {"go", "", "starts: the brief is written, and you approve it", By::kRoom, By::kRoom,
     Listed::kInAll, InWork::kLater},
    {"vote", "", "each agent votes on what was proposed", By::kRoom, By::kRoom, Listed::kInAll,
     InWork::kLater},
    {"ideate", "[TOPIC]", "the team collects and scores ideas", By::kRoom, By::kRoom,
     Listed::kInAll, InWork::kLater},
    {"thorough", "", "each agent asks for itself, and votes before the brief", By::kRoom, By::kRoom,
     Listed::kInAll},
    {"answers", "N: TEXT", "corrects your answer to question N", By::kRoom, By::kRoom,
     Listed::kInTerminal},
    {"enough", "", "no more questions: the team decides what is open", By::kRoom, By::kRoom,
     Listed::kInAll, InWork::kLater},
    {"pause", "", "stops the work, to change what is wanted", By::kRoom, By::kRoom, Listed::kInAll},
    {"resume", "", "goes on with what is paused or failed", By::kRoom, By::kRoom, Listed::kInAll,
     InWork::kLater},
    {"room", "", "gives the project a room of its own", By::kRoom, By::kRoom, Listed::kInAll},
    {"cancel", "", "ends the project; /resume goes on with it", By::kRoom, By::kRoom,
     Listed::kInAll},
    {"reset", "", "", By::kRoom, By::kRoom, Listed::kNowhere, InWork::kHeard, "cancel"},
    {"brief", "TEXT", "your own brief: the last one's Markdown, edited", By::kRoom, By::kRoom,
     Listed::kInTerminal, InWork::kLater},
    {"plan", "TEXT", "your own plan: the last one's text, edited", By::kRoom, By::kRoom,
     Listed::kInTerminal, InWork::kLater},
});

}  // namespace

std::span<const SlashCommand> slash_commands() { return kCommands; }

bool is_room_command(std::string_view name) {
  return std::ranges::any_of(kCommands, [name](const SlashCommand& command) {
    return command.name == name && command.elsewhere == By::kRoom;
  });
}

bool waits_for_work(std::string_view name) {
  return std::ranges::any_of(kCommands, [name](const SlashCommand& command) {
    return command.name == name && command.in_work == InWork::kLater;
  });
}

std::string usage_of(const SlashCommand& command) {
  std::string usage = "/" + std::string(command.name);
  if (!command.argument.empty()) usage.append(" ").append(command.argument);
  return usage;
}

std::string room_help() {
  std::string line = "Commands here: ";
  bool first = true;
  for (const SlashCommand& command : kCommands) {
    if (command.listed != Listed::kInAll) continue;
    line += std::exchange(first, false) ? "/" : ", /";
    line += command.name;
    if (!command.argument.empty() && !command.argument.starts_with('['))
      line.append(" ").append(command.argument);
  }
  return line + ". Or say it in your own words.";
}

std::optional<SlashLine> read_slash_line(std::string_view line) {
  std::string_view text = trim(line);
  if (!text.starts_with('/')) return std::nullopt;
  const auto take = [&text] {
    const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
    std::string word = fold(text.substr(0, end));
    text = trim(text.substr(end));
    return word;
  };
  text.remove_prefix(1);
  if (text.starts_with('/')) return std::nullopt;
  std::string word = take();
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  if (word.empty() || !std::ranges::all_of(word, is_letter)) return std::nullopt;
  if (word == "project" && !text.empty()) word = take();
  return SlashLine{std::move(word), std::string(text)};
}

}  // namespace fm
