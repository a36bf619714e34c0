// folkmoot project history
#include "app/queries/project_json.h"
#include "cli/command/commands.h"
#include "cli/context/find_project.h"
#include "cli/context/report_error.h"
#include "cli/listing/project_looks.h"

namespace fm::cli {

int run(const ProjectHistoryArgs& args, Context& context) {
  const auto seen = look_at_project(args.of, context);
  if (!seen) return report(seen.error(), context);
  const ProjectHistory history = project_history(seen->project(), context.loop.clock().now());
  if (context.json())
    print_json(project_history_json(seen->room->id, seen->id, history), context);
  else
    print(project_history_lines(history, context.columns(), context.terminal.charset), context);
  return kDone;
}

}  // namespace fm::cli
