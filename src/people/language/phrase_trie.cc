#include "people/language/phrase_trie.h"

namespace fm {

FlatMeaning flat(const Meaning& meaning) {
  FlatMeaning made{.senses = meaning.senses.bits(), .languages = meaning.languages};
  for (std::size_t cue = 0; cue < kCueCount; ++cue)
    made.cues[cue] = static_cast<std::uint8_t>(meaning.cues[cue]);
  return made;
}

Meaning meaning_of(const FlatMeaning& flat) {
  Meaning made{.languages = flat.languages, .senses = Senses::of(flat.senses)};
  for (std::size_t cue = 0; cue < kCueCount; ++cue) made.cues[cue] = flat.cues[cue];
  return made;
}

std::uint32_t PhraseTrie::child(std::uint32_t node, WordToken token) const {
  if (token == kNoToken) return 0;
  std::uint32_t begin = parts_.nodes[node].first_child;
  const std::uint32_t last = parts_.nodes[node + 1].first_child;
  std::uint32_t end = last;
  while (begin < end) {
    const std::uint32_t middle = begin + (end - begin) / 2;
    if (parts_.words[middle] < token)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin < last && parts_.words[begin] == token ? begin : 0;
}

template <typename Visitor>
void PhraseTrie::each_meaning(std::uint32_t node, Visitor visit) const {
  const std::uint32_t end = parts_.nodes[node + 1].first_meaning;
  for (std::uint32_t at = parts_.nodes[node].first_meaning; at < end; ++at)
    visit(meaning_of(parts_.meanings[parts_.meaning_at[at]]));
}

PhraseTrie::Match PhraseTrie::longest(std::span<const SeenWord> words, LanguageSet first,
                                      LanguageSet all) const {
  Match best;
  const auto take = [&](std::uint32_t node, std::size_t length) {
    Meaning preferred;
    Meaning other;
    each_meaning(node, [&](const Meaning& meaning) {
      if ((meaning.languages & first) != 0)
        preferred.merge(meaning);
      else if ((meaning.languages & all) != 0)
        other.merge(meaning);
    });
    if (preferred.languages == 0) preferred = other;
    if (preferred.languages != 0) best = {length, preferred};
  };
  std::uint32_t node = 0;
  for (std::size_t at = 0; at < words.size(); ++at) {
    for (const WordToken stem : words[at].stems) {
      if (best.length > at) break;
      if (const std::uint32_t end = child(node, stem); end != 0) take(end, at + 1);
    }
    const std::uint32_t next = child(node, words[at].tokens[static_cast<std::size_t>(kind_)]);
    if (next == 0) break;
    take(next, at + 1);
    node = next;
  }
  return best;
}

void PhraseTrie::each(const Visit& visit) const {
  std::vector<WordToken> words;
  each_below(0, words, visit);
}

// As deep as the longest phrase (kLongestPhrase).
void PhraseTrie::each_below(std::uint32_t node, std::vector<WordToken>& words,
                            const Visit& visit) const {
  each_meaning(node, [&](const Meaning& meaning) { visit(words, meaning); });
  const std::uint32_t end = parts_.nodes[node + 1].first_child;
  for (std::uint32_t next = parts_.nodes[node].first_child; next < end; ++next) {
    words.push_back(parts_.words[next]);
    each_below(next, words, visit);
    words.pop_back();
  }
}

}  // namespace fm
