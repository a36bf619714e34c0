#include "team/documents/work_checks.h"

#include <algorithm>
#include <utility>

#include "reading/brief/brief.h"
#include "reading/json/roster.h"
#include "team/documents/call_reading.h"
#include "team/documents/work_log.h"

namespace fm {
namespace {

// Everybody who may be named in a check.
Roster everybody(const Project& project, const std::vector<WorkPart>& parts) {
  std::vector<std::string> ids = project.agents;
  for (const WorkPart& part : parts) ids.push_back(part.agent);
  std::ranges::sort(ids);
  const auto doubled = std::ranges::unique(ids);
  ids.erase(doubled.begin(), doubled.end());
  std::vector<RosterAgent> agents;
  for (const std::string& id : ids)
    agents.push_back({.id = id, .name = id, .aliases = {}, .forbidden = false});
  return Roster(std::move(agents));
}

}  // namespace

std::vector<CheckMade> checks_of(const RoomView& view, const Project& project) {
  const Roster roster = everybody(project, work_parts(view, project));
  std::vector<CheckMade> checks;
  for (const Message* message : work_messages(view, project, "check")) {
    const Json value = whole_check_value(*message->text, roster);
    CheckMade made{.by = message->from,
                   .at = message->room_seq,
                   .passed = {},
                   .findings = {},
                   .has_remarks = false};
    if (const Json* passed = find_at(value, "passed")) made.passed = passed->get_bool();
    if (const Json* faults = find_at(value, "faults"))
      for (const Json& one : faults->get_array())
        made.findings.push_back(
            {std::string(text_at(one, "agent")), std::string(text_at(one, "text"))});
    made.has_remarks = !text_at(value, "remarks").empty();
    checks.push_back(std::move(made));
  }
  return checks;
}

const CheckMade* newest_verdict(const std::vector<CheckMade>& checks,
                                std::optional<RoomSeq> until) {
  const CheckMade* found = nullptr;
  for (const CheckMade& check : checks)
    if (check.passed && (!until || check.at < *until)) found = &check;
  return found;
}

std::vector<CheckFinding> open_findings(const RoomView& view, const Project& project) {
  const std::vector<CheckMade> checks = checks_of(view, project);
  std::vector<CheckFinding> open;
  const CheckMade* verdict = newest_verdict(checks);
  if (verdict == nullptr || *verdict->passed) return open;
  RoomSeq newest;  // work of anybody
  const std::vector<WorkPart> parts = work_parts(view, project);
  for (const WorkPart& part : parts)
    if (part.newest != nullptr) newest = std::max(newest, part.newest->room_seq);
  for (const CheckFinding& finding : verdict->findings) {
    const auto part = std::ranges::find(parts, finding.agent, &WorkPart::agent);
    const RoomSeq since = part == parts.end()
                              ? newest
                              : (part->newest == nullptr ? RoomSeq{} : part->newest->room_seq);
    if (since < verdict->at) open.push_back(finding);
  }
  return open;
}

}  // namespace fm
