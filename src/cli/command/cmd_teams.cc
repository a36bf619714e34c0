// folkmoot teams list | show | check
#include <fmt/format.h>

#include <algorithm>

#include "app/report/report_html.h"
#include "base/text.h"
#include "cli/args/nearest.h"
#include "cli/command/commands.h"
#include "cli/context/report_error.h"
#include "cli/listing/library.h"

namespace fm::cli {
namespace {

JsonObject to_json_line(const Team& team) {
  JsonObject presets;
  for (const auto& [name, preset] : team.presets)
    presets[name] = JsonObject{{"max_rounds", preset.max_rounds},
                               {"min_ideas", preset.min_ideas},
                               {"deep_dive", preset.deep_dive},
                               {"min_score_hundredths", preset.min_score_hundredths}};
  return {{"id", team.id},
          {"description", team.description},
          {"agents", to_json(team.agents)},
          {"on_call", to_json(team.on_call)},
          {"leader", team.leader},
          {"default_preset", team.default_preset},
          {"presets", std::move(presets)},
          {"path", team.path}};
}

int list(const Library& library, Context& context) {
  const Charset charset = context.terminal.charset;
  for (const auto& [id, team] : library.teams()) {
    if (context.json()) {
      if (!print_json(to_json_line(team), context)) break;
      continue;
    }
    Lines lines;
    Line head;
    head.add(id, kStrong).add(fmt::format("  {} agents", team.agents.size()), kQuiet);
    lines.push_back(std::move(head));
    for (const std::string& text : {one_line(team.description, charset), join(team.agents, ", ")})
      for (const std::string& row : wrap(text, context.columns() - 2))
        lines.emplace_back("  " + row);
    if (!print(lines, context)) break;
  }
  return kDone;
}

std::string preset_text(const Preset& preset) {
  return fmt::format("{} round{}, at least {} ideas, {}score from {}{}", preset.max_rounds,
                     preset.max_rounds == 1 ? "" : "s", preset.min_ideas,
                     preset.deep_dive ? "deep dive, " : "", score_text(preset.min_score_hundredths),
                     preset.panel > 1 ? fmt::format(", a panel of {}", preset.panel) : "");
}

int show(const std::string& name, const Library& library, Context& context) {
  const auto found = library.teams().find(name);
  if (found == library.teams().end()) {
    std::vector<std::string> names;
    for (const auto& [id, one] : library.teams()) names.push_back(id);
    const auto near = nearest(name, names);
    return report({.code = "team_unknown",
                   .message = fmt::format("There is no team \"{}\".", name),
                   .cause = "",
                   .cure = near ? fmt::format("Did you mean {}?", *near)
                                : "See them with: folkmoot teams list"},
                  context);
  }
  const Team& team = found->second;
  if (context.json()) {
    print_json(to_json_line(team), context);
    return kDone;
  }
  Lines lines{Line(team.id, kStrong)};
  const auto fact = [&](std::string_view key, std::string_view value) {
    append(lines, fact_lines(key, value, context));
  };
  fact("for", team.description);
  fact("agents", join(team.agents, ", "));
  fact("on call", join(team.on_call, ", "));
  fact("leader", team.leader);
  fact("models", join(team.default_models, ", "));
  for (const auto& [key, preset] : team.presets)
    fact(key == team.default_preset ? key + " *" : key, preset_text(preset));
  fact("gates", join(team.gates, ", "));
  fact("file", team.path);
  print(lines, context);
  return kDone;
}

}  // namespace

int run(const TeamsArgs& args, Context& context) {
  const Library library = load_library(context);
  switch (args.action) {
    case CatalogAction::kList:
      return list(library, context);
    case CatalogAction::kShow:
      return show(args.name, library, context);
    case CatalogAction::kCheck:
      return report_check(library, context);
  }
  return kDone;
}

}  // namespace fm::cli
