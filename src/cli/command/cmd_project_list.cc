// folkmoot project list
#include "app/queries/project_json.h"
#include "cli/command/commands.h"
#include "cli/context/find_project.h"
#include "cli/context/report_error.h"
#include "cli/listing/project_looks.h"

namespace fm::cli {

int run(const ProjectListArgs& args, Context& context) {
  const auto room = look_at_room(args.room, context);
  if (!room) return report(room.error(), context);
  const auto projects = project_list(**room);
  if (context.json()) {
    for (const ProjectStatus& status : projects)
      if (!print_json(project_json((*room)->id, status), context)) return kDone;
    return kDone;
  }
  if (projects.empty() && !context.globals.quiet)
    print({Line("There is no project in the room " + (*room)->id.value + " yet.")}, context);
  print(project_list_lines(projects, context.columns(), context.terminal.charset), context);
  return kDone;
}

}  // namespace fm::cli
