#include "rehearsal/rehearsal_lexicon.h"

#include "base/utf8.h"
#include "rehearsal/rehearsal_tokens.h"

namespace fm {

Lexicon::Lexicon(const Screenplay& play) : screenplay(play) {
  const auto fill = [&](Words& words, std::string_view name) {
    const auto& list = play.word_list(name);
    words.insert(list.begin(), list.end());
  };
  fill(skip, "skip");
  fill(code_skip, "code_skip");
  fill(determiners, "determiners");
  fill(count_nouns, "count_nouns");
  fill(people, "people");
  fill(verbs, "verbs");
  fill(gerunds, "gerunds");
  fill(plurals, "plurals");
  fill(before_verbs, "before_verbs");
  fill(before_places, "before_places");
  fill(before_themes, "before_themes");
  fill(proper, "proper");
  for (const Words* words : {&skip, &count_nouns, &people, &verbs})
    known.insert(words->begin(), words->end());
  for (const TopicKind& kind : play.kinds) {
    for (const std::string& word : kind.words) {
      known.insert(word);
      kinds.emplace(word, &kind);
      if (ascii_length(word) < word.size()) pieces.emplace_back(word, &kind);
    }
  }
}

bool Lexicon::knows(const std::string& word) const {
  return known.contains(word) || known.contains(singular(word));
}

}  // namespace fm
