#include "people/language/vocabulary.h"

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <utility>

#include "base/letters.h"
#include "base/utf8.h"
#include "people/language/utterance_memo.h"

namespace fm {
namespace {

constexpr std::size_t kMostLanguages = 32;
constexpr std::size_t kShortestMended = 5;   // letters
constexpr std::size_t kShortestSwapped = 3;  // with two letters in the wrong order
constexpr std::size_t kLongestPhrase = 16;   // words

constexpr std::array<std::string_view, kCueCount> kCueNames = {
    "build", "explore",    "advice",     "research",      "task",       "chat",
    "scope", "constraint", "preference", "clarification", "assumption", "rhetorical"};

// Typing errors are corrected in the words that orders, answers and questions are made of, and in
// those that reverse their meaning.
constexpr Senses kForgiving = {Sense::kYes,      Sense::kApprove,   Sense::kGo,      Sense::kBegin,
                               Sense::kMake,     Sense::kStop,      Sense::kCancel,  Sense::kPause,
                               Sense::kGood,     Sense::kResume,    Sense::kRefuse,  Sense::kThanks,
                               Sense::kQuestion, Sense::kAuxiliary, Sense::kNegator, Sense::kBut,
                               Sense::kCondition};

Error invalid(const YamlDocument& file, const std::string& pointer, std::string_view words) {
  return Error{.code = "language_invalid",
               .message = at_mark(file.path, file.mark(pointer), words),
               .cause = "A file of language/ has something that is not understood.",
               .cure = "Correct the line, or remove the file to use the one that is built in."};
}

std::vector<std::string> folded_words(std::string_view entry) {
  std::vector<std::string> words;
  for (Word& word : split_phrase(entry)) {
    if (word.exact == "*" && !words.empty() && !word.spaced) {
      words.back() += '*';
    } else {
      words.push_back(std::move(word.exact));
    }
  }
  return words;
}

bool is_about_intent(const Cues& cues) {
  for (std::size_t cue = 0; cue < static_cast<std::size_t>(Cue::kScope); ++cue) {
    if (cues.at(cue) > 0) return true;
  }
  return false;
}

std::string without_apostrophe(std::string word) {
  std::erase(word, '\'');
  return word;
}

bool has_only_ascii_letters(std::string_view word) {
  return std::ranges::all_of(word, [](char letter) { return letter >= 'a' && letter <= 'z'; });
}

std::string without_letter(std::string_view word, std::size_t at) {
  std::string shorter(word);
  shorter.erase(at, 1);
  return shorter;
}

// Takes the match's cues of its kind in place of a shorter one's.
void merge_cues(Phrase& phrase, const PhraseTrie::Match& match, std::size_t at) {
  constexpr auto kFirstOfQuestions = static_cast<std::size_t>(Cue::kScope);
  const bool intent = is_about_intent(match.meaning.cues);
  for (std::size_t cue = 0; cue < kCueCount; ++cue) {
    if ((cue < kFirstOfQuestions) == intent) phrase.cues.at(cue) = match.meaning.cues.at(cue);
  }
  if (!intent) return;
  phrase.cue_first = at;
  phrase.cue_last = at + match.length;
}

}  // namespace

Result<Vocabulary> Vocabulary::open(std::span<const LanguageFile> files) {
  Vocabulary made;
  made.memo_ = std::make_shared<UtteranceMemo>();
  if (files.size() > kMostLanguages)
    return fail("language_invalid", "There are more than 32 files of language/.");
  for (const LanguageFile& file : files) {
    const YamlDocument document = TRY(parse_yaml(file.text, file.path));
    const LanguageSet language = LanguageSet{1} << made.names_.size();
    made.names_.push_back(std::filesystem::path(file.path).stem());
    if (made.names_.back() == "en") made.english_ = language;
    TRY(made.add_file(document, language));
  }
  if (made.english_ == 0) {
    return fail("language_missing", "There is no language/en.yaml, by which people are understood.",
                "The built-in packs are incomplete, or the file was left out.",
                "Reinstall Folkmoot.");
  }
  made.add_variants();
  made.entries_ = {};
  return made;
}

Result<void> Vocabulary::add_file(const YamlDocument& file, LanguageSet language) {
  if (!file.value.is_object())
    return std::unexpected(invalid(file, "", "a language is a mapping of words"));
  for (const auto& [section, content] : file.value.get_object()) {
    const std::string pointer = pointer_step(std::string_view(section));
    if (section == "common") {
      if (!content.is_array()) return std::unexpected(invalid(file, "/common", "not a list"));
      for (const Json& entry : content.get_array()) {
        if (!entry.is_string()) return std::unexpected(invalid(file, "/common", "not a word"));
        const std::string_view word(entry.get_string());
        for (const std::string& part : folded_words(word)) common_[part] |= language;
      }
      continue;
    }
    if ((section != "words" && section != "cues") || !content.is_object())
      return std::unexpected(invalid(file, pointer, "expected common, words or cues"));
    for (const auto& [name, entries] : content.get_object()) {
      const std::string here = pointer + pointer_step(std::string_view(name));
      Meaning meaning;
      meaning.languages = language;
      if (section == "words") {
        const auto sense = sense_from(std::string_view(name));
        if (!sense) return std::unexpected(invalid(file, here, "there is no such kind of word"));
        meaning.senses = {*sense};
        TRY(add_entries(file, here, entries, meaning));
        continue;
      }
      const auto* cue = std::ranges::find(kCueNames, std::string_view(name));
      if (cue == kCueNames.end() || !entries.is_object())
        return std::unexpected(invalid(file, here, "there is no such kind of cue"));
      for (const auto& [points, list] : entries.get_object()) {
        const auto value = parse_decimal(std::string_view(points), 0);
        const std::string place = here + pointer_step(std::string_view(points));
        if (!value || *value < 1 || *value > 9)
          return std::unexpected(invalid(file, place, "points are 1 to 9"));
        Meaning pointed = meaning;
        pointed.cues[static_cast<std::size_t>(cue - kCueNames.begin())] = static_cast<int>(*value);
        TRY(add_entries(file, place, list, pointed));
      }
    }
  }
  return {};
}

Result<void> Vocabulary::add_entries(const YamlDocument& file, const std::string& pointer,
                                     const Json& list, const Meaning& meaning) {
  if (!list.is_array()) return std::unexpected(invalid(file, pointer, "not a list of phrases"));
  for (std::size_t at = 0; at < list.get_array().size(); ++at) {
    const Json& entry = list.get_array()[at];
    const std::string place = pointer + "/" + std::to_string(at);
    if (!entry.is_string())
      return std::unexpected(invalid(file, place, "not a phrase; write it in quotation marks"));
    std::vector<std::string> words = folded_words(std::string_view(entry.get_string()));
    if (words.empty() || words.size() > kLongestPhrase)
      return std::unexpected(invalid(file, place, "a phrase is 1 to 16 words"));
    trie_of(meaning).add(words, meaning, PhraseTrie::Place::kAlways);
    if (meaning.senses.any(kForgiving)) forgive(words);
    entries_.emplace_back(std::move(words), meaning);
  }
  return {};
}

PhraseTrie& Vocabulary::trie_of(const Meaning& meaning) {
  if (meaning.senses.any(Senses::all())) return trie_;
  return is_about_intent(meaning.cues) ? intent_cues_ : question_cues_;
}

// The forms that people type on the way: "dont", "nao".
void Vocabulary::add_variants() {
  for (const auto& [words, meaning] : entries_) {
    std::vector<std::string> bare = words;
    for (std::string& word : bare) {
      word = without_accents(word);
      const std::string joined = without_apostrophe(word);
      const auto common = common_.find(joined);
      const bool is_other_word = common != common_.end() && (common->second & meaning.languages);
      if (!is_other_word && joined.size() > 1 && !word.ends_with('\'')) word = joined;
    }
    if (bare != words) trie_of(meaning).add(bare, meaning, PhraseTrie::Place::kIfFree);
  }
}

void Vocabulary::forgive(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word.size() < kShortestSwapped || !has_only_ascii_letters(word)) continue;
    if (!forgiving_.insert(word).second || word.size() < kShortestMended) continue;
    for (std::size_t at = 1; at + 1 < word.size(); ++at)
      with_gap_.try_emplace(without_letter(word, at), word);
  }
}

