// "Where are the files?" (C-44): whether a message asks where the work lies, and whether it asks
// anything else.
//
// By rules alone, so that no model is needed for it: a clause of nothing but words of place, of
// what was made and of how one asks (packs/default/conversation.yaml). "Where does cron write the
// log" is none. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "people/language/vocabulary.h"
#include "team/conversation/conversation_words.h"

namespace fm {

struct WhereQuestion {
  bool asked = false;
  bool asks_more = false;  // another question beside it, which somebody has to answer
};

// Whether it can be one at all; else nobody needs to know the files.
bool speaks_of_place(const ConversationWords& words, std::string_view text);

// `files`: paths of what was made.
WhereQuestion where_question(const ConversationWords& words, const Vocabulary& vocabulary,
                             std::string_view text, const std::vector<std::string>& files);

}  // namespace fm
