// A brief as it is read, and what differs between two of its revisions (project_looks.h).
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/text.h"
#include "cli/listing/project_looks.h"
#include "cli/text/markdown.h"
#include "cli/text/marks.h"
#include "cli/view/notes.h"

namespace fm::cli {
namespace {

std::string origin_text(const BriefRevision& revision, Charset charset) {
  switch (revision.origin) {
    case BriefOrigin::kLog:
      return "put together from the log";
    case BriefOrigin::kPerson:
      return "edited by " + one_line(revision.by, charset);
    case BriefOrigin::kLeader:
      break;
  }
  return "by " + mark_of(revision.by, charset).name;
}

// The question at the end belongs to a brief that waits for its answer.
std::string words_of(const Project& project, const BriefRevision& revision) {
  const bool asks = project.phase == Phase::kApproval && &revision == project.brief();
  return brief_markdown(*revision.brief, revision.origin, asks ? Closing::kYes : Closing::kNo);
}

}  // namespace

Lines project_brief_lines(const Project& project, const BriefRevision& revision,
                          std::size_t columns, Charset charset) {
  Lines lines;
  for (const std::string& row :
       wrap(fmt::format("Revision {} of {}, {}, {}", revision.revision,
                        project.briefs.back().revision, origin_text(revision, charset),
                        to_local_time(revision.at)),
            columns))
    lines.emplace_back(row, kQuiet);
  lines.emplace_back();
  append(lines, lay_out(shown(words_of(project, revision), charset), columns));
  return lines;
}

Lines brief_change_lines(const BriefRevision& before, const BriefRevision& after,
                         std::size_t columns, Charset charset) {
  Lines lines{
      Line(fmt::format("From revision {} to {}:", before.revision, after.revision), kQuiet)};
  const auto changes = compare_briefs(*before.brief, *after.brief);
  if (changes.empty()) lines.emplace_back("They say the same.");
  for (const std::string& change : change_lines(changes)) {
    const TextStyle style = change.front() == '+' ? kGood : change.front() == '-' ? kDanger : kAsk;
    append(lines, marked_lines(change.substr(0, 1), one_line(change.substr(2), charset), style,
                               columns, charset));
  }
  return lines;
}

}  // namespace fm::cli
