// Two revisions of a brief side by side (brief.h).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "reading/brief/brief_objections.h"
#include "reading/json/names.h"
#include "team/room/brief.h"
#include "team/text/markdown_text.h"

namespace fm {
namespace {

using Kind = BriefChange::Kind;

enum class Compare { kMeaning, kLetters };

class Comparison {
 public:
  explicit Comparison(Compare how) : how_(how) {}

  void text(std::string part, const std::string& before, const std::string& after) {
    if (before == after || (!key_of(before).empty() && key_of(before) == key_of(after))) return;
    const Kind kind = before.empty()  ? Kind::kAdded
                      : after.empty() ? Kind::kRemoved
                                      : Kind::kChanged;
    changes_.push_back({kind, std::move(part), before, after});
  }

  // Items that are reworded are found by the words that they share.
  void list(const std::string& part, const std::vector<std::string>& before,
            const std::vector<std::string>& after) {
    std::vector<std::string> gone = missing_in(before, after);
    for (const std::string& item : missing_in(after, before)) {
      const auto like = std::ranges::find_if(
          gone, [&](const std::string& other) { return are_alike(item, other); });
      if (like == gone.end()) {
        changes_.push_back({Kind::kAdded, part, "", item});
      } else {
        changes_.push_back({Kind::kChanged, part, *like, item});
        gone.erase(like);
      }
    }
    for (const std::string& item : gone) changes_.push_back({Kind::kRemoved, part, item, ""});
  }

  std::vector<BriefChange> take() { return std::move(changes_); }

 private:
  std::string key_of(const std::string& text) const {
    return how_ == Compare::kMeaning ? title_key(text) : "";
  }

  std::vector<std::string> missing_in(const std::vector<std::string>& items,
                                      const std::vector<std::string>& others) const {
    std::set<std::string> keys;
    for (const std::string& other : others) keys.insert(key_of(other) + "\n");
    std::set<std::string> texts(others.begin(), others.end());
    std::vector<std::string> out;
    for (const std::string& item : items) {
      const std::string key = key_of(item);
      const bool there = texts.contains(item) || (!key.empty() && keys.contains(key + "\n"));
      if (!there) out.push_back(item);
    }
    return out;
  }

  static bool are_alike(const std::string& one, const std::string& other) {
    const auto words = name_words(one), others = name_words(other);
    const std::set<std::string> left(words.begin(), words.end());
    const std::set<std::string> right(others.begin(), others.end());
    std::size_t common = 0;
    for (const std::string& word : left) common += right.contains(word) ? 1 : 0;
    return common > 0 && common * 2 >= left.size() + right.size() - common;
  }

