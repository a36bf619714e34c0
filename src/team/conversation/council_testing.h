// The packaged council, vocabulary and words of conversation. For tests only.
#pragma once

#include <utility>

#include "base/result.h"
#include "team/conversation/talk_words.h"
#include "team/pack/languages.h"
#include "team/pack/pack.h"

namespace fm {

inline const Library& council_library() {
  static const Library library = Library::load({embedded_files(), {}, {}});
  return library;
}
inline const Team& council() { return council_library().teams().at("council"); }
inline const Cards& council_cards() { return council_library().cards(); }

inline const Vocabulary& council_vocabulary() {
  static const Vocabulary vocabulary = built_in_vocabulary();
  return vocabulary;
}

inline const TalkWords& council_words() {
  static const TalkWords words = [] {
    auto built_in = TalkWords::built_in();
    FM_CHECK_FATAL(built_in.has_value(), "conversation.yaml is right");
    return std::move(*built_in);
  }();
  return words;
}

}  // namespace fm
