// What an answer may name, from the files that a person gives to `folkmoot read`.
//
// Errors: usage_invalid, with what the file should hold, and those of reading a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/reading/answer_kinds.h"
#include "team/conversation/understanding.h"
#include "team/pack/team.h"

namespace fm {

// A list of objects with id and title, or of texts, alone or under "ideas"; else whatever the
// reader of ideas makes of the text. An idea without an id is called idea-1, idea-2, ...
Result<std::vector<KnownIdea>> known_ideas_in(std::string_view text, const std::string& path);

// A list of objects with id, name, aliases and forbidden, or of ids, alone or under "agents".
Result<std::vector<RosterAgent>> roster_in(std::string_view text, const std::string& path);

std::vector<RosterAgent> roster_of(const AgentProfiles& profiles);

// {"search": {"query": "string"}}, or a list of tools as they are sent to a provider.
Result<ToolTable> tools_in(std::string_view text, const std::string& path);

// {"context": {...}, "text": "..."}: a message and what was open when it was said.
struct MessageInContext {
  UnderstandingContext context;
  std::string text;
};
Result<MessageInContext> message_in_context(std::string_view text, const std::string& path);

}  // namespace fm
