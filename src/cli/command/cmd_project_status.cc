// folkmoot project status, and state
#include "app/queries/project_json.h"
#include "cli/command/commands.h"
#include "cli/context/find_project.h"
#include "cli/context/report_error.h"
#include "cli/listing/project_looks.h"

namespace fm::cli {

int run(const ProjectStatusArgs& args, Context& context) {
  const auto seen = look_at_project(args.of, context);
  if (!seen) return report(seen.error(), context);
  const ProjectStatus status = project_status(*seen->room, seen->project());
  if (context.json()) {
    print_json(project_json(seen->room->id, status), context);
  } else {
    print(project_status_lines(*seen->room, status, context.loop.clock().now(), context.columns(),
                               context.terminal.charset),
          context);
  }
  return kDone;
}

}  // namespace fm::cli
