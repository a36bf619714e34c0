#include "team/ideas/scoring.h"

#include <algorithm>

namespace fm {
namespace {

std::optional<int> hundredths(const Json& value, std::string_view key) {
  const Json* number = find_at(value, key);
  if (!number || !number->is_int64()) return std::nullopt;
  return static_cast<int>(number->get_int64());
}

int criterion(const Idea& idea, std::size_t index) {
  return idea.score->criteria[index].value_or(-1);
}

// The order of the choice: true when `a` stands before `b`. Ids go by age, so the list's order is.
bool better(const Idea& a, const Idea& b) {
  constexpr std::size_t kFeasibility = 0;
  constexpr std::size_t kImpact = 2;
  if (a.score->score != b.score->score) return a.score->score > b.score->score;
  if (criterion(a, kImpact) != criterion(b, kImpact))
    return criterion(a, kImpact) > criterion(b, kImpact);
  return criterion(a, kFeasibility) > criterion(b, kFeasibility);
}

bool scored_in(const Idea& idea, const FlowId& flow) {
  return std::ranges::any_of(idea.scores, [&](const IdeaScore& score) {
    return score.by == Actor::kAgent && score.flow == flow;
  });
}

// The choice among ideas that may all be chosen.
Selection choose(const std::vector<const Idea*>& ideas, const std::string& leader_choice) {
  std::vector<const Idea*> scored;
  std::ranges::copy_if(ideas, std::back_inserter(scored),
                       [](const Idea* idea) { return idea->score.has_value(); });
  Selection selection;
  if (scored.empty()) {
    const bool leader_names =
        std::ranges::any_of(ideas, [&](const Idea* idea) { return idea->id == leader_choice; });
    selection.id = leader_names ? leader_choice : ideas.front()->id;
    selection.by_rule = leader_names ? "leader" : "first";
    selection.flags.push_back("unscored");
    return selection;
  }
  const Idea* best = *std::ranges::min_element(
      scored, [](const Idea* a, const Idea* b) { return better(*a, *b); });
  const auto equals = std::ranges::count_if(
      scored, [&](const Idea* idea) { return idea->score->score == best->score->score; });
  selection.id = best->id;
  selection.score = best->score->score;
  selection.by_rule = equals > 1 ? "tie" : "score";
  return selection;
}

}  // namespace

Error score_clamped(const std::string& idea, const std::string& scorer) {
  return {"score_clamped", "A score of " + idea + " was outside 0 to 10 and was cut.",
          "It came from " + scorer + ".", ""};
}

std::optional<int> overall_score(const std::array<std::optional<int>, 5>& criteria,
                                 std::optional<int> own, const std::array<int, 5>& weights) {
  if (own) return own;
  std::int64_t sum = 0;
  std::int64_t weight = 0;
  for (std::size_t i = 0; i < criteria.size(); ++i) {
    if (!criteria[i]) continue;
    sum += std::int64_t{*criteria[i]} * weights[i];
    weight += weights[i];
  }
  if (weight <= 0) return std::nullopt;
  return static_cast<int>((2 * sum + weight) / (2 * weight));
}

ScoreChanges change_scores(const std::vector<const Idea*>& living, const Json& reading,
                           const std::array<int, 5>& weights, const Scorer& scorer) {
  ScoreChanges changes;
  const Json* scores = find_at(reading, "scores");
  for (const Idea* idea : living) {
    const Json* entry = nullptr;
    if (scores && scores->is_array())
      for (const Json& score : scores->get_array())
        if (text_at(score, "id") == idea->id) entry = &score;
    std::array<std::optional<int>, 5> criteria;
    JsonObject given;
    const Json* of_entry = entry ? find_at(*entry, "criteria") : nullptr;
    for (std::size_t i = 0; of_entry && i < criteria.size(); ++i) {
      criteria[i] = hundredths(*of_entry, kCriteria[i]);
      if (criteria[i]) given[kCriteria[i]] = *criteria[i];
    }
    const auto overall =
        overall_score(criteria, entry ? hundredths(*entry, "overall") : std::nullopt, weights);
    if (!overall) {
      if (!scored_in(*idea, scorer.flow)) changes.missing.push_back(idea->id);
      continue;
    }
    NewEvent event;
    event.kind = "idea.scored";
    event.by = {Actor::kAgent, scorer.agent};
    event.body["id"] = idea->id;
    event.body["scorer"] = scorer.agent;
    if (scorer.seat > 0) event.body["seat"] = scorer.seat;
    event.body["scores"] = std::move(given);
    event.body["score"] = *overall;
    event.body["pros"] = to_json(texts_at(*entry, "pros"));
    event.body["cons"] = to_json(texts_at(*entry, "cons"));
    event.body["feedback"] = text_at(*entry, "feedback");
    if (bool_at(*entry, "clamped")) {
      event.body["clamped"] = true;
      changes.warnings.push_back(score_clamped(idea->id, scorer.agent));
    }
    changes.events.push_back(std::move(event));
  }
  return changes;
}

std::optional<Selection> select_idea(const std::vector<const Idea*>& living,
                                     const std::string& leader_choice, int min_score) {
  if (living.empty()) return std::nullopt;
  std::vector<const Idea*> pinned;
  std::ranges::copy_if(living, std::back_inserter(pinned), &Idea::pinned);
  Selection selection = choose(pinned.empty() ? living : pinned, leader_choice);
  if (pinned.size() == 1) selection.by_rule = "pin";
  if (selection.score && *selection.score < min_score) selection.flags.push_back("below_threshold");
  if (!pinned.empty()) selection.flags.push_back("pinned");
  if (std::ranges::any_of(living, [&](const Idea* idea) { return idea->id == leader_choice; }))
    selection.leader_choice = leader_choice;
  return selection;
}

JsonObject to_body(const Selection& selection) {
  JsonObject body;
  body["id"] = selection.id;
  if (selection.score) body["score"] = *selection.score;
  body["by_rule"] = selection.by_rule;
  body["flags"] = to_json(selection.flags);
  if (!selection.leader_choice.empty()) body["leader_choice"] = selection.leader_choice;
  return body;
}

}  // namespace fm
