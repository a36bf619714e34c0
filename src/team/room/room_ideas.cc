#include "team/room/room_ideas.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <tuple>
#include <utility>

#include "engine/log/event_body.h"
#include "team/room/panel.h"

namespace fm {
namespace {

using Handler = void (*)(RoomView&, const Event&);

using body::field;
using body::integer;

// From the newest on: events are nearly always about what came last.
Idea* find_idea(RoomView& view, const Event& event) {
  for (std::size_t i = view.ideas.size(); i-- > 0;)
    if (view.ideas[i].id == event.text("id")) return &view.ideas.edit(i);
  return nullptr;
}

// idea-2 before idea-10; an id of another form after all of these, by its text.
auto idea_order(std::string_view id) {
  constexpr std::string_view kPrefix = "idea-";
  std::uint64_t number = 0;
  bool numbered = id.starts_with(kPrefix);
  if (numbered) {
    const char* end = id.data() + id.size();
    const auto [stop, failed] = std::from_chars(id.data() + kPrefix.size(), end, number);
    numbered = failed == std::errc() && stop == end;
  }
  return std::tuple(!numbered, numbered ? number : 0, std::string(id));
}

// Lays the fields that the event has over a revision.
void lay_over(IdeaRevision& revision, const Event& event) {
  const auto take = [&](std::string_view key, std::string& into) {
    const Json* value = field(event, key);
    if (value != nullptr && value->is_string()) into = value->get_string();
  };
  take("title", revision.title);
  take("description", revision.description);
  take("rationale", revision.rationale);
  take("builds_on", revision.builds_on);
  if (field(event, "tags")) revision.tags = texts_at(event.body, "tags");
  revision.round = integer(event, "round", revision.round);
}

void revise(Idea& idea, const Event& event) {
  IdeaRevision next = idea.now();
  ++next.revision;
  lay_over(next, event);
  next.revision = integer(event, "revision", next.revision);
  idea.revisions.push_back(std::move(next));
}

void idea_proposed(RoomView& view, const Event& event) {
  if (Idea* known = find_idea(view, event)) return revise(*known, event);
  Idea idea;
  idea.id = event.text("id");
  lay_over(idea.revisions.emplace_back(), event);
  const auto after = std::ranges::upper_bound(view.ideas, idea_order(idea.id), {},
                                              [](const Idea& one) { return idea_order(one.id); });
  view.ideas.insert(after, std::move(idea));
}

void idea_revised(RoomView& view, const Event& event) {
  if (Idea* idea = find_idea(view, event)) revise(*idea, event);
}

void idea_merged(RoomView& view, const Event& event) {
  if (Idea* idea = find_idea(view, event)) idea->merged_into = std::string(event.text("into"));
}

// What a person takes back holds no more.
bool holds(const Event& event) { return !bool_at(event.body, "withdrawn"); }

void idea_pinned(RoomView& view, const Event& event) {
  if (Idea* idea = find_idea(view, event)) idea->pinned = holds(event);
}

// A veto of what is chosen takes the choice back.
void idea_vetoed(RoomView& view, const Event& event) {
  Idea* idea = find_idea(view, event);
  if (idea == nullptr) return;
  idea->vetoed = holds(event);
  if (idea->vetoed && view.selection && view.selection->id == idea->id) view.selection.reset();
}

void idea_scored(RoomView& view, const Event& event) {
  Idea* idea = find_idea(view, event);
  if (idea == nullptr) return;
  IdeaScore score;
  score.scorer = event.text("scorer");
  score.seat = integer(event, "seat", 0);
  score.by = event.by.kind == Actor::kPerson ? Actor::kPerson : Actor::kAgent;
  score.flow = event.flow;
  score.score = integer(event, "score", 0);
  score.pros = texts_at(event.body, "pros");
  score.cons = texts_at(event.body, "cons");
  score.feedback = event.text("feedback");
  score.revision = idea->now().revision;
  score.spread = integer(field(event, "spread"));
  score.flags = texts_at(event.body, "flags");
  score.clamped = bool_at(event.body, "clamped");
  if (const Json* scores = field(event, "scores")) {
    for (std::size_t i = 0; i < kCriteria.size(); ++i)
      score.criteria[i] = integer(find_at(*scores, kCriteria[i]));
  }
  take_score(idea->scores, std::move(score));
  idea->score = summed_up(idea->scores);
}

void idea_selected(RoomView& view, const Event& event) {
  view.selection = Selection{.id = std::string(event.text("id")),
                             .score = integer(field(event, "score")),
                             .by_rule = std::string(event.text("by_rule")),
                             .flags = texts_at(event.body, "flags"),
                             .leader_choice = std::string(event.text("leader_choice"))};
}

void note(RoomView& view, const Event& event) {
  const Idea* idea = view.idea(event.text("id"));
  if (idea == nullptr) return;
  const bool titled = event.kind == "idea.proposed" || event.kind == "idea.revised";
  view.idea_notes.push_back(
      {.at = event.room_seq,
       .id = idea->id,
       .revision = idea->now().revision,
       .title = titled ? idea->now().title : std::string(),
       .score = idea->score ? std::optional(idea->score->score) : std::nullopt,
       .pinned = idea->pinned,
       .vetoed = idea->vetoed,
       .merged_into = idea->merged_into});
}

constexpr std::pair<std::string_view, Handler> kHandlers[] = {
    {"idea.merged", idea_merged},   {"idea.pinned", idea_pinned}, {"idea.proposed", idea_proposed},
    {"idea.revised", idea_revised}, {"idea.scored", idea_scored}, {"idea.selected", idea_selected},
    {"idea.vetoed", idea_vetoed},
};

}  // namespace

void fold_ideas(RoomView& view, const Event& event) {
  for (const auto& [kind, handle] : kHandlers) {
    if (kind != event.kind) continue;
    handle(view, event);
    if (handle != idea_selected) note(view, event);
    return;
  }
}

}  // namespace fm
