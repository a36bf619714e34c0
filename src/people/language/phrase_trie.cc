#include "people/language/phrase_trie.h"

#include <algorithm>

namespace fm {
namespace {

constexpr std::size_t kShortestStem = 2;  // bytes

void merge(Meaning& into, const Meaning& meaning) {
  into.languages |= meaning.languages;
  into.senses.add(meaning.senses);
  for (std::size_t cue = 0; cue < kCueCount; ++cue)
    into.cues[cue] = std::max(into.cues[cue], meaning.cues[cue]);
}

}  // namespace

PhraseTrie::Token PhraseTrie::number(const std::string& word, LanguageSet languages) {
  const auto [place, is_new] = tokens_.try_emplace(word, static_cast<Token>(known_.size()));
  if (is_new) known_.push_back(0);
  known_[place->second] |= languages;
  if (word.ends_with('*')) longest_stem_ = std::max(longest_stem_, word.size() - 1);
  return place->second;
}

std::uint32_t PhraseTrie::child(std::uint32_t node, Token token) {
  const auto [place, is_new] =
      nodes_[node].next.try_emplace(token, static_cast<std::uint32_t>(nodes_.size()));
  const std::uint32_t found = place->second;
  if (is_new) nodes_.emplace_back();
  return found;
}

void PhraseTrie::add(const std::vector<std::string>& words, const Meaning& meaning, Place place) {
  std::uint32_t node = 0;
  for (const std::string& word : words) node = child(node, number(word, meaning.languages));
  auto& meanings = nodes_[node].meanings;
  const auto same = std::ranges::find(meanings, meaning.languages, &Meaning::languages);
  if (same == meanings.end()) {
    meanings.push_back(meaning);
  } else if (place == Place::kAlways) {
    merge(*same, meaning);
  }
}

PhraseTrie::Token PhraseTrie::token(std::string_view word) const {
  const auto found = tokens_.find(std::string(word));
  return found == tokens_.end() ? kNoToken : found->second;
}

LanguageSet PhraseTrie::languages(Token token) const { return known_[token]; }

PhraseTrie::Seen PhraseTrie::see(std::string_view exact, std::string_view plain) const {
  Seen seen;
  seen.token = token(exact);
  if (seen.token == kNoToken && plain != exact) seen.token = token(plain);
  std::string stem(exact.substr(0, std::min(exact.size(), longest_stem_)));
  for (std::size_t length = stem.size(); length >= kShortestStem; --length) {
    stem.resize(length);
    stem += '*';
    if (const Token found = token(stem); found != kNoToken) seen.stems.push_back(found);
  }
  return seen;
}

PhraseTrie::Match PhraseTrie::longest(std::span<const Seen> words, LanguageSet first,
                                      LanguageSet all) const {
  Match best;
  const auto take = [&](std::uint32_t node, std::size_t length) {
    Meaning preferred;
    Meaning other;
    for (const Meaning& meaning : nodes_[node].meanings) {
      if ((meaning.languages & first) != 0)
        merge(preferred, meaning);
      else if ((meaning.languages & all) != 0)
        merge(other, meaning);
    }
    if (preferred.languages == 0) preferred = other;
    if (preferred.languages != 0) best = {length, preferred};
  };
  std::uint32_t node = 0;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto step = [&](Token token) -> std::uint32_t {
      const auto found = nodes_[node].next.find(token);
      return found == nodes_[node].next.end() ? 0 : found->second;
    };
    for (const Token stem : words[at].stems) {
      if (const std::uint32_t end = step(stem); end != 0 && best.length <= at) take(end, at + 1);
    }
    const std::uint32_t next = words[at].token == kNoToken ? 0 : step(words[at].token);
    if (next == 0) break;
    take(next, at + 1);
    node = next;
  }
  return best;
}

}  // namespace fm
