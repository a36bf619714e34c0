#include "people/language/vocabulary_builder.h"

#include <algorithm>
#include <filesystem>

#include "base/letters.h"
#include "base/yaml/fields.h"
#include "people/language/words.h"

namespace fm {
namespace {

constexpr std::size_t kShortestForgiven = 3;  // letters
constexpr std::size_t kLongestPhrase = 16;    // words
constexpr std::size_t kMostPhrases = 60'000;  // of a file, made by templates or not

constexpr std::array<std::string_view, kCueCount> kCueNames = {
    "build", "explore",    "advice",     "research",      "task",       "chat",
    "scope", "constraint", "preference", "clarification", "assumption", "rhetorical"};

// Slips are mended in the words that orders, answers and questions are made of, and in those that
// turn them around.
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

std::string without_apostrophe(std::string word) {
  std::erase(word, '\'');
  return word;
}

bool has_only_ascii_letters(std::string_view word) {
  return std::ranges::all_of(word, [](char letter) { return letter >= 'a' && letter <= 'z'; });
}

}  // namespace

std::string language_of(const LanguageFile& file) {
  return std::filesystem::path(file.path).stem();
}

VocabularyBuilder::VocabularyBuilder(std::vector<std::string> names) {
  parts_.names = std::move(names);
  parts_.forgiving.resize(parts_.names.size());
  FM_CHECK_FATAL(parts_.names.size() <= kMostLanguages, "each language has a bit");
}

std::size_t VocabularyBuilder::index_of(std::string_view name) const {
  return static_cast<std::size_t>(std::ranges::find(parts_.names, name) - parts_.names.begin());
}

WordToken VocabularyBuilder::number(std::string_view word) {
  const auto [place, is_new] =
      numbers_.try_emplace(std::string(word), static_cast<WordToken>(parts_.words.size()));
  if (is_new) parts_.words.push_back({.flat = {}, .text = std::string(word)});
  return place->second;
}

void VocabularyBuilder::add(const std::vector<std::string>& words, const Meaning& meaning,
                            Place place) {
  const auto kind = static_cast<std::size_t>(phrase_kind(meaning));
  VocabularyParts::Tree& tree = parts_.trees[kind];
  std::uint32_t node = 0;
  for (const std::string& word : words) {
    const WordToken token = number(word);
    parts_.words[token].flat.known[kind] |= meaning.languages;
    const auto [found, is_new] = tree.children.try_emplace(
        std::uint64_t{node} << 32 | token, static_cast<std::uint32_t>(tree.meanings.size()));
    node = found->second;
    if (is_new) tree.meanings.emplace_back();
  }
  auto& meanings = tree.meanings[node];
  const auto same = std::ranges::find(meanings, meaning.languages, &Meaning::languages);
  if (same == meanings.end()) {
    meanings.push_back(meaning);
  } else if (place == Place::kAlways) {
    same->merge(meaning);
  }
}

Result<void> VocabularyBuilder::read(const LanguageFile& file) {
  const YamlDocument document = TRY(parse_yaml(file.text, file.path));
  const std::size_t index = index_of(language_of(file));
  FM_CHECK_FATAL(index < parts_.names.size(), "the language was named");
  if (!document.value.is_object())
    return std::unexpected(invalid(document, "", "a language is a mapping of words"));
  Reading reading{.file = document, .language = LanguageSet{1} << index};
  const JsonObject& sections = document.value.get_object();
  if (const auto* parts = sections.if_contains("parts")) TRY(define_parts(reading, *parts));
  for (const auto& [key, content] : sections) {
    const std::string section(key);
    if (section == "parts") continue;
    if (section == "common") {
      TRY(add_common(reading, content));
    } else if ((section != "words" && section != "cues") || !content.is_object()) {
      return std::unexpected(invalid(document, pointer_step(section),
                                     "`" + section + "` is no section. " +
                                         suggest(section, {"common", "parts", "words", "cues"})));
    } else {
      TRY(add_section(reading, section, content.get_object()));
    }
  }
  for (const Entry& entry : reading.entries) {
    if (!entry.meaning.senses.any(kForgiving)) continue;
    for (const std::string& word : entry.words) forgive(index, word);
  }
  add_variants(reading.entries);
  return {};
}

Result<void> VocabularyBuilder::define_parts(Reading& reading, const Json& content) {
  if (!content.is_object())
    return std::unexpected(invalid(reading.file, "/parts", "parts are lists, each with its name"));
  for (const auto& [name, list] : content.get_object()) {
    const std::string here = "/parts" + pointer_step(std::string_view(name));
    if (!list.is_array()) return std::unexpected(invalid(reading.file, here, "not a list"));
    std::vector<std::string> entries;
    for (const Json& entry : list.get_array()) {
      if (!entry.is_string()) return std::unexpected(invalid(reading.file, here, "not a phrase"));
      entries.emplace_back(std::string_view(entry.get_string()));
    }
    if (auto defined = reading.templates.define(std::string_view(name), entries); !defined)
      return std::unexpected(invalid(reading.file, here, defined.error().message));
  }
  return {};
}

Result<void> VocabularyBuilder::add_common(Reading& reading, const Json& content) {
  if (!content.is_array()) return std::unexpected(invalid(reading.file, "/common", "not a list"));
  for (const Json& entry : content.get_array()) {
    if (!entry.is_string()) return std::unexpected(invalid(reading.file, "/common", "not a word"));
    for (const std::string& part : folded_words(std::string_view(entry.get_string())))
      parts_.words[number(part)].flat.common |= reading.language;
  }
  return {};
}

Result<void> VocabularyBuilder::add_section(Reading& reading, const std::string& section,
                                            const JsonObject& content) {
  for (const auto& [name, list] : content) {
    const std::string here = pointer_step(section) + pointer_step(std::string_view(name));
    Meaning meaning{.languages = reading.language, .senses = {}};
    if (section == "words") {
      const auto sense = sense_from(std::string_view(name));
      if (!sense)
        return std::unexpected(invalid(reading.file, here, "there is no such kind of word"));
      meaning.senses = {*sense};
      TRY(add_entries(reading, here, list, meaning));
      continue;
    }
    const auto* cue = std::ranges::find(kCueNames, std::string_view(name));
    if (cue == kCueNames.end() || !list.is_object())
      return std::unexpected(invalid(reading.file, here, "there is no such kind of cue"));
    for (const auto& [points, phrases] : list.get_object()) {
      const auto value = parse_decimal(std::string_view(points), 0);
      const std::string place = here + pointer_step(std::string_view(points));
      if (!value || *value < 1 || *value > 9)
        return std::unexpected(invalid(reading.file, place, "points are 1 to 9"));
      Meaning pointed = meaning;
      pointed.cues[static_cast<std::size_t>(cue - kCueNames.begin())] = static_cast<int>(*value);
      TRY(add_entries(reading, place, phrases, pointed));
    }
  }
  return {};
}

Result<void> VocabularyBuilder::add_entries(Reading& reading, const std::string& pointer,
                                            const Json& list, const Meaning& meaning) {
  if (!list.is_array())
    return std::unexpected(invalid(reading.file, pointer, "not a list of phrases"));
  for (std::size_t at = 0; at < list.get_array().size(); ++at) {
    const Json& entry = list.get_array()[at];
    const std::string place = pointer + "/" + std::to_string(at);
    if (!entry.is_string())
      return std::unexpected(
          invalid(reading.file, place, "not a phrase; write it in quotation marks"));
    TRY(add_entry(reading, place, std::string_view(entry.get_string()), meaning));
  }
  return {};
}

Result<void> VocabularyBuilder::add_entry(Reading& reading, const std::string& place,
                                          std::string_view entry, const Meaning& meaning) {
  const auto phrases = reading.templates.expand(entry);
  if (!phrases) return std::unexpected(invalid(reading.file, place, phrases.error().message));
  for (const std::string& phrase : *phrases) {
    std::vector<std::string> words = folded_words(phrase);
    if (words.empty() || words.size() > kLongestPhrase)
      return std::unexpected(invalid(reading.file, place, "a phrase is 1 to 16 words"));
    if (reading.entries.size() == kMostPhrases)
      return std::unexpected(invalid(reading.file, place, "a language has at most 60000 phrases"));
    add(words, meaning, Place::kAlways);
    reading.entries.push_back({std::move(words), meaning});
  }
  return {};
}

// The forms that people type on the way: "dont", "nao".
void VocabularyBuilder::add_variants(const std::vector<Entry>& entries) {
  for (const auto& [words, meaning] : entries) {
    std::vector<std::string> bare = words;
    for (std::string& word : bare) {
      word = without_accents(word);
      const std::string joined = without_apostrophe(word);
      const auto known = numbers_.find(joined);
      const bool is_other_word = known != numbers_.end() &&
                                 (parts_.words[known->second].flat.common & meaning.languages) != 0;
      if (!is_other_word && joined.size() > 1 && !word.ends_with('\'')) word = joined;
    }
    if (bare != words) add(bare, meaning, Place::kIfFree);
  }
}

void VocabularyBuilder::forgive(std::size_t language, std::string_view word) {
  if (word.size() < kShortestForgiven || !has_only_ascii_letters(word)) return;
  auto& words = parts_.forgiving[language];
  const WordToken token = number(word);
  const std::uint32_t bit = std::uint32_t{1} << language;
  if ((parts_.words[token].flat.forgiving & bit) != 0) return;
  parts_.words[token].flat.forgiving |= bit;
  words.push_back(token);
}

void VocabularyBuilder::take(const VocabularyImage& image, const std::vector<std::string>& but) {
  std::vector<LanguageSet> becomes(image.names().size(), 0);  // by the image's bit
  for (std::size_t at = 0; at < becomes.size(); ++at) {
    const std::string& name = image.names()[at];
    const std::size_t index = index_of(name);
    if (index == parts_.names.size() || std::ranges::find(but, name) != but.end()) continue;
    becomes[at] = LanguageSet{1} << index;
    for (const WordToken word : image.forgiving(at)) forgive(index, image.text(word));
  }
  const auto mapped = [&](LanguageSet languages) {
    LanguageSet set = 0;
    for (std::size_t at = 0; at < becomes.size(); ++at)
      if ((languages >> at & 1) != 0) set |= becomes[at];
    return set;
  };
  for (WordToken word = 1; word < image.word_count(); ++word) {
    if (const LanguageSet common = mapped(image.at(word).common))
      parts_.words[number(image.text(word))].flat.common |= common;
  }
  for (std::size_t kind = 0; kind < kPhraseKinds; ++kind)
    image.tree(static_cast<PhraseKind>(kind))
        .each([&](std::span<const WordToken> tokens, const Meaning& meaning) {
          Meaning ours = meaning;
          ours.languages = mapped(meaning.languages);
          if (ours.languages == 0) return;
          std::vector<std::string> words;
          for (const WordToken token : tokens) words.emplace_back(image.text(token));
          add(words, ours, Place::kAlways);
        });
}

}  // namespace fm
