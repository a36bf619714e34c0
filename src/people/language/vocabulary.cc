#include "people/language/vocabulary.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "people/language/utterance_memo.h"

namespace fm {
namespace {

constexpr std::size_t kShortestMended = 5;   // letters
constexpr std::size_t kShortestSwapped = 3;  // with two letters in the wrong order
constexpr std::size_t kLongestPhrase = 16;   // words

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

Error too_many_languages() {
  return {"language_invalid",
          "There are more than 32 files of language/.",
          {},
          "Remove those that nobody needs here."};
}

}  // namespace

Vocabulary Vocabulary::of_image(std::string_view image) {
  Vocabulary made;
  made.image_ = VocabularyImage(image);
  made.memo_ = std::make_shared<UtteranceMemo>();
  const auto& names = made.names();
  const auto english = std::ranges::find(names, "en");
  if (english != names.end()) made.english_ = LanguageSet{1} << (english - names.begin());
  return made;
}

Result<Vocabulary> Vocabulary::made_by(const VocabularyBuilder& builder) {
  auto image = std::make_shared<const std::string>(builder.image());
  Vocabulary made = of_image(*image);
  if (made.english_ == 0) {
    return fail("language_missing", "There is no language/en.yaml, by which people are understood.",
                "The built-in packs are incomplete, or the file was left out.",
                "Reinstall Folkmoot.");
  }
  made.owned_ = std::move(image);
  return made;
}

Result<Vocabulary> Vocabulary::open(std::span<const LanguageFile> files) {
  if (files.size() > kMostLanguages) return std::unexpected(too_many_languages());
  std::vector<std::string> names;
  for (const LanguageFile& file : files) names.push_back(language_of(file));
  VocabularyBuilder builder(std::move(names));
  for (const LanguageFile& file : files) TRY(builder.read(file));
  return made_by(builder);
}

Result<Vocabulary> Vocabulary::with(std::span<const LanguageFile> files) const {
  std::vector<std::string> replaced;
  for (const LanguageFile& file : files) replaced.push_back(language_of(file));
  std::vector<std::string> all = names();
  all.insert(all.end(), replaced.begin(), replaced.end());
  std::ranges::sort(all);
  const auto doubles = std::ranges::unique(all);
  all.erase(doubles.begin(), doubles.end());
  if (all.size() > kMostLanguages) return std::unexpected(too_many_languages());
  VocabularyBuilder builder(std::move(all));
  builder.take(image_, replaced);
  for (const LanguageFile& file : files) TRY(builder.read(file));
  return made_by(builder);
}

// The word that was meant, or none. The first letter and the ending are never taken for a typing
// error.
WordToken Vocabulary::mended(const Word& word) const {
  const std::string& typed = word.plain;
  if (word.kind != WordKind::kWord || !has_only_ascii_letters(typed)) return kNoToken;
  const auto known = [this](const std::string& candidate) {
    const WordToken found = image_.word(candidate);
    return image_.is_known(found, PhraseKind::kSense) ? found : kNoToken;
  };
  const auto forgiving = [this](const std::string& candidate) {
    const WordToken found = image_.word(candidate);
    return image_.at(found).forgiving != 0 ? found : kNoToken;
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
    if (pairs != typed) {
      if (const WordToken meant = known(pairs)) return meant;
    }
    if (const WordToken meant = known(collapsed)) return meant;
  }
  for (std::size_t at = 0; at + 1 < typed.size() && typed.size() >= kShortestSwapped; ++at) {
    std::string swapped = typed;
    std::swap(swapped[at], swapped[at + 1]);
    if (const WordToken meant = forgiving(swapped)) return meant;
  }
  if (typed.ends_with("in")) {  // "buildin"
    if (const WordToken meant = known(typed + 'g')) return meant;
  }
  if (typed.size() < kShortestMended - 1) return kNoToken;
  if (const WordToken meant = image_.without_gap(typed)) return meant;
  for (std::size_t at = 1; at + 1 < typed.size() && typed.size() > kShortestMended; ++at) {
    if (const WordToken meant = forgiving(without_letter(typed, at))) return meant;
  }
  return kNoToken;
}

Vocabulary::Active Vocabulary::active(std::span<const Word> words,
                                      std::span<const SeenWord> seen) const {
  constexpr int kCommonWeight = 2;
  constexpr auto kSense = static_cast<std::size_t>(PhraseKind::kSense);
  std::vector<int> points(names().size(), 0);
  const auto give = [&](LanguageSet languages, int weight) {
    for (; languages != 0; languages &= languages - 1)
      points[static_cast<std::size_t>(std::countr_zero(languages))] += weight;
  };
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at].kind != WordKind::kWord) continue;
    LanguageSet known = image_.at(seen[at].tokens[kSense]).known[kSense];
    for (const WordToken stem : seen[at].stems) known |= image_.at(stem).known[kSense];
    give(known, 1);
    give(image_.at(image_.word(words[at].exact)).common, kCommonWeight);
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
  if (words.size() == 1 &&
      image_.tree(PhraseKind::kSense).longest(seen, english_, english_).length == 1)
    active.first = english_;
  active.all |= active.first;
  return active;
}

