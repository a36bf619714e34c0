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
constexpr std::size_t kSure = 2;           // words of a thing that tell whose it is
constexpr std::size_t kLookedAt = 4000;    // bytes of a complaint
constexpr std::size_t kMostThings = 32;

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

// One thing that is complained of.
struct Thing {
  std::string text;
  WordSet words;
};

// "the names are not sorted, and there is no sign on it": two things. Nobody complains of more than
// a few; what is pasted below them is none.
std::vector<Thing> things_of(std::string_view text) {
  std::vector<Thing> things;
  std::string one;
  const auto end = [&] {
    if (!trim(one).empty()) things.push_back({one, telling_words(one)});
    one.clear();
  };
  for (std::size_t at = 0; at < text.size() && things.size() < kMostThings; ++at) {
    const std::string_view rest = text.substr(at);
    const bool mark = std::string_view(",;!?\n").contains(text[at]) ||
                      (text[at] == '.' && (rest.size() == 1 || rest[1] == ' ' || rest[1] == '\n'));
    if (mark || rest.starts_with(" and ")) {
      end();
      if (!mark) at += 3;
    } else {
      one += text[at];
    }
  }
  if (things.size() < kMostThings) end();
  return things;
}

class Seeker {
 public:
  Seeker(const RoomView& view, const Project& project)
      : files_(files_of(handed_in(view, project)).files) {
    for (WorkPart& part : work_parts(view, project)) {
      WordSet words = words_of(part);
      parts_.push_back({std::move(part.agent), std::move(words)});
    }
    for (const CheckFinding& finding : open_findings(view, project))
      if (has_part(finding.agent))
        findings_.push_back({finding.agent, telling_words(finding.text)});
    if (project.brief() != nullptr)
      for (const BriefStep& step : project.brief()->brief->next_steps)
        if (!step.after.empty()) put_together_ = step.agent;
  }

  std::vector<std::string> seek(const Complaint& complaint) const {
    if (auto called = who_is_called(complaint); !called.empty()) return called;
    const std::string_view text = cut_bytes(complaint.text, kLookedAt);
    const std::vector<Thing> things = things_of(text);
    std::vector<std::string> found;
    for (const Thing& thing : things)
      for (const std::string& agent : surely_of(thing)) add_once(found, agent);
    if (!found.empty()) return found;
    if (auto agents = with_open_findings(telling_words(text)); !agents.empty()) return agents;
    // One word is a matter of chance: it counts where no thing says more.
    for (const Thing& thing : things)
      for (const std::string& agent : holders_of(thing)) add_once(found, agent);
    if (!found.empty() && found.size() < parts_.size()) return found;
    if (has_part(complaint.trade)) return {complaint.trade};
    return makers();
  }

 private:
  // The telling words of an agent's part, or of what was found in it.
  struct Words {
    std::string agent;
    WordSet words;
  };

  bool has_part(const std::string& agent) const {
    return std::ranges::find(parts_, agent, &Words::agent) != parts_.end();
  }

  std::vector<std::string> who_is_called(const Complaint& complaint) const {
    std::vector<std::string> called = complaint.addressed;
    for (const Words& part : parts_)
      if (calls(complaint.text, part.agent)) add_once(called, part.agent);
    return called;
  }

  // Whose file is named, or in whose part the check found what is spoken of; else in whose parts
  // several of the words stand.
  std::vector<std::string> surely_of(const Thing& thing) const {
    std::vector<std::string> found;
    for (const WorkFile& file : files_)
      if (names_file(thing.text, file.path)) add_once(found, file.agents.front());
    if (found.empty()) found = found_in(thing);
    if (found.empty() && most_in(thing) >= kSure) found = holders_of(thing);
    return found;
  }

  // One word of a finding is enough only where no other part says more of it.
  std::vector<std::string> found_in(const Thing& thing) const {
    std::size_t most = 0;
    for (const Words& finding : findings_)
      most = std::max(most, shared_words(thing.words, finding.words));
    std::vector<std::string> found;
    for (const Words& finding : findings_)
      if (most > 0 && shared_words(thing.words, finding.words) == most)
        add_once(found, finding.agent);
    return most >= kSure || !stands_elsewhere(thing.words, found) ? found
                                                                  : std::vector<std::string>();
  }

  // "Put that right": what was found and is open, unless the words are plainly about another part.
  std::vector<std::string> with_open_findings(const WordSet& words) const {
    std::vector<std::string> found;
    for (const Words& finding : findings_) add_once(found, finding.agent);
    return stands_elsewhere(words, found) ? std::vector<std::string>() : found;
  }

  bool stands_elsewhere(const WordSet& words, const std::vector<std::string>& agents) const {
    return std::ranges::any_of(parts_, [&](const Words& part) {
      return !holds(agents, part.agent) && shared_words(words, part.words) >= kSure;
    });
  }

  // Of an agent's part: its task and what it made; what it only wrote where it made nothing.
  WordSet words_of(const WorkPart& part) const {
    std::string text = part.task;
    for (const WorkFile& file : files_)
      if (file.agents.front() == part.agent) text += "\n" + file.path + "\n" + file.text;
    if (part.newest != nullptr && !made_anything(part.agent)) text += "\n" + *part.newest->text;
    return telling_words(text);
  }

  std::size_t most_in(const Thing& thing) const {
    std::size_t most = 0;
    for (const Words& part : parts_) most = std::max(most, shared_words(thing.words, part.words));
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
  std::vector<std::string> holders_of(const Thing& thing) const {
    std::vector<std::pair<std::string, std::size_t>> scores;
    std::size_t most = 0;
    for (const Words& part : parts_) {
      scores.emplace_back(part.agent, shared_words(thing.words, part.words));
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
    for (const Words& part : parts_)
      if (made_the_thing(part.agent)) agents.push_back(part.agent);
    if (agents.empty())
      for (const Words& part : parts_) agents.push_back(part.agent);
    if (agents.size() > 1 && holds(agents, put_together_)) return {put_together_};
    return agents;
  }

  std::vector<WorkFile> files_;
  std::vector<Words> parts_;
  std::vector<Words> findings_;  // that are open, in somebody's part
  std::string put_together_;     // the last whose step needs others' work; may be empty
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
