// folkmoot agents list | show | check
#include <fmt/format.h>

#include "base/text.h"
#include "cli/args/nearest.h"
#include "cli/command/commands.h"
#include "cli/context/report_error.h"
#include "cli/listing/library.h"
#include "cli/text/markdown.h"
#include "cli/text/marks.h"

namespace fm::cli {
namespace {

constexpr std::size_t kWithOrigin = 60;  // columns; narrower, what an agent is for matters more

std::string_view origin_of(const Library& library, const std::string& id) {
  const PackFile* file = library.file("agents/" + id + ".md");
  return file == nullptr ? std::string_view() : to_string(file->origin);
}

JsonObject to_json_line(const Card& card, const Library& library) {
  return {{"id", card.id},
          {"name", card.name},
          {"description", card.description},
          {"role", card.role},
          {"models", to_json(card.models)},
          {"origin", origin_of(library, card.id)},
          {"path", card.path}};
}

int list(const Library& library, Context& context) {
  const Charset charset = context.terminal.charset;
  std::size_t widest = 0;
  for (const auto& [id, card] : library.cards()) widest = std::max(widest, id.size());
  for (const auto& [id, card] : library.cards()) {
    if (context.json()) {
      if (!print_json(to_json_line(card, library), context)) break;
      continue;
    }
    const bool with_origin = context.columns() >= kWithOrigin;
    const std::size_t used = widest + (with_origin ? 14 : 4);
    const Mark mark = mark_of(id, charset);
    Line line;
    line.add(mark.shape, mark.ink).add(" " + column(id, widest, charset) + "  ", mark.ink);
    if (with_origin) line.add(column(origin_of(library, id), 8, charset) + "  ", kQuiet);
    line.add(cut(one_line(card.line(), charset),
                 context.columns() > used + 10 ? context.columns() - used : 10, charset));
    if (!print({line}, context)) break;
  }
  return kDone;
}

int show(const std::string& name, const Library& library, Context& context) {
  const auto card = library.cards().find(name);
  if (card == library.cards().end()) {
    std::vector<std::string> names;
    for (const auto& [id, one] : library.cards()) names.push_back(id);
    const auto near = nearest(name, names);
    return report({.code = "agent_unknown",
                   .message = fmt::format("There is no agent \"{}\".", name),
                   .cause = "",
                   .cure = near ? fmt::format("Did you mean {}?", *near)
                                : "See them with: folkmoot agents list"},
                  context);
  }
  const Card& one = card->second;
  if (context.json()) {
    JsonObject object = to_json_line(one, library);
    object["instructions"] = one.body;
    print_json(object, context);
    return kDone;
  }
  Lines lines{name_line(mark_of(one.id, context.terminal.charset))};
  const auto fact = [&](std::string_view key, std::string_view value) {
    append(lines, fact_lines(key, value, context));
  };
  fact("for", one.description);
  fact("role", one.role);
  fact("models", join(one.models, ", "));
  fact("tools", one.tools ? join(*one.tools, ", ") : "");
  fact("may", one.actions_allowed ? join(*one.actions_allowed, ", ") : "");
  fact("file", fmt::format("{} ({})", one.path, origin_of(library, one.id)));
  lines.emplace_back();
  append(lines, lay_out(shown(one.body, context.terminal.charset), context.columns()));
  print(lines, context);
  return kDone;
}

}  // namespace

int run(const AgentsArgs& args, Context& context) {
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