// The word that was meant, or none. The first letter and the ending are never taken for a typing
// error.
std::string Vocabulary::mended(const Word& word) const {
  const std::string& typed = word.plain;
  if (word.kind != WordKind::kWord || !has_only_ascii_letters(typed)) return {};
  const auto known = [this](const std::string& candidate) {
    return trie_.token(candidate) != PhraseTrie::kNoToken;
  };
  std::string collapsed;  // "yesss" and "nooo"
  for (const char letter : typed) {
    if (collapsed.empty() || collapsed.back() != letter) collapsed += letter;
  }
  if (collapsed != typed && typed.size() > 3) {
    std::string pairs;  // "alll good"
    for (std::size_t at = 0; at < typed.size(); ++at) {
      if (at < 2 || typed[at] != typed[at - 1] || typed[at] != typed[at - 2]) pairs += typed[at];
    }
    if (pairs != typed && known(pairs)) return pairs;
    if (known(collapsed)) return collapsed;
  }
  for (std::size_t at = 0; at + 1 < typed.size() && typed.size() >= kShortestSwapped; ++at) {
    std::string swapped = typed;
    std::swap(swapped[at], swapped[at + 1]);
    if (forgiving_.contains(swapped)) return swapped;
  }
  if (typed.ends_with("in") && known(typed + 'g')) return typed + 'g';  // "buildin"
  if (typed.size() < kShortestMended - 1) return {};
  if (const auto found = with_gap_.find(typed); found != with_gap_.end()) return found->second;
  for (std::size_t at = 1; at + 1 < typed.size() && typed.size() > kShortestMended; ++at) {
    std::string shorter = without_letter(typed, at);
    if (forgiving_.contains(shorter)) return shorter;
  }
  return {};
}

