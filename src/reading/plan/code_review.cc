#include "reading/plan/code_review.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/text.h"
#include "reading/json/fields.h"
#include "reading/json/find.h"
#include "reading/json/names.h"

namespace fm {
namespace {

using Name = std::string_view;
constexpr std::size_t kMostFindings = 50;
constexpr std::size_t kMostBytes = 4'000;  // of one text

constexpr auto kVerdict = std::to_array<Name>(
    {"verdict", "review", "decision", "result", "status", "approved", "outcome"});
constexpr auto kFindings = std::to_array<Name>(
    {"findings", "issues", "problems", "comments", "changes", "faults", "feedback"});
constexpr auto kFile = std::to_array<Name>({"file", "path", "filename", "where", "location"});
constexpr auto kLine = std::to_array<Name>({"line", "lineno", "linenumber", "lines", "startline"});
constexpr auto kSeverity = std::to_array<Name>({"severity", "level", "priority", "kind", "type"});
constexpr auto kText = std::to_array<Name>(
    {"text", "what", "issue", "problem", "finding", "message", "description", "comment", "title"});
constexpr auto kFix =
    std::to_array<Name>({"fix", "todo", "do", "suggestion", "recommendation", "whattodo", "how"});

constexpr auto kApproves = std::to_array<Name>(
    {"approve", "approved", "approves", "iapprove", "accept", "accepted", "lgtm", "pass", "passed",
     "ok", "true", "yes", "ship", "shipit", "noissues", "nochanges", "nochangesneeded"});
constexpr auto kWantsChanges =
    std::to_array<Name>({"changes", "change", "changesrequested", "requestchanges", "changesneeded",
                         "rework", "reject", "rejected", "fail", "failed", "false", "no",
                         "needswork", "revise", "notapproved", "block", "blocked", "needschanges"});
constexpr auto kBlocks = std::to_array<Name>(
    {"blocking", "blocker", "critical", "high", "severe", "error", "must", "mustfix", "p0", "p1"});
constexpr auto kMajor =
    std::to_array<Name>({"major", "medium", "important", "warning", "should", "p2", "moderate"});

template <std::size_t kSize>
bool is_in(const std::array<Name, kSize>& words, std::string_view said) {
  return std::ranges::find(words, name_key(said.substr(0, 60))) != words.end();
}

std::optional<bool> approval_in(std::string_view said) {
  if (is_in(kApproves, said)) return true;
  if (is_in(kWantsChanges, said)) return false;
  return std::nullopt;
}

std::string severity_of(std::string_view said) {
  if (is_in(kBlocks, said)) return "blocking";
  return is_in(kMajor, said) || said.empty() ? "major" : "minor";
}

std::string text_in(const JsonObject& object, FieldNames names) {
  const Json* value = find_field(object, names);
  return value == nullptr ? ""
                          : std::string(cut_bytes(lines_text(*value).value_or(""), kMostBytes));
}

// "12", "12-20", "L12".
int line_in(std::string_view said) {
  const auto digit = said.find_first_of("0123456789");
  int line = 0;
  if (digit != said.npos) std::from_chars(said.data() + digit, said.data() + said.size(), line);
  return std::max(line, 0);
}

std::optional<GivenFinding> finding_in(const Json& value) {
  GivenFinding finding;
  if (!value.is_object()) {
    finding.text = std::string(cut_bytes(plain_text(value).value_or(""), kMostBytes));
    finding.severity = "major";
  } else {
    const JsonObject& object = value.get_object();
    finding.file = text_in(object, kFile);
    finding.line = line_in(text_in(object, kLine));
    finding.severity = severity_of(text_in(object, kSeverity));
    finding.text = text_in(object, kText);
    finding.fix = text_in(object, kFix);
    // server.py:42
    if (const auto colon = finding.file.rfind(':'); colon != finding.file.npos) {
      const std::string_view behind = std::string_view(finding.file).substr(colon + 1);
      if (!behind.empty() && behind.find_first_not_of("0123456789-") == behind.npos) {
        if (finding.line == 0) finding.line = line_in(behind);
        finding.file.resize(colon);
      }
    }
    if (finding.text.empty()) std::swap(finding.text, finding.fix);
  }
  if (trim(finding.text).empty()) return std::nullopt;
  return finding;
}

void add_findings(const JsonObject& object, CodeReview& review) {
  const Json* list = find_field(object, kFindings);
  if (list == nullptr || !list->is_array()) return;
  for (const Json& one : list->get_array()) {
    if (review.findings.size() == kMostFindings) {
      review.repairs.push_back({"findings_cut", "more than 50"});
      return;
    }
    if (auto finding = finding_in(one)) review.findings.push_back(std::move(*finding));
  }
}

// Of "Verdict: approve", wherever in the first lines it stands. A sentence is no verdict.
std::optional<bool> written_verdict(std::string_view text) {
  std::optional<bool> said;
  const std::string plain = without_reasoning(text);
  for (std::string_view rest = plain; !rest.empty();) {
    const auto end = rest.find('\n');
    std::string_view line = trim(rest.substr(0, end));
    rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    while (!line.empty() && (line.front() == '*' || line.front() == '#' || line.front() == ' '))
      line.remove_prefix(1);
    const auto colon = line.find(':');
    if (line.find_first_of("{}[]\"") != line.npos) continue;  // of JSON, or a quotation
    if (colon == line.npos || !is_in(kVerdict, line.substr(0, colon))) continue;
    std::string_view value = trim(line.substr(colon + 1));
    while (!value.empty() && (value.back() == '*' || value.back() == '.')) value.remove_suffix(1);
    while (!value.empty() && (value.front() == '*' || value.front() == ' ')) value.remove_prefix(1);
    const auto verdict = approval_in(value);
    if (!verdict) continue;
    if (said && *said != *verdict) return std::nullopt;
    said = verdict;
  }
  return said;
}

bool blocks(const CodeReview& review) {
  return std::ranges::find(review.findings, "blocking", &GivenFinding::severity) !=
         review.findings.end();
}

}  // namespace

Read<CodeReview> read_code_review(std::string_view text, Steps* steps) {
  const Found found = find_json(text, steps);
  std::optional<CodeReview> read;
  bool contradicts = false;
  bool unclear = false;
  for (const Candidate& candidate : found.candidates) {
    const Json& value = candidate.parsed.value;
    if (!value.is_object() || candidate.after_broken) continue;
    const Json* verdict = find_field(value.get_object(), kVerdict);
    if (verdict == nullptr) continue;
    if (candidate.parsed.cut != Cut::kNone)
      return fault(FaultCode::kTruncated, "The review is cut off.", text.size());
    const auto said = verdict->is_bool() ? std::optional(verdict->get_bool())
                                         : approval_in(plain_text(*verdict).value_or(""));
    if (!said) {
      unclear = true;
      continue;
    }
    CodeReview review{
        .approves = *said, .findings = {}, .repairs = notes_of_repairs(candidate.parsed)};
    add_findings(value.get_object(), review);
    contradicts = contradicts || (read && read->approves != review.approves);
    read = std::move(review);
  }
  if (contradicts)
    return fault(FaultCode::kAmbiguous, "Two verdicts stand in the review, and they differ.");
  if (!read) {
    const auto said = written_verdict(text);
    if (!said && unclear)
      return fault(FaultCode::kInvalidValue, "The verdict is neither approve nor changes.");
    if (!said && found.truncated)
      return fault(FaultCode::kTruncated, "The review is cut off.", text.size());
    if (!said) return fault(FaultCode::kMissingField, "The review has no verdict.");
    read = CodeReview{.approves = *said, .findings = {}, .repairs = {{"verdict_as_line", ""}}};
  }
  if (read->approves && blocks(*read)) {
    read->approves = false;
    read->repairs.push_back({"blocking_finding", "an approval with a finding that blocks"});
  }
  return *std::move(read);
}

}  // namespace fm
