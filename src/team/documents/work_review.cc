#include "team/documents/work_review.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief.h"
#include "team/documents/agent_calls.h"
#include "team/documents/decisions.h"
#include "team/documents/own_words.h"
#include "team/documents/work_checks.h"
#include "team/documents/work_log.h"
#include "team/text/one_line.h"

namespace fm {
namespace {

constexpr std::size_t kShownBytes = 600;  // of what is said of one thing: few say more
constexpr std::size_t kTaskBytes = 120;
constexpr std::size_t kWishBytes = 200;

// What is too long ends with a whole sentence where it can, never in the midst of a thought.
std::string in_short(std::string_view text) {
  std::string line = on_one_line(text, kShownBytes);
  if (line.size() == on_one_line(text, text.size() + 1).size()) return line;
  std::size_t end = std::string::npos;
  for (const std::string_view mark : {". ", "; ", "! ", "? "})
    if (const std::size_t at = line.rfind(mark, line.size() - 5);
        at != std::string::npos && (end == std::string::npos || at > end))
      end = at;
  if (end == std::string::npos || end < kShownBytes / 2) return line;
  return line.substr(0, end + 1) + " ...";
}

std::string counted(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

class WorkReview {
 public:
  WorkReview(const RoomView& view, const Project& project)
      : view_(view),
        project_(project),
        parts_(work_parts(view, project)),
        checks_(checks_of(view, project)) {}

  ReviewSummary run() {
    const BriefRevision* brief = project_.brief();
    summary_.name = brief != nullptr ? brief->brief->title : project_.goal;
    summary_.plan = brief != nullptr ? fmt::format("brief-{}", brief->revision) : "none";
    tell_wishes();
    for (const WorkPart& part : parts_) tell(part);
    for (const CheckFinding& finding : findings_)
      if (!is_part(finding.agent)) tell_finding(finding);
    tell_files();
    if (brief != nullptr)
      for (const std::string& text : brief->brief->decisions)
        summary_.decisions.push_back({text, {}, {}});
    std::ranges::move(decided_by_person(project_), std::back_inserter(summary_.decisions));
    summary_.one_liner = one_liner();
    return std::move(summary_);
  }

 private:
  bool is_part(const std::string& agent) const {
    return std::ranges::any_of(parts_, [&](const WorkPart& part) {
      return part.agent == agent && part.newest != nullptr;
    });
  }

  void tell(const WorkPart& part) {
    if (part.newest == nullptr) {
      summary_.blockers.push_back(
          fmt::format("{} handed in nothing: {}", part.agent, on_one_line(part.task, kTaskBytes)));
      return;
    }
    ++summary_.tasks;
    tell_own_words(part);
    for (const CheckFinding& finding : findings_)
      if (finding.agent == part.agent) tell_finding(finding);
    if (part.newest->cut)
      summary_.blockers.push_back(fmt::format("{}: the end is cut off.", part.agent));
    tell_check(part);
  }

  // Of the newest work that says such a thing: a change of one line does not say it all again.
  void tell_own_words(const WorkPart& part) {
    OwnWords words;
    for (auto text = part.written.rbegin(); text != part.written.rend() && !words.said; ++text)
      words = own_words(*text);
    for (const std::string& text : words.missing)
      if (const std::string open = still_missing(part, text); !open.empty())
        summary_.blockers.push_back(fmt::format("{}, not done: {}", part.agent, in_short(open)));
    for (const std::string& text : words.how)
      summary_.ready.push_back(fmt::format("{}: {}", part.agent, in_short(text)));
  }

  // What waits for another agent, who has handed in something since, is no longer so.
  std::string still_missing(const WorkPart& part, const std::string& text) const {
    std::vector<std::string> open;
    for (std::string& sentence : sentences_of(text)) {
      const bool is_done = std::ranges::any_of(parts_, [&](const WorkPart& other) {
        return other.agent != part.agent && other.newest != nullptr &&
               other.newest->room_seq > part.newest->room_seq && waits_for(sentence, other.agent);
      });
      if (!is_done) open.push_back(std::move(sentence));
    }
    return join(open, " ");
  }

  void tell_finding(const CheckFinding& finding) {
    const std::string where =
        finding.agent.empty() ? "in the whole" : "in the part of " + finding.agent;
    summary_.blockers.push_back(fmt::format("{} found {}, not put right: {}",
                                            newest_verdict(checks_)->by, where,
                                            in_short(finding.text)));
    ++open_;
  }

  // What a check found in a part or in the whole.
  std::vector<std::string> found_in(const CheckMade& check, const std::string& agent) const {
    if (check.is_bare_failure()) return {"it is not what was asked for"};
    std::vector<std::string> texts;
    if (!*check.passed)
      for (const CheckFinding& finding : check.findings)
        if (finding.agent == agent || !is_part(finding.agent)) texts.push_back(finding.text);
    return texts;
  }

  // A fault of another part that is one between the two: it names a file of this one, or its agent.
  bool is_touched(const CheckMade& check, const WorkPart& part) const {
    if (!check.passed || *check.passed) return false;
    return std::ranges::any_of(check.findings, [&](const CheckFinding& finding) {
      return calls(finding.text, part.agent) || finding.text.contains(" of " + part.agent + " ") ||
             std::ranges::any_of(files_.files, [&](const WorkFile& file) {
               return std::ranges::find(file.agents, part.agent) != file.agents.end() &&
                      names_file(finding.text, file.path);
             });
    });
  }

  // Whoever hands in again may have put right what was found: only a check tells that.
  void tell_check(const WorkPart& part) {
    const auto open = [&](std::string_view what) {
      unchecked_ = true;
      summary_.blockers.push_back(fmt::format("{}: {}", part.agent, what));
    };
    const auto checked = [&](std::string what) {
      summary_.checked.push_back(fmt::format("{}: {}", part.agent, what));
    };
    if (checks_.empty()) return open("not checked.");
    const CheckMade& newest = checks_.back();
    const RoomSeq handed_in = part.newest->room_seq;
    const CheckMade* before = newest_verdict(checks_, handed_in);
    const auto found =
        before == nullptr ? std::vector<std::string>() : found_in(*before, part.agent);
    if (newest.at < handed_in) {
      if (found.empty()) return open(fmt::format("changed since {} checked it.", newest.by));
      ++again_;
      for (const std::string& text : found)
        open(fmt::format("handed in again after what {} found, not checked again: {}", before->by,
                         in_short(text)));
      return;
    }
    const CheckMade* verdict = newest_verdict(checks_);
    if (verdict != nullptr && verdict->at > handed_in && verdict->is_bare_failure()) {
      ++open_;
      return open(verdict->by + " found that it is not what was asked for.");
    }
    if (!newest.passed) return open(newest.by + " looked at it and gave no verdict.");
    if (!found_in(newest, part.agent).empty() || is_touched(newest, part))
      return checked(newest.by + " found what is told above.");
    if (newest.has_remarks) return checked(newest.by + " passed it.");
    if (found.empty()) return checked(newest.by + " found no fault.");
    ++put_right_;
    checked(fmt::format("what was found is put right, {} checked it again.", newest.by));
  }

  void tell_files() {
    for (const PlacedFile& file : placed_files(view_, project_))
      summary_.files.push_back(fmt::format("`{}` by {}", file.path, join(file.agents, ", ")));
    for (const WorkFile& file : files_.files) summary_.provides.push_back(file.path);
    for (const std::string& refused : files_.refused)
      summary_.blockers.push_back("Not saved as a file: " + in_short(refused));
    summary_.are_files_hidden = !files_.files.empty() && !view_.folder.empty();
  }

  // What the person wanted otherwise since the work was last shown, and who has changed something
  // since: whether that is it, only the person can say.
  void tell_wishes() {
    RoomSeq newest;
    for (const WorkPart& part : parts_)
      if (part.newest != nullptr) newest = std::max(newest, part.newest->room_seq);
    RoomSeq shown = project_.work_began();
    for (const PhaseStep& step : project_.steps)
      if (step.to == Phase::kReview && step.room_seq < newest)
        shown = std::max(shown, step.room_seq);
    for (const Feedback& wish : project_.feedback) {
      if (wish.phase != Phase::kReview || wish.room_seq < shown) continue;
      std::vector<std::string> since;
      for (const WorkPart& part : parts_)
        if (part.newest != nullptr && part.newest->room_seq > wish.room_seq)
          since.push_back(part.agent);
      const std::string words = "\"" + on_one_line(wish.text, kWishBytes) + "\": ";
      if (since.empty())
        summary_.blockers.push_back(words + "nobody has handed in anything since.");
      else
        summary_.wishes.push_back(words + "changed since by " + join(since, " and ") + ".");
    }
  }

  std::string one_liner() const {
    if (summary_.tasks == 0) return "Nothing was handed in.";
    std::string out = project_.is_accepted() ? "Accepted: " : "Handed in: ";
    out += counted(static_cast<std::size_t>(summary_.tasks), "part");
    if (!summary_.provides.empty()) out += ", " + counted(summary_.provides.size(), "file");
    if (checks_.empty()) return out + "; not checked.";
    const CheckMade* verdict = newest_verdict(checks_);
    const std::string& by = verdict == nullptr ? checks_.back().by : verdict->by;
    if (open_ > 0) return out + fmt::format("; {} found faults that are not put right.", by);
    if (again_ > 0)
      return out + fmt::format("; handed in again after what {} found, and not checked again.", by);
    if (unchecked_) return out + "; not all of it is checked.";
    if (checks_.back().has_remarks) return out + fmt::format("; {} passed it.", by);
    if (put_right_ > 0)
      return out + fmt::format("; what {} found was put right and checked again.", by);
    return out + fmt::format("; checked by {}, no fault found.", by);
  }

  const RoomView& view_;
  const Project& project_;
  std::vector<WorkPart> parts_;
  std::vector<CheckMade> checks_;
  std::vector<CheckFinding> findings_ = open_findings(view_, project_);
  WorkFiles files_ = files_of(handed_in(view_, project_));
  std::size_t open_ = 0;       // faults that are not put right
  std::size_t again_ = 0;      // parts that were handed in again after one, and not checked again
  std::size_t put_right_ = 0;  // parts whose faults a check did not find again
  bool unchecked_ = false;
  ReviewSummary summary_;
};

void add_lines(std::string& out, std::string_view title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  out += title;
  for (const std::string& line : lines) out += "\n- " + line;
  out += '\n';
}

}  // namespace

ReviewSummary review_of(const RoomView& view, const Project& project) {
  return WorkReview(view, project).run();
}

std::string work_state(const RoomView& view, const Project& project) {
  const ReviewSummary summary = review_of(view, project);
  std::string out;
  add_lines(out, "Handed in:", summary.files);
  add_lines(out, "What the person asked for since:", summary.wishes);
  add_lines(out, "Open:", summary.blockers);
  add_lines(out, "Checked:", summary.checked);
  add_lines(out, "How it can be tried:", summary.ready);
  return out;
}

}  // namespace fm
