#include "cli/session/command_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/args/nearest.h"
#include "cli/session/session_commands.h"
#include "team/conversation/slash_commands.h"
#include "team/room/project_words.h"

namespace fm::cli {
namespace {

using By = SlashCommand::By;

// What a program runs for a command that only a terminal's session answers.
constexpr auto kOnCommandLine = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"brief", "folkmoot project brief"},
    {"plan", "folkmoot room show"},
    {"log", "folkmoot project log"},
    {"projects", "folkmoot project list"},
    {"agents", "folkmoot agents list"},
    {"model", "folkmoot models"},
    {"costs", "folkmoot costs"},
    {"demo", "folkmoot demo"},
});

std::vector<SlashCommand> named(std::string_view name) {
  std::vector<SlashCommand> found;
  for (const SlashCommand& command : slash_commands())
    if (command.name == name) found.push_back(command);
  return found;
}

std::unexpected<Error> unknown_command(const std::string& name) {
  std::vector<std::string> known;
  std::string all;
  for (const SlashCommand& command : slash_commands()) {
    known.emplace_back(command.name);
    if (command.listed == SlashCommand::Listed::kNowhere || all.contains("/" + known.back()))
      continue;
    all += (all.empty() ? "/" : ", /") + known.back();
  }
  const auto meant = nearest(name, known);
  return fail("command_unknown", fmt::format("There is no command /{}.", fit(name, 30)),
              "Nothing was said.",
              meant ? fmt::format("Did you mean /{}? /help lists all commands.", *meant)
                    : fmt::format("There are: {}.", all));
}

std::unexpected<Error> not_here(std::string_view name) {
  const auto* instead = std::ranges::find(kOnCommandLine, name,
                                          &std::pair<std::string_view, std::string_view>::first);
  return fail(
      "command_not_here", fmt::format("/{} works in a terminal only.", name), "Nothing was said.",
      instead == kOnCommandLine.end() ? std::string() : fmt::format("Run {}.", instead->second));
}

// "?" folds to nothing, with which everything begins.
bool begins_with(std::string_view text, std::string_view folded) {
  return !folded.empty() && fold(text).starts_with(folded);
}

}  // namespace

Result<void> check_command(std::string_view line, Door door) {
  const auto said = read_slash_line(line);
  if (!said) return {};
  const std::vector<SlashCommand> commands = named(said->name);
  if (commands.empty()) return unknown_command(said->name);
  const auto is_with_words = [&](const SlashCommand& one) { return !one.argument.empty(); };
  // Where both have one of that name, what stands behind it tells whose this is.
  const bool shows = read_own_command(line).has_value();
  if (door == Door::kElsewhere && shows && commands.front().elsewhere == By::kNobody)
    return not_here(said->name);
  const bool sessions = commands.front().in_terminal == By::kSession;
  if (sessions && !said->rest.empty() && std::ranges::none_of(commands, is_with_words))
    return fail("command_alone", fmt::format("/{} takes no words behind it.", said->name),
                "Nothing was done.",
                fmt::format("Type /{} alone, or say it without the slash.", said->name));
  return {};
}

Result<std::string> with_project_id(std::string line, const Projects& projects) {
  const auto said = read_slash_line(line);
  if (!said || said->name != "switch" || said->rest.empty()) return line;
  if (projects.find({said->rest}) != nullptr) return line;
  const std::string words = fold(said->rest);
  std::vector<const Project*> whole, begun;
  for (const Project& project : projects.all) {
    const std::string title = title_of(project);
    if (fold(title) == words) whole.push_back(&project);
    if (begins_with(title, words) || begins_with(project.id.value, words) ||
        begins_with(project.goal, words))
      begun.push_back(&project);
  }
  const auto& found = whole.size() == 1 ? whole : begun;
  if (found.size() == 1) return "/switch " + found.front()->id.value;
  std::string all;
  for (const Project& project : projects.all)
    all += fmt::format("{}{} ({})", all.empty() ? "" : ", ", fit(title_of(project), 40),
                       project.id.value);
  const std::string wanted = fit(clean(said->rest).text, 40);
  return fail("project_unknown",
              found.empty() ? fmt::format("There is no project \"{}\" in this room.", wanted)
                            : fmt::format("Several projects begin with \"{}\".", wanted),
              "", all.empty() ? "Say what you want, and one begins." : "There are: " + all + ".");
}

}  // namespace fm::cli
