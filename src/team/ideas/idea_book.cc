#include "team/ideas/idea_book.h"

#include <algorithm>
#include <optional>

#include "reading/json/names.h"

namespace fm {
namespace {

// A living idea as it would stand after the changes so far.
struct Entry {
  std::string id;
  std::string title;
  std::string description;
  std::string rationale;
  int revision = 1;
  bool of_this_answer = false;
};

class Book {
 public:
  Book(const SharedVector<Idea>& ideas, int round, const std::string& agent)
      : round_(round), agent_(agent), next_(ideas.size() + 1) {
    for (const Idea& idea : ideas) {
      if (!idea.alive()) continue;
      Entry entry{idea.id, idea.now().title, idea.now().description, idea.now().rationale,
                  idea.now().revision};
      (idea.vetoed ? vetoed_ : entries_).push_back(std::move(entry));
    }
  }

  // A veto holds whatever the idea is called by, until the person takes it back (I-21).
  void take(const ProposedIdea& idea) {
    if (const Entry* vetoed = vetoed_one(idea)) {
      changes.warnings.push_back({"idea_vetoed", vetoed->id + " was brought again, and is vetoed.",
                                  "The answer has it as \"" + idea.title + "\".",
                                  "Say \"unveto " + vetoed->id + "\" to let it count."});
      return;
    }
    if (!idea.id.empty()) {
      if (Entry* known = by_name(idea.id)) return revise(*known, idea);
      changes.warnings.push_back(unknown(idea.id, "revises", idea.title));
    }
    Entry* same = by_title(idea.title);
    if (!same) return propose(idea);
    if (same->of_this_answer) return merge(idea, *same);
    revise(*same, idea);
  }

  IdeaChanges changes;

 private:
  const Entry* vetoed_one(const ProposedIdea& idea) const {
    const auto found = std::ranges::find_if(vetoed_, [&](const Entry& entry) {
      if (!idea.id.empty() && name_key(entry.id) == name_key(idea.id)) return true;
      return same_title(entry.title, idea.title);
    });
    return found == vetoed_.end() ? nullptr : &*found;
  }

  Entry* by_name(const std::string& said) {
    for (Entry& entry : entries_)
      if (name_key(entry.id) == name_key(said)) return &entry;
    return by_title(said);
  }

  Entry* by_title(const std::string& title) {
    auto found = std::ranges::find_if(
        entries_, [&](const Entry& entry) { return same_title(entry.title, title); });
    return found == entries_.end() ? nullptr : &*found;
  }

  void propose(const ProposedIdea& idea) {
    Entry entry{
        "idea-" + std::to_string(next_++), idea.title, idea.description, idea.rationale, 1, true};
    JsonObject body = fields(idea);
    body["id"] = entry.id;
    add("idea.proposed", std::move(body));
    entries_.push_back(std::move(entry));
    ++changes.added;
  }

  void merge(const ProposedIdea& idea, const Entry& into) {
    JsonObject body = fields(idea);
    const std::string id = "idea-" + std::to_string(next_++);
    body["id"] = id;
    add("idea.proposed", std::move(body));
    add("idea.merged", {{"id", id}, {"into", into.id}});
  }

  void revise(Entry& known, const ProposedIdea& idea) {
    const bool same = (idea.title.empty() || idea.title == known.title) &&
                      (idea.description.empty() || idea.description == known.description) &&
                      (idea.rationale.empty() || idea.rationale == known.rationale);
    if (same) return;  // said again, not changed
    ++known.revision;
    if (!idea.title.empty()) known.title = idea.title;
    if (!idea.description.empty()) known.description = idea.description;
    if (!idea.rationale.empty()) known.rationale = idea.rationale;
    JsonObject body = fields(idea);
    body["id"] = known.id;
    body["revision"] = known.revision;
    add("idea.revised", std::move(body));
    ++changes.revised;
  }

  JsonObject fields(const ProposedIdea& idea) {
    JsonObject body;
    if (!idea.title.empty()) body["title"] = idea.title;
    if (!idea.description.empty()) body["description"] = idea.description;
    if (!idea.rationale.empty()) body["rationale"] = idea.rationale;
    body["tags"] = to_json(idea.tags);
    if (!idea.builds_on.empty()) {
      if (const Entry* base = by_name(idea.builds_on)) {
        body["builds_on"] = base->id;
      } else {
        changes.warnings.push_back(unknown(idea.builds_on, "builds on", idea.title));
      }
    }
    body["round"] = round_;
    return body;
  }

  static Error unknown(const std::string& said, const std::string& how, const std::string& title) {
    return {"idea_unknown", "\"" + title + "\" " + how + " an idea that is not there.",
            "The answer calls it \"" + said + "\".", ""};
  }

  void add(std::string kind, JsonObject body) {
    NewEvent event;
    event.kind = std::move(kind);
    event.body = std::move(body);
    event.by = {Actor::kAgent, agent_};
    changes.events.push_back(std::move(event));
  }

  int round_;
  const std::string& agent_;
  std::size_t next_;
  std::vector<Entry> entries_;
  std::vector<Entry> vetoed_;
};

}  // namespace

std::vector<ProposedIdea> proposed_ideas(const Json& reading) {
  std::vector<ProposedIdea> proposed;
  const Json* ideas = find_at(reading, "ideas");
  if (!ideas || !ideas->is_array()) return proposed;
  for (const Json& idea : ideas->get_array())
    proposed.push_back({std::string(text_at(idea, "id")), std::string(text_at(idea, "title")),
                        std::string(text_at(idea, "description")),
                        std::string(text_at(idea, "rationale")), texts_at(idea, "tags"),
                        std::string(text_at(idea, "builds_on"))});
  return proposed;
}

IdeaChanges change_ideas(const SharedVector<Idea>& ideas, const std::vector<ProposedIdea>& proposed,
                         int round, const std::string& agent) {
  Book book(ideas, round, agent);
  for (const ProposedIdea& idea : proposed) book.take(idea);
  return std::move(book.changes);
}

}  // namespace fm
