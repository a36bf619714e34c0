// folkmoot project log
#include "app/queries/project_json.h"
#include "cli/command/commands.h"
#include "cli/context/find_project.h"
#include "cli/context/report_error.h"
#include "cli/listing/project_looks.h"

namespace fm::cli {

int run(const ProjectLogArgs& args, Context& context) {
  const auto seen = look_at_project(args.of, context);
  if (!seen) return report(seen.error(), context);
  const auto log = project_log(*seen->room, seen->project(), static_cast<std::size_t>(args.lines));
  if (!context.json()) {
    print(project_log_lines(*seen->room, log, context.columns(), context.terminal.charset),
          context);
    return kDone;
  }
  for (const ProjectLogLine& line : log)
    if (!print_json(project_log_json(seen->room->id, seen->id, line), context)) return kDone;
  return kDone;
}

}  // namespace fm::cli