std::vector<SeenWord> Vocabulary::see(std::span<const Word> words) const {
  std::vector<SeenWord> seen;
  seen.reserve(words.size());
  for (const Word& word : words) {
    SeenWord& one = seen.emplace_back();
    const WordToken exact = image_.word(word.exact);
    const WordToken plain = word.plain == word.exact ? exact : image_.word(word.plain);
    one.stems = image_.stems(word.exact);
    std::optional<WordToken> meant;
    for (std::size_t at = 0; at < kPhraseKinds; ++at) {
      const auto kind = static_cast<PhraseKind>(at);
      const auto known = [&](WordToken token) { return image_.is_known(token, kind); };
      if (known(exact)) {
        one.tokens[at] = exact;
      } else if (known(plain)) {
        one.tokens[at] = plain;
      } else if (std::ranges::none_of(one.stems, known)) {
        if (!meant) meant = mended(word);
        if (known(*meant)) one.tokens[at] = *meant;
      }
    }
  }
  return seen;
}

std::vector<Phrase> Vocabulary::phrases(std::span<const Word> words) const {
  const std::vector<SeenWord> seen = see(words);
  const Active languages = active(words, seen);
  std::vector<Phrase> found;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t reach = std::min(words.size() - at, kLongestPhrase);
    const PhraseTrie::Match match =
        image_.tree(PhraseKind::kSense)
            .longest(std::span(seen).subspan(at, reach), languages.first, languages.all);
    Phrase phrase;
    phrase.first = at;
    phrase.last = at + std::max<std::size_t>(match.length, 1);
    phrase.known = match.length > 0;
    phrase.senses = match.meaning.senses;
    found.push_back(phrase);
    at = phrase.last;
  }
  add_cues(PhraseKind::kIntentCue, seen, languages, found);
  add_cues(PhraseKind::kQuestionCue, seen, languages, found);
  return found;
}

void Vocabulary::add_cues(PhraseKind kind, std::span<const SeenWord> words, const Active& languages,
                          std::vector<Phrase>& phrases) const {
  std::size_t at = 0;
  for (Phrase& phrase : phrases) {
    std::size_t longest = 0;
    for (at = std::max(at, phrase.first); at < phrase.last;) {
      const std::size_t reach = std::min(words.size() - at, kLongestPhrase);
      const PhraseTrie::Match match =
          image_.tree(kind).longest(words.subspan(at, reach), languages.first, languages.all);
      if (match.length > longest) {
        longest = match.length;
        merge_cues(phrase, match, at);
      }
      at += std::max<std::size_t>(match.length, 1);
    }
  }
}

std::vector<std::string> Vocabulary::languages(std::span<const Word> words) const {
  std::vector<std::string> likely;
  const LanguageSet first = active(words, see(words)).first;
  for (std::size_t at = 0; at < names().size(); ++at) {
    if ((first >> at & 1) != 0) likely.push_back(names()[at]);
  }
  return likely;
}

}  // namespace fm
