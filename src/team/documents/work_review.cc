#include "team/documents/work_review.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief.h"
#include "reading/brief/brief_fields.h"
#include "reading/json/chars.h"
#include "reading/json/names.h"
#include "reading/json/roster.h"
#include "team/documents/call_reading.h"
#include "team/documents/written_items.h"

namespace fm {
namespace {

using Name = std::string_view;

constexpr std::size_t kMostAnswers = 20;
constexpr std::size_t kShownBytes = 300;  // of a fault or a task on one line

template <std::size_t N>
bool among(std::string_view key, const std::array<Name, N>& list) {
  return std::ranges::find(list, Name(key)) != list.end();
}

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char character : text.substr(0, 4 * kShownBytes)) {
    const bool space = is_ascii_space(character);
    if (!space) out += character;
    if (space && !out.empty() && out.back() != ' ') out += ' ';
  }
  const std::string_view cut = cut_bytes(out, kShownBytes);
  return cut.size() < out.size() ? std::string(trim(cut)) + " ..." : std::string(trim(out));
}

// With an end of its own.
std::string sentence(std::string text) {
  if (!text.empty() && !Name(".!?").contains(text.back())) text += '.';
  return text;
}

std::string counted(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::vector<const Message*> messages_of_stretch(const RoomView& view, const Project& project,
                                                std::string_view kind) {
  const RoomSeq begin = project.work_began();
  std::vector<const Message*> out;
  for (const Message& message : view.messages) {
    if (message.project == project.id && message.kind == kind && !message.interrupted &&
        message.room_seq > begin)
      out.push_back(&message);
  }
  return out;
}

struct CheckMade {
  std::string by;
  RoomSeq at;
  std::optional<bool> passed;                               // none: it gave no verdict
  std::vector<std::pair<std::string, std::string>> faults;  // agent, and what is wrong
};

struct Part {
  std::string agent;
  std::string task;
  const Message* newest = nullptr;
};

// What "Done and not done" says of one part.
struct OwnWords {
  std::vector<std::string> missing;
  std::vector<std::string> how;
};

constexpr auto kSections = std::to_array<Name>({"doneandnotdone", "donenotdone", "doneandopen",
                                                "whatisdoneandwhatisnot", "notdone", "status"});
constexpr auto kMissing = std::to_array<Name>(
    {"notdone", "missing", "whatismissing", "whatsmissing", "open", "leftout", "couldnot",
     "couldnotdo", "couldnotbedone", "notpossible", "limits", "limitations", "todo", "notincluded",
     "notyetdone", "whatisnotdone", "stillmissing", "stillopen"});
constexpr auto kHow = std::to_array<Name>(
    {"howtocheck", "howitcanbechecked", "howtocheckit", "check", "verify", "howtoverify", "test",
     "howtotest", "tocheck", "toverify", "howtotestit", "howtouse", "howtorun", "torun"});
constexpr auto kDone = std::to_array<Name>(
    {"done", "whatisdone", "whatidid", "did", "finished", "included", "delivered"});
// How a sentence about what is missing begins.
constexpr auto kMissingWords = std::to_array<Name>(
    {"not done", "missing", "could not", "i could not", "i couldn t", "couldn t", "i did not",
     "left out", "what is missing", "i have not", "not included", "there is no"});

OwnWords own_words(std::string_view text) {
  OwnWords out;
  bool inside = false;
  for (const WrittenItem& item : written_items(clean(text).text)) {
    const std::string heading = name_key(item.heading.substr(0, 80));
    if (among(heading, kSections)) inside = true;
    const bool below = among(heading, kMissing) || among(heading, kHow) || among(heading, kDone);
    if (!among(heading, kSections) && !below) inside = false;
    if (!inside && !among(heading, kMissing)) continue;
    const Labelled parts = split_label(item.text);
    const std::string label = name_key(parts.label.substr(0, 80));
    if (among(label, kMissing) || (label.empty() && among(heading, kMissing))) {
      const std::string& said = label.empty() ? item.text : parts.text;
      if (!says_none(said) && !fold(said).starts_with("nothing")) out.missing.push_back(said);
    } else if (among(label, kHow) || (label.empty() && among(heading, kHow))) {
      out.how.push_back(label.empty() ? item.text : parts.text);
    } else if (!among(label, kDone) && !among(heading, kDone)) {
      for (std::string_view rest = item.text; !rest.empty();) {
        const std::size_t end = std::min(rest.find(". "), rest.size());
        const std::string_view sentence = trim(rest.substr(0, std::min(end + 1, rest.size())));
        const std::string folded = fold(sentence);
        if (std::ranges::any_of(kMissingWords,
                                [&](Name words) { return folded.starts_with(words); }))
          out.missing.emplace_back(sentence);
        rest.remove_prefix(std::min(end + 2, rest.size()));
      }
    }
  }
  return out;
}

class WorkReview {
 public:
  WorkReview(const RoomView& view, const Project& project) : view_(view), project_(project) {
    for (const Message* message : messages_of_stretch(view, project, "work")) {
      auto known = std::ranges::find(parts_, message->from, &Part::agent);
      if (known == parts_.end())
        known = parts_.insert(parts_.end(), {message->from, task_of(message->from), nullptr});
      known->newest = message;
      last_ = message;
    }
    read_checks();
  }

  ReviewSummary run() {
    const BriefRevision* brief = project_.brief();
    summary_.number = std::max(project_.iteration, 1);
    summary_.name = brief != nullptr ? brief->brief->title : project_.goal;
    summary_.plan = brief != nullptr ? fmt::format("brief-{}", brief->revision) : "none";
    summary_.tasks = static_cast<int>(parts_.size());
    summary_.duration = duration();
    for (const Part& part : parts_) tell(part);
    for (const auto& [agent, text] : open_faults(""))
      summary_.blockers.push_back("Found in the whole by " + text);
    tell_files();
    tell_missing();
    tell_decisions();
    summary_.one_liner = one_liner();
    return std::move(summary_);
  }

 private:
  std::string task_of(const std::string& agent) const {
    if (project_.brief() == nullptr) return {};
    for (const BriefStep& step : project_.brief()->brief->next_steps)
      if (step.agent == agent) return step.task;
    return {};
  }

  // Everybody who may be named in a check.
  Roster everybody() const {
    std::vector<std::string> ids = project_.agents;
    if (project_.brief() != nullptr)
      for (const BriefStep& step : project_.brief()->brief->next_steps) ids.push_back(step.agent);
    for (const Part& part : parts_) ids.push_back(part.agent);
    std::ranges::sort(ids);
    const auto doubled = std::ranges::unique(ids);
    ids.erase(doubled.begin(), doubled.end());
    std::vector<RosterAgent> agents;
    for (const std::string& id : ids)
      agents.push_back({.id = id, .name = id, .aliases = {}, .forbidden = false});
    return Roster(std::move(agents));
  }

  void read_checks() {
    const Roster roster = everybody();
    for (const Message* message : messages_of_stretch(view_, project_, "check")) {
      const Json value = whole_check_value(*message->text, roster);
      CheckMade made{.by = message->from, .at = message->room_seq, .passed = {}, .faults = {}};
      if (const Json* passed = find_at(value, "passed")) made.passed = passed->get_bool();
      if (const Json* faults = find_at(value, "faults")) {
        for (const Json& one : faults->get_array())
          made.faults.emplace_back(text_at(one, "agent"), text_at(one, "text"));
      }
      checks_.push_back(std::move(made));
      last_ = last_ == nullptr || message->room_seq > last_->room_seq ? message : last_;
    }
  }

  // What a check says of an agent; of nobody: what it says of the whole.
  static std::string faults_of(const CheckMade& check, std::string_view agent) {
    std::vector<std::string> texts;
    for (const auto& [whose, text] : check.faults)
      if (whose == agent) texts.push_back(on_one_line(text));
    return join(texts, "; ");
  }

  RoomSeq newest_work(std::string_view agent) const {
    RoomSeq newest;
    for (const Part& part : parts_)
      if (agent.empty() || part.agent == agent) newest = std::max(newest, part.newest->room_seq);
    return newest;
  }

  // Whether the check told of faults and named nobody and nothing.
  static bool is_bare_failure(const CheckMade& check) {
    return check.passed == false && check.faults.empty();
  }

  // How the part was checked, in sentences.
  std::string checked(const Part& part) {
    if (checks_.empty()) return "Not checked.";
    const CheckMade& newest = checks_.back();
    const bool after = newest.at > part.newest->room_seq;
    std::string before;  // what an earlier check found
    std::string finder;
    for (const CheckMade& check : checks_) {
      if (&check == &newest && after) break;
      if (std::string faults = faults_of(check, part.agent); !faults.empty())
        before = std::move(faults), finder = check.by;
    }
    const std::string found =
        before.empty() ? "" : fmt::format("{} found: {}", finder, sentence(before));
    if (!after) {
      if (!before.empty()) {
        ++put_right_;
        unchecked_ = true;
        return found + " Put right since, not checked again.";
      }
      unchecked_ = true;
      return fmt::format("Changed since {} checked it, not checked again.", newest.by);
    }
    if (!newest.passed) {
      unchecked_ = true;
      return fmt::format("{} looked at it and gave no verdict.", newest.by);
    }
    const std::string faults = faults_of(newest, part.agent);
    if (!faults.empty() || is_bare_failure(newest)) {
      ++open_;
      const std::string what = faults.empty() ? "it is not what was asked for" : faults;
      return fmt::format("{} {} {}: {} Not put right.", found, newest.by,
                         before.empty() ? "found" : "looked again and found", sentence(what));
    }
    if (!before.empty()) {
      ++put_right_;
      return found + fmt::format(" Put right, checked again by {}: no fault found.", newest.by);
    }
    return fmt::format("Checked by {}: no fault found.", newest.by);
  }

  // The faults that nobody put right: of an agent, or of the whole.
  std::vector<std::pair<std::string, std::string>> open_faults(std::string_view agent) const {
    if (checks_.empty() || checks_.back().at < newest_work(agent)) return {};
    const CheckMade& newest = checks_.back();
    std::vector<std::pair<std::string, std::string>> out;
    for (const auto& [whose, text] : newest.faults)
      if (whose == agent && newest.passed == false)
        out.emplace_back(whose, newest.by + ", not put right: " + on_one_line(text));
    return out;
  }

  void tell(const Part& part) {
    const std::string where = fmt::format("`{}work/{}.md`", project_folder(project_), part.agent);
    std::string task = on_one_line(part.task.substr(0, part.task.find('\n')));
    if (task.ends_with('.')) task.pop_back();
    summary_.accomplishments.push_back(fmt::format("**{}**: {}{}in {}. {}", part.agent, task,
                                                   task.empty() ? "" : ", ", where,
                                                   trim(checked(part))));
    for (const auto& [agent, text] : open_faults(part.agent))
      summary_.blockers.push_back(fmt::format("Found in the part of {} by {}", agent, text));
    const OwnWords words = own_words(*part.newest->text);
    for (const std::string& text : words.missing)
      summary_.blockers.push_back(fmt::format("{} did not do: {}", part.agent, on_one_line(text)));
    for (const std::string& text : words.how)
      summary_.ready.push_back(
          fmt::format("to check the part of {}: {}", part.agent, on_one_line(text)));
    if (part.newest->cut)
      summary_.blockers.push_back(
          fmt::format("The part of {} was cut off at its end.", part.agent));
  }

  void tell_files() {
    const WorkFiles files = files_of(handed_in(view_, project_));
    files_ = files.files.size();
    for (const WorkFile& file : files.files) {
      summary_.accomplishments.push_back(fmt::format("`{}files/{}` by {}", project_folder(project_),
                                                     file.path, join(file.agents, ", ")));
      summary_.provides.push_back(file.path);
    }
    for (const std::string& refused : files.refused)
      summary_.blockers.push_back("Not saved as a file: " + on_one_line(refused));
  }

  void tell_missing() {
    if (project_.brief() == nullptr) return;
    for (const BriefStep& step : project_.brief()->brief->next_steps)
      if (std::ranges::find(parts_, step.agent, &Part::agent) == parts_.end())
        summary_.blockers.push_back(
            fmt::format("Missing: the part of {}: {}", step.agent, on_one_line(step.task)));
  }

  void tell_decisions() {
    if (project_.brief() != nullptr)
      for (const std::string& text : project_.brief()->brief->decisions)
        summary_.decisions.push_back({text, {}, {}});
    std::vector<DecidedPoint> answers;
    for (const ProjectQuestion& one : project_.questions)
      if (one.end == QuestionEnd::kAnswered)
        answers.push_back({one.text + " " + one.answer, {}, one.answer_by});
    if (answers.size() > kMostAnswers)
      answers.erase(answers.begin(), answers.end() - static_cast<std::ptrdiff_t>(kMostAnswers));
    std::ranges::move(answers, std::back_inserter(summary_.decisions));
  }

  Millis duration() const {
    const PhaseStep* began = nullptr;
    const RoomSeq begin = project_.work_began();
    for (const PhaseStep& step : project_.steps)
      if (step.room_seq == begin && step.to == Phase::kExecution) began = &step;
    return began == nullptr || last_ == nullptr ? Millis{0} : last_->at - began->at;
  }

  std::string one_liner() const {
    if (parts_.empty()) return "Nothing was handed in.";
    std::string out = "Handed in: " + counted(parts_.size(), "part");
    if (files_ > 0) out += ", " + counted(files_, "file");
    if (checks_.empty()) return out + "; not checked.";
    const CheckMade& newest = checks_.back();
    const std::size_t whole = open_faults("").size();
    const std::size_t open = open_ + whole;
    if (open > 0) return out + fmt::format("; {} found faults that are not put right.", newest.by);
    if (unchecked_ && put_right_ > 0)
      return out + fmt::format("; what {} found was put right, and not checked again.", newest.by);
    if (unchecked_) return out + "; not all of it is checked.";
    if (put_right_ > 0)
      return out + fmt::format("; what {} found was put right and checked again.", newest.by);
    return out + fmt::format("; checked by {}, no fault found.", newest.by);
  }

  const RoomView& view_;
  const Project& project_;
  std::vector<Part> parts_;
  std::vector<CheckMade> checks_;
  const Message* last_ = nullptr;
  std::size_t files_ = 0;
  std::size_t open_ = 0;       // parts with faults that are not put right
  std::size_t put_right_ = 0;  // parts whose faults are
  bool unchecked_ = false;
  ReviewSummary summary_;
};

}  // namespace

std::string project_folder(const Project& project) {
  return ".folkmoot/projects/" + project.id.value + "/";
}

std::vector<HandedIn> handed_in(const RoomView& view, const Project& project) {
  std::vector<HandedIn> out;
  for (const Message* message : messages_of_stretch(view, project, "work"))
    out.push_back({message->from, *message->text});
  return out;
}

ReviewSummary review_of(const RoomView& view, const Project& project) {
  return WorkReview(view, project).run();
}

}  // namespace fm
