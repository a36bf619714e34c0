// What an answer with ideas does to the ideas of a discussion (I-4, I-5).
//
// Pure: it takes the ideas as they stand and the reading of an answer, and gives the events that
// follow. A known id revises; so does the title of an idea that lives already, if the text is
// another. Near-duplicate titles of one answer are proposed and merged at once, so that nothing
// that was said is lost and nothing counts twice. Ids go up by first appearance and are never used
// again.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/log/event.h"
#include "team/room/room.h"

namespace fm {

// An idea as an answer gives it, all fields but the title may be empty.
struct ProposedIdea {
  std::string id;  // of the idea that is revised, as the answer says it
  std::string title;
  std::string description;
  std::string rationale;
  std::vector<std::string> tags;
  std::string builds_on;
};

std::vector<ProposedIdea> proposed_ideas(const Json& reading);  // of a turn's result

struct IdeaChanges {
  std::vector<NewEvent> events;  // idea.proposed, idea.revised, idea.merged, in order
  int added = 0;                 // new and not merged away
  int revised = 0;
  std::vector<Error> warnings;  // idea_unknown: an id or builds_on that nobody knows;
                                // idea_vetoed: what the person has vetoed was brought again
};

IdeaChanges change_ideas(const SharedVector<Idea>& ideas, const std::vector<ProposedIdea>& proposed,
                         int round, const std::string& agent);

}  // namespace fm
