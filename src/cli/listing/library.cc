#include "cli/listing/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "app/queries/coding_agents.h"
#include "base/text.h"
#include "cli/context/report_error.h"
#include "cli/view/notes.h"
#include "team/pack/embedded.h"

namespace fm::cli {

namespace {

Library load(std::filesystem::path folder) {
  const auto variable = [](const char* name) -> const char* { return std::getenv(name); };
  return Library::load({.built_in = embedded_files(),
                        .user = user_config_folder(variable),
                        .folder = std::move(folder)});
}

}  // namespace

Library load_library(const Context& context) { return load(context.folder); }

Result<Vocabulary> load_words() { return load({}).vocabulary(); }

int report_check(const Library& library, Context& context) {
  const auto print_all = [&](const std::vector<Error>& errors, std::string_view word,
                             TextStyle style) {
    for (const Error& error : errors) {
      if (context.json())
        context.out.write_all(error_json(error, word));
      else
        print(error_lines(error, style, context.columns(), context.terminal.charset), context);
    }
  };
  std::vector<Error> found = library.faults();
  std::ranges::move(library.screenplay_faults(), std::back_inserter(found));
  std::ranges::move(coding_faults(library), std::back_inserter(found));
  print_all(found, "fault", kDanger);
  if (!context.globals.quiet) print_all(library.notes(), "note", kQuiet);
  const std::size_t faults = found.size();
  if (!context.json() && !context.globals.quiet)
    print({Line(fmt::format("{} agents and {} teams, {} fault{}.", library.profiles().size(),
                            library.teams().size(), faults == 0 ? "no" : std::to_string(faults),
                            faults == 1 ? "" : "s"),
                faults == 0 ? kGood : kPlain)},
          context);
  if (faults == 0) return kDone;
  return report({"pack_faults", "Files of agents and teams have faults.",
                 "Standard output lists each with its file, line and cure.",
                 "Mend them, then check again: folkmoot agents check"},
                context);
}

Lines fact_lines(std::string_view name, std::string_view value, const Context& context) {
  constexpr std::size_t kName = 14;
  Lines lines;
  if (value.empty()) return lines;
  const std::size_t columns = context.columns();
  const std::size_t room = columns > kName + 20 ? columns - kName : 20;
  for (const std::string& row : wrap(shown(value, context.terminal.charset), room)) {
    Line line;
    line.add(column(lines.empty() ? name : "", kName, context.terminal.charset), kQuiet).add(row);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace fm::cli
