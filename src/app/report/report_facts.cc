#include "app/report/report_facts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <tuple>

#include "app/report/report_verdict.h"

namespace fm {
namespace {

bool contains(const std::vector<std::string>& texts, std::string_view text) {
  return std::ranges::find(texts, text) != texts.end();
}

bool is_exploration(std::string_view kind) {
  constexpr std::array<std::string_view, 5> kKinds = {"researcher", "ideation", "critic",
                                                      "implementer", "synthesis"};
  return std::ranges::find(kKinds, kind) != kKinds.end();
}

bool is_decision(std::string_view kind) {
  return kind == "validation" || kind == "selection" || kind == "visualization";
}

Ending ending_of(const RoomView& view, const FlowRecord* flow) {
  if (flow == nullptr) return view.messages.empty() ? Ending::kEmpty : Ending::kRunning;
  if (flow->state == FlowState::kRunning) return Ending::kRunning;
  if (flow->state == FlowState::kPaused) return Ending::kPaused;
  if (flow->completion == "error" || flow->error.has_value()) return Ending::kError;
  if (flow->completion == "cancellation" || flow->completion == "timeout") return Ending::kStopped;
  return Ending::kDone;
}

// The order of I-9: score, impact, feasibility; of what is equal in these the older comes first.
auto order_key(const RoomView& view, const Idea* idea) {
  const bool chosen = view.selection && view.selection->id == idea->id;
  const int group = chosen ? 0 : idea->vetoed ? 3 : idea->score ? 1 : 2;
  const IdeaScore score = idea->score.value_or(IdeaScore{});
  return std::tuple(group, -score.score, -criterion(score, "impact"),
                    -criterion(score, "feasibility"));
}

// Cuts the talk at what was said: a round begins with the first explorer after the kickoff or
// after a synthesis. What the person says belongs to the stretch it was said in.
class TimelineBuilder {
 public:
  void add(Saying saying, std::string_view kind) {
    if (kind == "kickoff") {
      open("Kickoff");
    } else if (is_exploration(kind)) {
      if (!in_round_) open("Round " + std::to_string(++rounds_));
      in_round_ = kind != "synthesis";
    } else if (is_decision(kind)) {
      open("Decision");
    } else if (timeline_.empty()) {
      open("Before the kickoff");
    }
    timeline_.back().sayings.push_back(saying);
  }

  int rounds() const { return rounds_; }
  std::vector<Stretch> take() { return std::move(timeline_); }

 private:
  void open(std::string title) {
    in_round_ = title.starts_with("Round");
    if (timeline_.empty() || timeline_.back().title != title)
      timeline_.push_back({std::move(title), {}});
  }

