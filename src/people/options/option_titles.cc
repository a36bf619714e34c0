#include "people/options/option_titles.h"

#include <algorithm>

#include "people/language/place_words.h"
#include "people/language/topic_words.h"
#include "people/language/utterance.h"

namespace fm {
namespace {

constexpr std::size_t kMostTitleWords = 64;
constexpr Senses kNoTitleWord = {Sense::kPlain, Sense::kSmall, Sense::kFiller};

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::ranges::find(list, word) != list.end();
}

// "postgres" for "postgresql"
bool is_part(std::string_view word, std::string_view title) {
  constexpr std::size_t kShortest = 4;
  return word.size() >= kShortest && title.starts_with(word);
}

// "nearest" is not the "near" of a title: it compares the options.
bool compares(std::string_view word, std::string_view title) {
  if (!word.starts_with(title)) return false;
  const std::string_view ending = word.substr(title.size());
  return ending == "er" || ending == "est" || ending == "r" || ending == "st";
}

// A title said in full, however it is typed: "Crumb and Co" for "Crumb & Co".
std::string key_of(std::string_view title) {
  constexpr std::size_t kLongestTitle = 300;
  std::string spelled;
  for (const char each : title.substr(0, kLongestTitle + 1)) {
    if (each == '&')
      spelled += " and ";
    else
      spelled += each;
  }
  return title.size() > kLongestTitle ? std::string() : title_key(spelled);
}

}  // namespace

OptionTitles::OptionTitles(const Vocabulary& vocabulary, std::span<const std::string> titles) {
  for (const std::string& title : titles) {
    keys_.push_back(key_of(title));
    const Utterance utterance = Utterance::of(vocabulary, title);
    std::vector<std::string>& words = words_.emplace_back();
    std::vector<std::string>& all = all_.emplace_back();
    const std::size_t end = utterance.phrases().size();
    for (const std::string& topic : topic_words(utterance, 0, end))
      if (!is_pick(topic)) words.push_back(topic);
    for (const Phrase& phrase : utterance.phrases()) {
      for (std::size_t at = phrase.first; at < phrase.last && all.size() < kMostTitleWords; ++at) {
        const Word& word = utterance.words()[at];
        if (word.kind != WordKind::kWord && word.kind != WordKind::kNumber) continue;
        all.push_back(word.plain);
        const bool says = word.kind == WordKind::kNumber || all.size() == 1 ||
                          (word.plain.size() > 2 && !phrase.senses.any(kNoTitleWord));
        if (says && !is_pick(word.plain) && !contains(words, word.plain))
          words.push_back(word.plain);
      }
    }
  }
  for (std::size_t option = 0; option < words_.size(); ++option) {
    for (const std::string& word : words_[option]) spellings_.add(option, word);
  }
}

std::optional<OptionTitles::Found> OptionTitles::only(const Word& word, bool known) const {
  std::optional<Found> found;
  const bool number = word.kind == WordKind::kNumber;
  for (std::size_t option = 0; option < words_.size(); ++option) {
    const bool exact = contains(words_[option], word.plain);
    const bool near = !number && std::ranges::any_of(words_[option], [&](const std::string& title) {
      return title.size() > 2 && !compares(word.plain, title) &&
             (same_topic_word(word.plain, title) || is_part(word.plain, title));
    });
    if (!exact && !near) continue;
    if (found) return std::nullopt;
    found = Found{option, exact};
  }
  constexpr std::size_t kShortestMisspelled = 5;
  if (found || known || number || word.plain.size() < kShortestMisspelled) return found;
  if (const auto close = spellings_.find(word.plain)) return Found{close->index, false};
  return std::nullopt;
}

bool OptionTitles::has(const Word& word) const {
  return std::ranges::any_of(all_, [&](const std::vector<std::string>& title) {
    return std::ranges::any_of(title, [&](const std::string& each) {
      return each == word.plain || (each.size() > 3 && same_topic_word(each, word.plain));
    });
  });
}

bool OptionTitles::resembles(std::size_t option, const Word& word) const {
  constexpr std::size_t kBegin = 2;
  return word.kind == WordKind::kWord &&
         std::ranges::any_of(words_[option], [&](const std::string& title) {
           return title.size() > kBegin && word.plain.starts_with(title.substr(0, kBegin));
         });
}

bool OptionTitles::begins(std::size_t option, const Word& word) const {
  return !all_[option].empty() && all_[option].front() == word.plain;
}

std::optional<std::size_t> OptionTitles::whole(std::string_view reply) const {
  const std::string said = key_of(reply);
  const auto found = std::ranges::find(keys_, said);
  if (said.empty() || found == keys_.end() || std::ranges::count(keys_, said) > 1)
    return std::nullopt;
  return static_cast<std::size_t>(found - keys_.begin());
}

}  // namespace fm
