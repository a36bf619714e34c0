#include "team/documents/whose_part.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief.h"
#include "team/documents/agent_calls.h"
#include "team/documents/own_words.h"
#include "team/documents/work_checks.h"
#include "team/documents/work_log.h"
#include "team/text/telling_words.h"

namespace fm {
namespace {

constexpr std::size_t kShortAnswer = 600;  // bytes
constexpr std::size_t kSure = 2;  // words that stand in a part that was not found fault with

void add_once(std::vector<std::string>& agents, const std::string& agent) {
  if (std::ranges::find(agents, agent) == agents.end()) agents.push_back(agent);
}

bool holds(const std::vector<std::string>& agents, const std::string& agent) {
  return std::ranges::find(agents, agent) != agents.end();
}

// Text for people to read, about the thing or a part of it; all else is made.
bool is_document(std::string_view path) {
  constexpr auto kEndings = std::to_array<std::string_view>({".md", ".txt", ".rst", ".adoc"});
  return std::ranges::any_of(kEndings, [&](std::string_view end) { return path.ends_with(end); });
}

// "the names are not sorted, and there is no sign on it": two things.
std::vector<std::string> things_of(std::string_view text) {
  std::vector<std::string> things(1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    const bool mark = std::string_view(",;!?\n").contains(text[at]) ||
                      (text[at] == '.' && (rest.size() == 1 || rest[1] == ' ' || rest[1] == '\n'));
    if (mark || rest.starts_with(" and ")) {
      things.emplace_back();
      if (!mark) at += 3;
    } else {
      things.back() += text[at];
    }
  }
  return things;
}

class Seeker {
 public:
  Seeker(const RoomView& view, const Project& project)
      : parts_(work_parts(view, project)),
        files_(files_of(handed_in(view, project)).files),
        findings_(open_findings(view, project)) {
    std::erase_if(findings_, [&](const CheckFinding& one) { return !has_part(one.agent); });
    if (project.brief() != nullptr)
      for (const BriefStep& step : project.brief()->brief->next_steps)
        if (!step.after.empty()) put_together_ = step.agent;
  }

  std::vector<std::string> seek(const Complaint& complaint) const {
    if (auto called = who_is_called(complaint); !called.empty()) return called;
    std::vector<std::string> found;
    for (const std::string& thing : things_of(complaint.text))
      for (const std::string& agent : sure_of(thing)) add_once(found, agent);
    if (!found.empty()) return found;
    if (auto agents = with_open_findings(complaint.text); !agents.empty()) return agents;
    std::size_t most = 0;
    for (const std::string& thing : things_of(complaint.text))
      most = std::max(most, most_in(thing));
    // Beside a thing that several words tell of, one word is a matter of chance.
    for (const std::string& thing : things_of(complaint.text))
      if (most < kSure || most_in(thing) >= kSure)
        for (const std::string& agent : holders_of(thing)) add_once(found, agent);
    if (!found.empty() && found.size() < parts_.size()) return found;
    if (has_part(complaint.trade)) return {complaint.trade};
    return makers();
  }

 private:
  bool has_part(const std::string& agent) const {
    return std::ranges::find(parts_, agent, &WorkPart::agent) != parts_.end();
  }

  std::vector<std::string> who_is_called(const Complaint& complaint) const {
    std::vector<std::string> called = complaint.addressed;
    for (const WorkPart& part : parts_)
      if (calls(complaint.text, part.agent)) add_once(called, part.agent);
    return called;
  }

  // Whose file is named, or in whose part the check found what is spoken of.
  std::vector<std::string> sure_of(const std::string& thing) const {
    std::vector<std::string> found;
    for (const WorkFile& file : files_)
      if (names_file(thing, file.path)) add_once(found, file.agents.front());
    if (!found.empty()) return found;
    std::size_t most = 0;
    for (const CheckFinding& finding : findings_)
      most = std::max(most, shared_words(thing, finding.text));
    for (const CheckFinding& finding : findings_)
      if (most > 0 && shared_words(thing, finding.text) == most) add_once(found, finding.agent);
    return found;
  }