  const Compare how_;
  std::vector<BriefChange> changes_;
};

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string line_of(const BriefObjection& one) {
  return objection_line(one.text, one.outcome, one.why);
}

// One whose words are the same is one that something became of; the others came and went.
void compare_objections(Comparison& comparison, const Brief& before, const Brief& after) {
  std::map<std::string, std::pair<std::vector<std::string>, std::vector<std::string>>> others;
  const auto stays = [](const BriefObjection& one, const Brief& other) {
    return std::ranges::find(other.objections, one) != other.objections.end();
  };
  // Of those that do not stay as they are.
  const auto same_in = [&](const Brief& brief, const BriefObjection& one) {
    const Brief& other = &brief == &after ? before : after;
    return std::ranges::find_if(brief.objections, [&](const BriefObjection& its) {
      return its.agent == one.agent && its.text == one.text && !stays(its, other);
    });
  };
  const auto part = [](const std::string& agent) {
    return agent.empty() ? std::string("objection") : "objection of " + agent;
  };
  for (const BriefObjection& one : before.objections) {
    if (stays(one, after)) continue;
    const auto now = same_in(after, one);
    if (now == after.objections.end()) {
      others[one.agent].first.push_back(line_of(one));
    } else {
      comparison.text(part(one.agent), line_of(one), line_of(*now));
    }
  }
  for (const BriefObjection& one : after.objections)
    if (!stays(one, before) && same_in(before, one) == before.objections.end())
      others[one.agent].second.push_back(line_of(one));
  for (const auto& [agent, lines] : others) comparison.list(part(agent), lines.first, lines.second);
}

std::string step_text(const BriefStep& step) {
  std::vector<std::string> after;
  for (const std::string& agent : step.after) after.push_back("@" + agent);
  return after.empty() ? step.task : step.task + " (after " + join(after, ", ") + ")";
}

std::vector<BriefChange> compare(const Brief& before, const Brief& after, Compare how) {
  Comparison comparison(how);
  comparison.text("title", before.title, after.title);
  comparison.text("goal", before.goal, after.goal);
  comparison.list("in scope", before.included, after.included);
  comparison.list("out of scope", before.excluded, after.excluded);
  const auto named = [](const Brief& brief) {
    std::map<std::string, std::string> texts;
    for (const BriefConstraint& one : brief.constraints) {
      if (!one.name.empty()) texts[one.name] = one.text;
    }
    return texts;
  };
  const auto unnamed = [](const Brief& brief) {
    std::vector<std::string> texts;
    for (const BriefConstraint& one : brief.constraints) {
      if (one.name.empty()) texts.push_back(one.text);
    }
    return texts;
  };
  auto limits = named(before), new_limits = named(after);
  Brief order = after;  // its constraints, then those that went
  for (const BriefConstraint& one : before.constraints) order.constraints.push_back(one);
  std::set<std::string> done = {""};
  put_in_order(order);
  for (const BriefConstraint& one : order.constraints) {
    if (done.insert(one.name).second) {
      comparison.text(one.name, limits[one.name], new_limits[one.name]);
    }
  }
  comparison.list("constraints", unnamed(before), unnamed(after));
  comparison.list("decisions", before.decisions, after.decisions);
  compare_objections(comparison, before, after);
  comparison.list("need more info", before.unknowns, after.unknowns);
  std::map<std::string, std::pair<std::string, std::string>> steps;
  for (const BriefStep& step : before.next_steps) steps[step.agent].first = step_text(step);
  for (const BriefStep& step : after.next_steps) steps[step.agent].second = step_text(step);
  for (const auto& [agent, tasks] : steps) {
    comparison.text("next step of " + agent, tasks.first, tasks.second);
  }
  return comparison.take();
}

}  // namespace

std::vector<BriefChange> compare_briefs(const Brief& before, const Brief& after) {
  return compare(before, after, Compare::kMeaning);
}

std::string brief_changes_markdown(const Brief& before, const Brief& after) {
  std::string out;
  for (const BriefChange& change : compare(before, after, Compare::kLetters)) {
    std::string part = change.part;
    std::erase_if(part, [](char c) { return c == '*' || c == '`'; });
    if (!part.empty() && part.front() >= 'a' && part.front() <= 'z')
      part.front() = static_cast<char>(part.front() - 'a' + 'A');
    const bool gone = change.kind == Kind::kRemoved;
    out += fmt::format("- **{}**: {}", markdown_inline(part, 200),
                       markdown_inline(gone ? change.before : change.after));
    if (change.kind == Kind::kAdded) out += " *(new)*";
    if (gone) out += " *(taken out)*";
    if (change.kind == Kind::kChanged)
      out += fmt::format(" (was: {})", markdown_inline(change.before));
    out += '\n';
  }
  return out;
}

std::vector<std::string> change_lines(const std::vector<BriefChange>& changes) {
  std::vector<std::string> lines;
  for (const BriefChange& change : changes) {
    switch (change.kind) {
      case Kind::kAdded:
        lines.push_back("+ " + change.part + ": " + one_line(change.after));
        break;
      case Kind::kRemoved:
        lines.push_back("- " + change.part + ": " + one_line(change.before));
        break;
      case Kind::kChanged:
        lines.push_back("~ " + change.part + ": " + one_line(change.before) + " -> " +
                        one_line(change.after));
        break;
    }
  }
  return lines;
}

}  // namespace fm
