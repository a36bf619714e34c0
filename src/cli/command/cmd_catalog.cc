// folkmoot agents list | show | check, and the same of teams
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/report/report_html.h"
#include "base/text.h"
#include "cli/args/nearest.h"
#include "cli/command/commands.h"
#include "cli/context/report_error.h"
#include "cli/listing/coding_listing.h"
#include "cli/listing/library.h"
#include "cli/text/markdown.h"
#include "cli/text/marks.h"

namespace fm::cli {
namespace {

// What differs between the kinds of files that a library holds. A row is an entry in the list,
// `widest` the longest id there; `whole` is the JSON of one that is shown alone.
template <class Entry>
struct Catalog {
  std::string_view kind;     // "agent"
  std::string_view unknown;  // the code of an error that says: there is none of this name
  const std::map<std::string, Entry, std::less<>>& entries;
  JsonObject (*json)(const Entry& entry, const Library& library);
  JsonObject (*whole)(const Entry& entry, const Library& library);
  Lines (*row)(const Entry& entry, const Library& library, std::size_t widest,
               const Context& context);
  Lines (*page)(const Entry& entry, const Library& library, const Context& context);
};

template <class Entry>
int list(const Catalog<Entry>& catalog, const Library& library, Context& context) {
  std::size_t widest = 0;
  for (const auto& [id, entry] : catalog.entries) widest = std::max(widest, id.size());
  for (const auto& [id, entry] : catalog.entries)
    if (!(context.json() ? print_json(catalog.json(entry, library), context)
                         : print(catalog.row(entry, library, widest, context), context)))
      break;
  return kDone;
}

template <class Entry>
int show(const Catalog<Entry>& catalog, const std::string& name, const Library& library,
         Context& context) {
  const auto found = catalog.entries.find(name);
  if (found == catalog.entries.end()) {
    std::vector<std::string> names;
    for (const auto& [id, entry] : catalog.entries) names.push_back(id);
    const auto near = nearest(name, names);
    return report({.code = std::string(catalog.unknown),
                   .message = fmt::format("There is no {} \"{}\".", catalog.kind, name),
                   .cause = "",
                   .cure = near ? fmt::format("Did you mean {}?", *near)
                                : fmt::format("See them with: folkmoot {}s list", catalog.kind)},
                  context);
  }
  if (context.json())
    print_json(catalog.whole(found->second, library), context);
  else
    print(catalog.page(found->second, library, context), context);
  return kDone;
}

template <class Entry>
int run_catalog(const Catalog<Entry>& catalog, const CatalogArgs& args, const Library& library,
                Context& context) {
  switch (args.action) {
    case CatalogAction::kList:
      return list(catalog, library, context);
    case CatalogAction::kShow:
      return show(catalog, args.name, library, context);
    case CatalogAction::kCheck:
      return report_check(library, context);
  }
  return kDone;
}

// Agents.

constexpr std::size_t kWithOrigin = 60;  // columns; narrower, what an agent is for matters more

std::string_view origin_of(const Library& library, const std::string& id) {
  const PackFile* file = library.file("agents/" + id + ".md");
  return file == nullptr ? std::string_view() : to_string(file->origin);
}

JsonObject profile_json(const AgentProfile& profile, const Library& library) {
  return {{"id", profile.id},
          {"name", profile.name},
          {"description", profile.description},
          {"role", profile.role},
          {"models", to_json(profile.models)},
          {"origin", origin_of(library, profile.id)},
          {"path", profile.path}};
}

JsonObject whole_profile_json(const AgentProfile& profile, const Library& library) {
  JsonObject object = profile_json(profile, library);
  object["instructions"] = profile.body;
  return object;
}

Lines profile_row(const AgentProfile& profile, const Library& library, std::size_t widest,
                  const Context& context) {
  const Charset charset = context.terminal.charset;
  const bool with_origin = context.columns() >= kWithOrigin;
  const std::size_t used = widest + (with_origin ? 14 : 4);
  const Mark mark = mark_of(profile.id, charset);
  Line line;
  line.add(mark.shape, mark.style)
      .add(" " + column(profile.id, widest, charset) + "  ", mark.style);
  if (with_origin) line.add(column(origin_of(library, profile.id), 8, charset) + "  ", kQuiet);
  line.add(cut(one_line(profile.line(), charset),
               context.columns() > used + 10 ? context.columns() - used : 10, charset));
  return {line};
}

Lines profile_page(const AgentProfile& profile, const Library& library, const Context& context) {
  Lines lines{name_line(mark_of(profile.id, context.terminal.charset))};
  const auto fact = [&](std::string_view key, std::string_view value) {
    append(lines, fact_lines(key, value, context));
  };
  fact("for", profile.description);
  fact("role", profile.role);
  fact("models", join(profile.models, ", "));
  fact("tools", profile.tools ? join(*profile.tools, ", ") : "");
  fact("may", profile.actions_allowed ? join(*profile.actions_allowed, ", ") : "");
  fact("file", fmt::format("{} ({})", profile.path, origin_of(library, profile.id)));
  lines.emplace_back();
  append(lines, lay_out(shown(profile.body, context.terminal.charset), context.columns()));
  return lines;
}

// Of the list all, each with its version; of a check those that are there, and whether they are
// logged in.
int list_coders(const AgentsArgs& args, const Library& library, Context& context) {
  const bool check = args.action == CatalogAction::kCheck;
  const std::vector<CodingAgentRow> rows =
      load_coding_agents(library, check ? LookAtLogin::kYes : LookAtLogin::kNo);
  if (context.json()) {
    for (const CodingAgentRow& row : rows) print_json(coding_json(row), context);
  } else if (!check) {
    print(coding_lines(rows, context), context);
  } else {
    for (const CodingAgentRow& row : rows)
      print(finding_lines(row.program.empty() ? Finding{"agent " + row.id, Health::kMissing,
                                                        "not installed", row.to_install}
                                              : coding_finding(row),
                          context.columns(), context.terminal.charset),
            context);
  }
  return kDone;
}

// Teams.

JsonObject team_json(const Team& team, const Library&) {
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

Lines team_row(const Team& team, const Library&, std::size_t, const Context& context) {
  Lines lines;
  Line head;
  head.add(team.id, kStrong).add(fmt::format("  {} agents", team.agents.size()), kQuiet);
  lines.push_back(std::move(head));
  for (const std::string& text :
       {one_line(team.description, context.terminal.charset), join(team.agents, ", ")})
    for (const std::string& row : wrap(text, context.columns() - 2)) lines.emplace_back("  " + row);
  return lines;
}

std::string preset_text(const Preset& preset) {
  return fmt::format("{} round{}, at least {} ideas, {}score from {}{}", preset.max_rounds,
                     preset.max_rounds == 1 ? "" : "s", preset.min_ideas,
                     preset.deep_dive ? "deep dive, " : "", score_text(preset.min_score_hundredths),
                     preset.panel > 1 ? fmt::format(", a panel of {}", preset.panel) : "");
}

Lines team_page(const Team& team, const Library&, const Context& context) {
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
  return lines;
}

}  // namespace

int run(const AgentsArgs& args, Context& context) {
  const Library library = load_library(context);
  const Catalog<AgentProfile> catalog{"agent",      "agent_unknown",    library.profiles(),
                                      profile_json, whole_profile_json, profile_row,
                                      profile_page};
  const int status = run_catalog(catalog, args, library, context);
  if (status != kDone || args.action == CatalogAction::kShow) return status;
  if (args.action == CatalogAction::kCheck && !args.start) return status;
  return list_coders(args, library, context);
}

int run(const TeamsArgs& args, Context& context) {
  const Library library = load_library(context);
  const Catalog<Team> catalog{"team",    "team_unknown", library.teams(), team_json,
                              team_json, team_row,       team_page};
  return run_catalog(catalog, args, library, context);
}

}  // namespace fm::cli