Vocabulary::Active Vocabulary::active(std::span<const Word> words,
                                      std::span<const PhraseTrie::Seen> seen) const {
  constexpr int kCommonWeight = 2;
  std::vector<int> points(names_.size(), 0);
  const auto give = [&](LanguageSet languages, int weight) {
    for (; languages != 0; languages &= languages - 1)
      points[static_cast<std::size_t>(std::countr_zero(languages))] += weight;
  };
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at].kind != WordKind::kWord) continue;
    LanguageSet known = trie_.languages(seen[at].token);
    for (const PhraseTrie::Token stem : seen[at].stems) known |= trie_.languages(stem);
    give(known, 1);
    if (const auto found = common_.find(words[at].exact); found != common_.end())
      give(found->second, kCommonWeight);
  }
  Active active{.first = 0, .all = english_};
  const int best = std::ranges::max(points);
  for (std::size_t at = 0; at < points.size(); ++at) {
    if (points[at] == best) active.first |= LanguageSet{1} << at;
  }
  if (best == 0) active.first = english_;
  // Where two languages fit equally well, English is taken: its file is the largest, so another
  // language has to fit better.
  if ((active.first & english_) != 0 && best > 1 + kCommonWeight) active.first = english_;
  // One word alone is too little to tell a language by: "y" is a yes, whatever "y" is in Spanish.
  if (words.size() == 1 && trie_.longest(seen, english_, english_).length == 1)
    active.first = english_;
  active.all |= active.first;
  return active;
}

std::vector<PhraseTrie::Seen> Vocabulary::see(const PhraseTrie& trie,
                                              std::span<const Word> words) const {
  std::vector<Seen> seen;
  seen.reserve(words.size());
  for (const Word& word : words) {
    seen.push_back(trie.see(word.exact, word.plain));
    if (seen.back().token != PhraseTrie::kNoToken || !seen.back().stems.empty()) continue;
    if (const std::string meant = mended(word); !meant.empty())
      seen.back().token = trie.token(meant);
  }
  return seen;
}

std::vector<Phrase> Vocabulary::phrases(std::span<const Word> words) const {
  const std::vector<Seen> seen = see(trie_, words);
  const Active languages = active(words, seen);
  std::vector<Phrase> found;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t reach = std::min(words.size() - at, kLongestPhrase);
    const PhraseTrie::Match match =
        trie_.longest(std::span(seen).subspan(at, reach), languages.first, languages.all);
    Phrase phrase;
    phrase.first = at;
    phrase.last = at + std::max<std::size_t>(match.length, 1);
    phrase.known = match.length > 0;
    phrase.senses = match.meaning.senses;
    found.push_back(phrase);
    at = phrase.last;
  }
  add_cues(intent_cues_, words, languages, found);
  add_cues(question_cues_, words, languages, found);
  return found;
}

void Vocabulary::add_cues(const PhraseTrie& trie, std::span<const Word> words,
                          const Active& languages, std::vector<Phrase>& phrases) const {
  const std::vector<Seen> seen = see(trie, words);
  std::size_t at = 0;
  for (Phrase& phrase : phrases) {
    std::size_t longest = 0;
    for (at = std::max(at, phrase.first); at < phrase.last;) {
      const std::size_t reach = std::min(words.size() - at, kLongestPhrase);
      const PhraseTrie::Match match =
          trie.longest(std::span(seen).subspan(at, reach), languages.first, languages.all);
      if (match.length > longest) {
        longest = match.length;
        merge_cues(phrase, match, at);
      }
      at += std::max<std::size_t>(match.length, 1);
    }
  }
}

std::vector<std::string> Vocabulary::languages(std::span<const Word> words) const {
  const std::vector<Seen> seen = see(trie_, words);
  std::vector<std::string> names;
  const LanguageSet likely = active(words, seen).first;
  for (std::size_t at = 0; at < names_.size(); ++at) {
    if ((likely >> at & 1) != 0) names.push_back(names_[at]);
  }
  return names;
}

}  // namespace fm