  std::vector<Stretch> timeline_;
  int rounds_ = 0;
  bool in_round_ = false;
};

void add_timeline(ReportFacts& facts, const RoomView& view) {
  TimelineBuilder builder;
  auto answer = view.answers.begin();
  const auto add_answers = [&](RoomSeq until) {
    for (; answer != view.answers.end() && answer->room_seq < until; ++answer)
      builder.add({.answer = &*answer}, "gate");
  };
  for (const Message& message : view.messages) {
    add_answers(message.room_seq);
    builder.add({.message = &message}, message.kind);
  }
  add_answers({view.head.value + 1});
  facts.rounds = builder.rounds();
  facts.timeline = builder.take();
}

void add_costs(ReportFacts& facts, const RoomView& view) {
  for (const TurnRecord& turn : view.turns) {
    auto cost = std::ranges::find(facts.costs, turn.agent, &AgentCost::agent);
    if (cost == facts.costs.end()) {
      facts.costs.emplace_back();
      cost = std::prev(facts.costs.end());
      cost->agent = turn.agent;
    }
    if (!turn.model.empty() && !contains(cost->models, turn.model))
      cost->models.push_back(turn.model);
    ++cost->turns;
    if (turn.state == TurnState::kFailed) ++cost->failed;
    cost->usage.input += turn.usage.input;
    cost->usage.cached += turn.usage.cached;
    cost->usage.output += turn.usage.output;
    cost->usage.reasoning += turn.usage.reasoning;
    cost->cost.value += turn.cost.value;
    cost->total += turn.total;
  }
}

void add_ranking(ReportFacts& facts, const RoomView& view) {
  int rank = 0;
  for (const Idea* idea : ranked_ideas(view)) {
    RankedIdea standing;
    standing.idea = idea;
    standing.chosen = view.selection && view.selection->id == idea->id;
    if (idea->score && !idea->vetoed) standing.rank = ++rank;
    standing.flags = idea_flags(view, *idea, facts.threshold);
    facts.ranking.push_back(std::move(standing));
  }
  for (RankedIdea& standing : facts.ranking)
    standing.verdict = why_not_chosen(view, standing, facts.chosen(), facts.threshold);
  for (const Idea& idea : view.ideas) {
    if (!idea.alive()) facts.merged.push_back(&idea);
  }
}

}  // namespace

int criterion(const IdeaScore& score, std::string_view name) {
  const auto found = std::ranges::find(kCriteria, name);
  return score.criteria[static_cast<std::size_t>(found - kCriteria.begin())].value_or(0);
}

std::optional<int> threshold_of(const RoomView& view) {
  const FlowRecord* flow = view.latest_flow();
  if (flow == nullptr) return std::nullopt;
  const std::int64_t threshold = int_at(flow->args, "min_score", -1);
  if (threshold < 0 || threshold > 1000) return std::nullopt;
  return static_cast<int>(threshold);
}

std::string topic_of(const RoomView& view) {
  const FlowRecord* flow = view.latest_flow();
  const std::string_view topic = flow == nullptr ? "" : text_at(flow->args, "topic");
  return topic.empty() ? view.title : std::string(topic);
}

std::vector<const Idea*> ranked_ideas(const RoomView& view) {
  std::vector<const Idea*> ideas = view.living_ideas();  // in the order of their age
  std::ranges::stable_sort(ideas, {}, [&](const Idea* idea) { return order_key(view, idea); });
  return ideas;
}

std::vector<std::string> idea_flags(const RoomView& view, const Idea& idea,
                                    std::optional<int> threshold) {
  std::vector<std::string> flags;
  const auto add = [&](bool holds, std::string flag) {
    if (holds && !contains(flags, flag)) flags.push_back(std::move(flag));
  };
  const bool chosen = view.selection && view.selection->id == idea.id;
  const auto selection_says = [&](std::string_view flag) {
    return chosen && contains(view.selection->flags, flag);
  };
  const auto score_says = [&](std::string_view flag) {
    return idea.score && contains(idea.score->flags, flag);
  };
  add(selection_says("below_threshold") ||
          (idea.score && threshold && idea.score->score < *threshold),
      "below_threshold");
  // While the moderator is still to come, an idea without a score lacks nothing.
  add(selection_says("unscored") || (!idea.score && view.selection), "unscored");
  add(selection_says("contested") || score_says("contested"), "contested");
  add(idea.score && idea.score->clamped, "clamped");
  add(idea.pinned, "pinned");
  add(idea.vetoed, "vetoed");
  if (idea.score) {
    for (const std::string& flag : idea.score->flags) add(true, flag);
  }
  if (chosen) {
    for (const std::string& flag : view.selection->flags) add(true, flag);
  }
  return flags;
}

ReportFacts report_facts(const RoomView& view, std::optional<int> threshold) {
  ReportFacts facts;
  facts.topic = topic_of(view);
  facts.flow = view.latest_flow();
  facts.ending = ending_of(view, facts.flow);
  facts.threshold = threshold ? threshold : threshold_of(view);
  std::set<std::string_view> speakers;
  for (const Message& message : view.messages) {
    if (message.kind != "user" && message.from != "system") speakers.insert(message.from);
    if (message.kind == "selection") facts.leaders_words = &message;
  }
  facts.agents = static_cast<int>(speakers.size());
  add_timeline(facts, view);
  add_costs(facts, view);
  add_ranking(facts, view);
  return facts;
}

}  // namespace fm
