#include "team/room/panel.h"

#include <algorithm>
#include <map>
#include <utility>

namespace fm {
namespace {

constexpr std::string_view kPanel = "panel";

int mean(std::int64_t sum, std::int64_t count) {
  return static_cast<int>((2 * sum + count) / (2 * count));
}

bool same_scorer(const IdeaScore& one, const IdeaScore& other) {
  return one.by == other.by && one.scorer == other.scorer && one.seat == other.seat;
}

void add_new(std::vector<std::string>& texts, const std::vector<std::string>& more) {
  for (const std::string& text : more)
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
}

void add_words(IdeaScore& sum, const IdeaScore& score, const std::vector<IdeaScore>& all) {
  add_new(sum.pros, score.pros);
  add_new(sum.cons, score.cons);
  add_new(sum.flags, score.flags);
  sum.clamped = sum.clamped || score.clamped;
  if (score.feedback.empty()) return;
  if (!sum.feedback.empty()) sum.feedback += "\n\n";
  sum.feedback += scorer_name(score, all) + ": " + score.feedback;
}

}  // namespace

void take_score(std::vector<IdeaScore>& scores, IdeaScore score) {
  std::erase_if(scores, [&](const IdeaScore& former) {
    const bool of_agents = former.by == Actor::kAgent && score.by == Actor::kAgent;
    return same_scorer(former, score) || (of_agents && former.flow != score.flow);
  });
  scores.push_back(std::move(score));
}

std::optional<IdeaScore> summed_up(const std::vector<IdeaScore>& scores) {
  if (scores.empty()) return std::nullopt;
  if (scores.size() == 1) return scores.front();
  IdeaScore sum;
  sum.scorer = kPanel;
  std::int64_t total = 0;
  int lowest = scores.front().score;
  int highest = lowest;
  sum.revision = scores.front().revision;
  for (const IdeaScore& score : scores) {
    total += score.score;
    lowest = std::min(lowest, score.score);
    highest = std::max(highest, score.score);
    sum.revision = std::max(sum.revision, score.revision);
    sum.flow = score.flow;
    add_words(sum, score, scores);
  }
  sum.score = mean(total, static_cast<std::int64_t>(scores.size()));
  sum.spread = highest - lowest;
  if (*sum.spread >= kContestedSpread) add_new(sum.flags, {"contested"});
  for (std::size_t i = 0; i < kCriteria.size(); ++i) {
    std::int64_t given = 0;
    std::int64_t points = 0;
    for (const IdeaScore& score : scores) {
      if (!score.criteria[i]) continue;
      ++given;
      points += *score.criteria[i];
    }
    if (given > 0) sum.criteria[i] = mean(points, given);
  }
  return sum;
}

std::string scorer_name(const IdeaScore& score, const std::vector<IdeaScore>& all) {
  const auto seats = std::ranges::count_if(all, [&](const IdeaScore& other) {
    return other.by == score.by && other.scorer == score.scorer;
  });
  return seats > 1 ? score.scorer + " " + std::to_string(score.seat) : score.scorer;
}

std::vector<NewEvent> panel_events(std::vector<std::vector<NewEvent>> sheets) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<NewEvent>> by_idea;
  for (std::vector<NewEvent>& sheet : sheets)
    for (NewEvent& event : sheet) {
      const std::string id(text_at(event.body, "id"));
      if (!by_idea.contains(id)) order.push_back(id);
      by_idea[id].push_back(std::move(event));
    }
  std::vector<NewEvent> events;
  for (const std::string& id : order) {
    std::vector<NewEvent>& scores = by_idea[id];
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (const std::size_t more = scores.size() - i - 1; more > 0)
        scores[i].body["more"] = static_cast<std::int64_t>(more);
      events.push_back(std::move(scores[i]));
    }
  }
  return events;
}

}  // namespace fm
