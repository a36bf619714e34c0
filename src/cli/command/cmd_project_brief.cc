// folkmoot project brief
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/queries/project_json.h"
#include "base/text.h"
#include "cli/command/commands.h"
#include "cli/context/find_project.h"
#include "cli/context/report_error.h"
#include "cli/listing/project_looks.h"

namespace fm::cli {
namespace {

// The one that counts where none is named.
Result<const BriefRevision*> revision_meant(const Project& project, std::optional<int> revision) {
  if (project.briefs.empty())
    return fail("brief_none", "This project has no brief yet.", "",
                "The leader writes one when you say that the work should start.");
  const BriefRevision* found = revision ? project.brief(*revision) : project.brief();
  if (found != nullptr) return found;
  std::vector<std::string> known;
  for (const BriefRevision& one : project.briefs) known.push_back(std::to_string(one.revision));
  return fail("brief_unknown", fmt::format("There is no revision {} of the brief.", *revision), "",
              "Those there are: " + join(known, ", ") + ".");
}

int compare(const SeenProject& seen, const BriefRevision& one, const BriefRevision& other,
            Context& context) {
  const auto [before, after] = std::minmax(
      one, other,
      [](const BriefRevision& a, const BriefRevision& b) { return a.revision < b.revision; });
  if (context.json())
    print_json(brief_changes_json(seen.room->id, seen.project(), before, after), context);
  else
    print(brief_change_lines(before, after, context.columns(), context.terminal.charset), context);
  return kDone;
}

}  // namespace

int run(const ProjectBriefArgs& args, Context& context) {
  const auto seen = look_at_project(args.of, context);
  if (!seen) return report(seen.error(), context);
  const Project& project = seen->project();
  const auto revision = revision_meant(project, args.revision);
  if (!revision) return report(revision.error(), context);
  if (args.compare) {
    const auto other = revision_meant(project, args.compare);
    if (!other) return report(other.error(), context);
    return compare(*seen, **revision, **other, context);
  }
  if (context.json())
    print_json(brief_json(seen->room->id, project, **revision), context);
  else
    print(project_brief_lines(project, **revision, context.columns(), context.terminal.charset),
          context);
  return kDone;
}

}  // namespace fm::cli