  // "Put that right": what was found and is open, unless the words are plainly about another part.
  std::vector<std::string> with_open_findings(const std::string& text) const {
    std::vector<std::string> found;
    for (const CheckFinding& finding : findings_) add_once(found, finding.agent);
    for (const WorkPart& part : parts_)
      if (!holds(found, part.agent) && words_in(part, text) >= kSure) return {};
    return found;
  }

  std::size_t words_in(const WorkPart& part, const std::string& thing) const {
    std::string text = part.task;
    for (const WorkFile& file : files_)
      if (file.agents.front() == part.agent) text += "\n" + file.path + "\n" + file.text;
    if (part.newest != nullptr && !made_anything(part.agent)) text += "\n" + *part.newest->text;
    return shared_words(thing, text);
  }

  std::size_t most_in(const std::string& thing) const {
    std::size_t most = 0;
    for (const WorkPart& part : parts_) most = std::max(most, words_in(part, thing));
    return most;
  }

  bool made_anything(const std::string& agent) const {
    return std::ranges::any_of(files_,
                               [&](const WorkFile& file) { return file.agents.front() == agent; });
  }

  bool made_the_thing(const std::string& agent) const {
    return std::ranges::any_of(files_, [&](const WorkFile& file) {
      return file.agents.front() == agent && !is_document(file.path);
    });
  }

  // In whose parts the words stand; nobody where they stand in all of them alike.
  std::vector<std::string> holders_of(const std::string& thing) const {
    std::vector<std::pair<std::string, std::size_t>> scores;
    std::size_t most = 0;
    for (const WorkPart& part : parts_) {
      scores.emplace_back(part.agent, words_in(part, thing));
      most = std::max(most, scores.back().second);
    }
    std::vector<std::string> best, made;
    for (const auto& [agent, score] : scores) {
      if (most == 0) break;
      if (score == most) best.push_back(agent);
      if (2 * score >= most && made_the_thing(agent)) made.push_back(agent);
    }
    const bool only_written =
        std::ranges::none_of(best, [&](const std::string& agent) { return made_the_thing(agent); });
    if (only_written && !made.empty()) return made;
    if (best.size() == parts_.size()) return {};
    std::erase_if(
        best, [&](const std::string& agent) { return !made.empty() && !made_the_thing(agent); });
    return best;
  }

  // Whoever made the thing itself; of several who put it together; else all.
  std::vector<std::string> makers() const {
    std::vector<std::string> agents;
    for (const WorkPart& part : parts_)
      if (made_the_thing(part.agent)) agents.push_back(part.agent);
    if (agents.empty())
      for (const WorkPart& part : parts_) agents.push_back(part.agent);
    if (agents.size() > 1 && holds(agents, put_together_)) return {put_together_};
    return agents;
  }

  std::vector<WorkPart> parts_;
  std::vector<WorkFile> files_;
  std::vector<CheckFinding> findings_;
  std::string put_together_;  // the last whose step needs others' work; may be empty
};

}  // namespace

std::vector<std::string> whose_part(const RoomView& view, const Project& project,
                                    const Complaint& complaint) {
  return Seeker(view, project).seek(complaint);
}

std::vector<std::string> passed_on_to(const RoomView& view, const Project& project,
                                      const std::string& agent, std::string_view answer) {
  const OwnWords words = own_words(answer);
  std::vector<std::string> missing = words.missing;
  // A short answer that hands in nothing says so in whatever words; a long one is a part in prose.
  const bool nothing =
      answer.size() <= kShortAnswer && files_of({{agent, std::string(answer)}}).files.empty();
  if (!words.said && nothing) missing.emplace_back(answer);
  std::vector<std::string> agents;
  for (const WorkPart& part : work_parts(view, project))
    if (part.agent != agent && std::ranges::any_of(missing, [&](const std::string& text) {
          return calls(text, part.agent);
        }))
      agents.push_back(part.agent);
  return agents;
}

}  // namespace fm
