#include "app/report/report_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "app/report/report_facts.h"
#include "app/report/report_html.h"
#include "base/text.h"

namespace fm {
namespace {

constexpr std::size_t kMostNamed = 2;  // criteria in one half of a comparison

struct Difference {
  std::size_t criterion = 0;
  int own = 0;
  int winners = 0;
};

// "feasibility (6.5 against 9.0) and impact (7.0 against 8.5)": the widest first.
std::string named(std::vector<Difference> differences) {
  std::ranges::sort(differences, {}, [](const Difference& one) {
    return std::pair(-std::abs(one.own - one.winners), one.criterion);
  });
  if (differences.size() > kMostNamed) differences.resize(kMostNamed);
  std::vector<std::string> parts;
  for (const Difference& one : differences) {
    parts.push_back(fmt::format("{} ({} against {})", kCriteria[one.criterion], score_text(one.own),
                                score_text(one.winners)));
  }
  return join(parts, " and ");
}

// Where the idea is weaker than the winner, and where stronger.
std::string compared(const IdeaScore& own, const IdeaScore& winners) {
  std::vector<Difference> weaker;
  std::vector<Difference> stronger;
  for (std::size_t i = 0; i < kCriteria.size(); ++i) {
    if (!own.criteria[i] || !winners.criteria[i]) continue;
    const Difference one{i, *own.criteria[i], *winners.criteria[i]};
    if (one.own < one.winners) weaker.push_back(one);
    if (one.own > one.winners) stronger.push_back(one);
  }
  if (weaker.empty() && stronger.empty()) return {};
  if (weaker.empty()) return "Stronger on " + named(stronger) + ", but lower overall.";
  if (stronger.empty()) return "Weaker on " + named(weaker) + ", stronger on nothing.";
  return "Weaker on " + named(weaker) + "; stronger on " + named(stronger) + ".";
}

// Which step of the tie rule settled it.
std::string tie_settled(const IdeaScore& own, const IdeaScore& winners) {
  for (const std::string_view name : {"impact", "feasibility"}) {
    const int mine = criterion(own, name);
    const int theirs = criterion(winners, name);
    if (mine < theirs) {
      return fmt::format("A tie goes to the higher {}: {} against {}.", name, score_text(mine),
                         score_text(theirs));
    }
    if (mine > theirs)
      return "A tie goes to the higher impact, then to the higher feasibility, then to the older "
             "idea.";
  }
  return "They tie on impact and feasibility too, so the older idea was chosen.";
}

std::string rule_in_words(std::string_view rule) {
  if (rule == "leader") return "No score decided: the leader’s choice did.";
  if (rule == "first") return "No score decided: the first idea was taken.";
  if (rule == "pin") return "A person pinned the chosen one.";
  return {};
}

std::string behind(const IdeaScore& own, const RankedIdea& chosen, std::optional<int> threshold,
                   std::string_view rule) {
  if (!chosen.idea->score) return rule_in_words(rule);
  const IdeaScore& winners = *chosen.idea->score;
  if (rule == "pin" && own.score == winners.score)
    return fmt::format("Equal at {}. {}", score_text(own.score), rule_in_words(rule));
  if (own.score > winners.score && rule != "pin" && chosen.idea->pinned)
    return "Its score is higher than the chosen idea’s. Only pinned ideas could be chosen.";
  if (own.score > winners.score)
    return "Its score is higher than the chosen idea’s. " + rule_in_words(rule);
  if (own.score == winners.score)
    return fmt::format("Equal at {}. {}", score_text(own.score), tie_settled(own, winners));
  std::string words = fmt::format("{} behind. ", score_text(winners.score - own.score));
  if (threshold && own.score < *threshold && winners.score >= *threshold)
    words += fmt::format("Below the threshold of {}. ", score_text(*threshold));
  return words + compared(own, winners);
}

std::string quoted_title(const Idea& idea) {
  return fmt::format("“{}”", isolated(idea.now().title, 120));
}

std::string talk_sentence(const ReportFacts& facts, std::size_t ideas) {
  if (facts.agents == 0) return "Nobody has said anything yet.";
  std::string words =
      fmt::format("{} talked about this", count_text(facts.agents, "agent", "agents"));
  if (facts.rounds > 0) words += " for " + count_text(facts.rounds, "round", "rounds");
  words += ideas == 0 ? " and brought forward no idea."
                      : " and brought forward " +
                            count_text(static_cast<std::int64_t>(ideas), "idea", "ideas") + ".";
  if (words.front() >= 'a' && words.front() <= 'z')
    words.front() = static_cast<char>(words[0] - 32);
  return words;
}

const RankedIdea* runner_up(const ReportFacts& facts) {
  for (const RankedIdea& standing : facts.ranking) {
    if (!standing.chosen && standing.rank > 0) return &standing;
  }
  return nullptr;
}

std::string choice_sentence(const RoomView& view, const ReportFacts& facts) {
  const Idea& idea = *facts.chosen()->idea;
  const std::string& rule = view.selection->by_rule;
  std::string words = quoted_title(idea) + " was chosen";
  if (rule == "pin") {
    words += " because a person pinned it";
    return words + (idea.score ? fmt::format("; it has {} of 10.", score_text(idea.score->score))
                               : "; it has no score.");
  }
  if (!idea.score) {
    if (rule == "leader") return words + ": no idea has a score, so the leader’s choice counts.";
    return words + ": no idea has a score and the leader named none, so the first was taken.";
  }
  words += fmt::format(" with {} of 10", score_text(idea.score->score));
  const RankedIdea* second = runner_up(facts);
  if (second == nullptr) return words + ".";
  const int lead = idea.score->score - second->idea->score->score;
  if (lead < 0 && idea.pinned)
    return fmt::format("{}, the best of those that a person pinned.", words);
  if (lead > 0)
    return fmt::format("{}, {} ahead of {}.", words, score_text(lead), quoted_title(*second->idea));
  if (lead == 0)
    return fmt::format("{}, level with {}; the tie rule decided.", words,
                       quoted_title(*second->idea));
  return words + ".";
}

std::string threshold_sentence(const ReportFacts& facts) {
  if (!facts.threshold || !facts.chosen()->idea->score) return {};
  if (facts.chosen()->idea->score->score >= *facts.threshold)
    return fmt::format("It reaches the threshold of {}.", score_text(*facts.threshold));
  return fmt::format("It stays below the threshold of {}{}.", score_text(*facts.threshold),
                     facts.chosen()->idea->pinned
                         ? ""
                         : ", as does every other: the best there is, not one that passed");
}

}  // namespace

std::string why_not_chosen(const RoomView& view, const RankedIdea& standing,
                           const RankedIdea* chosen, std::optional<int> threshold) {
  if (standing.chosen) return {};
  const Idea& idea = *standing.idea;
  if (idea.vetoed) {
    std::string words = "Vetoed by a person, so it could not be chosen.";
    if (idea.score) words += fmt::format(" Its score is {}.", score_text(idea.score->score));
    return words;
  }
  if (chosen == nullptr) return {};
  if (idea.score) return behind(*idea.score, *chosen, threshold, view.selection->by_rule);
  if (!chosen->idea->score) return rule_in_words(view.selection->by_rule);
  return "It got no score that could be read, and an idea without a score cannot be chosen.";
}

std::vector<std::string> summary_sentences(const RoomView& view, const ReportFacts& facts) {
  std::vector<std::string> sentences = {talk_sentence(facts, facts.ranking.size())};
  if (facts.ending == Ending::kError)
    sentences.push_back(
        "The discussion ended in an error; everything that was said until then is below.");
  if (facts.chosen() != nullptr) {
    sentences.push_back(choice_sentence(view, facts));
    sentences.push_back(threshold_sentence(facts));
    const Idea* preferred = view.idea(view.selection->leader_choice);
    if (preferred != nullptr && preferred != facts.chosen()->idea &&
        view.selection->by_rule != "leader")
      sentences.push_back(fmt::format("The leader would have chosen {}; the {} decides.",
                                      quoted_title(*preferred),
                                      view.selection->by_rule == "pin" ? "pin" : "highest score"));
  }
  std::erase(sentences, "");
  return sentences;
}

}  // namespace fm
