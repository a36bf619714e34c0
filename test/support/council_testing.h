// The packaged council, vocabulary and words of conversation. For tests only.
#pragma once

#include <utility>

#include "base/result.h"
#include "team/conversation/conversation_words.h"
#include "team/pack/languages.h"
#include "team/pack/pack.h"

namespace fm {

inline const Library& council_library() {
  static const Library library = Library::load({embedded_files(), {}, {}});
  return library;
}
inline const Team& council() { return council_library().teams().at("council"); }
inline const AgentProfiles& council_profiles() { return council_library().profiles(); }

inline const Vocabulary& council_vocabulary() {
  static const Vocabulary vocabulary = built_in_vocabulary();
  return vocabulary;
}

inline const ConversationWords& council_words() {
  static const ConversationWords words = [] {
    auto built_in = ConversationWords::built_in();
    FM_CHECK_FATAL(built_in.has_value(), "conversation.yaml is right");
    return std::move(*built_in);
  }();
  return words;
}

}  // namespace fm
