#include "team/ideas/idea_book.h"

#include <doctest/doctest.h>

using namespace fm;

namespace {

std::vector<std::string> kinds(const IdeaChanges& changes) {
  std::vector<std::string> kinds;
  for (const NewEvent& event : changes.events)
    kinds.push_back(event.kind + " " + std::string(text_at(event.body, "id")));
  return kinds;
}

ProposedIdea proposed(std::string title, std::string description = "d", std::string id = {}) {
  ProposedIdea idea;
  idea.id = std::move(id);
  idea.title = std::move(title);
  idea.description = std::move(description);
  return idea;
}

// What a room holds after these changes.
SharedVector<Idea> after(const SharedVector<Idea>& before, const IdeaChanges& changes) {
  RoomView view;
  view.ideas = before;
  std::int64_t seq = 0;
  for (const NewEvent& event : changes.events) {
    Event committed;
    committed.room_seq = {++seq};
    committed.kind = event.kind;
    committed.body = event.body;
    view.apply(committed);
  }
  return view.ideas;
}

}  // namespace

TEST_CASE("I-5 ids go up by first appearance and are never used again") {
  const auto first = change_ideas({}, {proposed("Tool shed"), proposed("Tool van")}, 1, "ideation");
  CHECK(kinds(first) == std::vector<std::string>{"idea.proposed idea-1", "idea.proposed idea-2"});
  const auto ideas = after({}, first);
  const auto second = change_ideas(ideas, {proposed("Lending map")}, 2, "ideation");
  CHECK(kinds(second) == std::vector<std::string>{"idea.proposed idea-3"});
}

TEST_CASE("I-5 case, punctuation and word order do not make a new idea") {
  const auto changes =
      change_ideas({}, {proposed("Tool shed"), proposed("The SHED, tool!"), proposed("Tool van")},
                   1, "ideation");
  CHECK(kinds(changes) == std::vector<std::string>{"idea.proposed idea-1", "idea.proposed idea-2",
                                                   "idea.merged idea-2", "idea.proposed idea-3"});
  CHECK(changes.added == 2);
}

TEST_CASE("I-5 a refined idea keeps its id and gains a revision, all of which stay readable") {
  const auto ideas = after({}, change_ideas({}, {proposed("Tool shed", "one")}, 1, "ideation"));
  const auto changes =
      change_ideas(ideas, {proposed("Tool shed with a code", "two", "Idea 1")}, 2, "ideation");
  CHECK(changes.revised == 1);
  const auto revised = after(ideas, changes);
  REQUIRE(revised.size() == 1);
  REQUIRE(revised[0].revisions.size() == 2);
  CHECK(revised[0].revisions[0].title == "Tool shed");
  CHECK(revised[0].now().title == "Tool shed with a code");
}

TEST_CASE("I-5 the same title with another text is a revision; the same text is nothing new") {
  const auto ideas = after({}, change_ideas({}, {proposed("Tool shed", "one")}, 1, "ideation"));
  CHECK(change_ideas(ideas, {proposed("tool shed", "two")}, 2, "ideation").revised == 1);
  CHECK(change_ideas(ideas, {proposed("Tool shed", "one")}, 2, "ideation").events.empty());
}

TEST_CASE("I-5 an id that nobody knows is a new idea and a warning") {
  const auto changes = change_ideas({}, {proposed("Tool shed", "d", "idea-9")}, 1, "ideation");
  CHECK(changes.added == 1);
  REQUIRE(changes.warnings.size() == 1);
  CHECK(changes.warnings[0].code == "idea_unknown");
}

TEST_CASE("I-21 a vetoed idea does not come back, by its id, its title or under a new number") {
  auto ideas = after({}, change_ideas({}, {proposed("Tool shed"), proposed("Tool van")}, 1, "i"));
  ideas.edit(1).vetoed = true;
  const auto changes = change_ideas(
      ideas, {proposed("The van, tool!"), proposed("A better van", "x", "idea-2")}, 2, "ideation");
  CHECK(changes.events.empty());
  REQUIRE(changes.warnings.size() == 2);
  CHECK(changes.warnings[0].code == "idea_vetoed");
  CHECK(changes.warnings[1].code == "idea_vetoed");
}
