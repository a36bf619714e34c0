// The words by which topics are read, looked up fast: a screenplay's word lists as sets.
//
// Made once for a screenplay, which must outlive it. packs/default/screenplays/parts/topics.yaml
// says what each list is for.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rehearsal/screenplay.h"

namespace fm {

struct Lexicon {
  using Words = std::set<std::string, std::less<>>;

  explicit Lexicon(const Screenplay& play);

  bool knows(const std::string& word) const;  // in any list, or its singular is

  Words skip, code_skip, determiners, count_nouns, people, verbs, gerunds, plurals, before_verbs,
      before_places, before_themes, proper;
  Words known;
  std::multimap<std::string, const TopicKind*, std::less<>> kinds;  // by word
  // The same for what stands inside longer words: Chinese, emoji.
  std::vector<std::pair<std::string, const TopicKind*>> pieces;
  const Screenplay& screenplay;
};

}  // namespace fm
