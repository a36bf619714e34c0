// The documents of a rehearsed conversation: brief, debate, review and route, as JSON.
//
// What the person said decides them: answers go where their kind and their words put them (budget,
// timeline, platform, scope, the rest), each beside its question; wishes are constraints; what is
// open is unknown. The words of the screenplay fill what nobody spoke about. Pure.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "rehearsal/rehearsal_speaker.h"
#include "rehearsal/rehearsal_topic.h"
#include "rehearsal/screenplay.h"

namespace fm {

struct ConversationDocuments {
  const Screenplay& play;
  const Topic& topic;
  const Json& facts;
  const JsonObject& values;  // of the turn so far
  Speaker& speaker;
};

Json talk_brief(const ConversationDocuments& from);
Json talk_debate(const ConversationDocuments& from);
Json talk_review(const ConversationDocuments& from);
Json talk_route(const ConversationDocuments& from);

// Two or three agents that can be given work, of those the facts name.
std::vector<std::string> talk_workers(const Json& facts);

}  // namespace fm
