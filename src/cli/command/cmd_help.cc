// folkmoot help, folkmoot version
#include <fmt/format.h>
#include <sqlite3.h>

#include "base/version.h"
#include "cli/args/nearest.h"
#include "cli/command/commands.h"
#include "cli/context/report_error.h"
#include "cli/help/help.h"

namespace fm::cli {

int run(const HelpArgs& args, Context& context) {
  const std::string_view page = help_text(args.about);
  if (page.empty()) {
    const auto near = nearest(args.about, command_names());
    return report({.code = "usage_invalid",
                   .message = fmt::format("There is no command folkmoot {}.", args.about),
                   .cause = "",
                   .cure = near ? fmt::format("Did you mean folkmoot help {}?", *near)
                                : "See folkmoot --help."},
                  context);
  }
  context.out.write_all(std::string(page));
  return kDone;
}

int run(const VersionArgs&, Context& context) {
  if (context.json())
    print_json({{"version", kVersion}, {"sqlite", sqlite3_libversion()}}, context);
  else
    print({Line(std::string("folkmoot ") + kVersion)}, context);
  return kDone;
}

}  // namespace fm::cli
