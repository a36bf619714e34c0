#include "people/language/vocabulary_image.h"

#include <algorithm>
#include <ranges>

namespace fm {
namespace {

constexpr std::size_t kShortestStem = 2;  // bytes
constexpr std::size_t kLongestStem = 64;

// Whether `shorter` is the word without one of its inner letters.
bool lacks_inner_letter(std::string_view shorter, std::string_view word) {
  if (word.size() != shorter.size() + 1) return false;
  for (std::size_t at = 1; at + 1 < word.size(); ++at) {
    if (word.substr(0, at) == shorter.substr(0, at) && word.substr(at + 1) == shorter.substr(at))
      return true;
  }
  return false;
}

}  // namespace

VocabularyImage::VocabularyImage(std::string_view bytes) : bytes_(bytes) {
  FM_CHECK_FATAL(bytes.size() >= sizeof(ImageHeader) &&
                     bytes.starts_with(std::string_view(kImageMagic.data(), kImageMagic.size())),
                 "it is an image of this build");
  for (const auto name : section(ImageSection::kNames) | std::views::split('\n')) {
    if (!name.empty()) names_.emplace_back(std::string_view(name));
  }
  texts_ = section(ImageSection::kTexts);
  words_ = FlatArray<FlatWord>(section(ImageSection::kWords));
  word_slots_ = FlatArray<FlatSlot>(section(ImageSection::kWordSlots));
  gap_slots_ = FlatArray<FlatSlot>(section(ImageSection::kGapSlots));
  const FlatArray<FlatMeaning> meanings(section(ImageSection::kMeanings));
  for (std::size_t kind = 0; kind < kPhraseKinds; ++kind) {
    const auto part = [&](std::size_t which) {
      return section(ImageSection::kTrees, 3 * kind + which);
    };
    trees_[kind] =
        PhraseTrie(static_cast<PhraseKind>(kind), {.nodes = FlatArray<FlatNode>(part(0)),
                                                   .words = FlatArray<WordToken>(part(1)),
                                                   .meaning_at = FlatArray<std::uint16_t>(part(2)),
                                                   .meanings = meanings});
  }
}

std::string_view VocabularyImage::section(ImageSection which, std::size_t further) const {
  ImageHeader header;
  std::memcpy(&header, bytes_.data(), sizeof header);
  const auto [begin, length] = header.sections[static_cast<std::size_t>(which) + further];
  FM_CHECK_FATAL(begin <= bytes_.size() && length <= bytes_.size() - begin,
                 "each section lies within the image");
  return bytes_.substr(begin, length);
}

std::string_view VocabularyImage::text(WordToken word) const {
  const FlatWord flat = words_[word];
  return texts_.substr(flat.text, flat.length);
}

// The word that is `begin` and `rest`.
WordToken VocabularyImage::find(WordHash hash, std::string_view begin,
                                std::string_view rest) const {
  const std::size_t mask = word_slots_.size() - 1;
  for (std::size_t at = hash.place() & mask;; at = (at + 1) & mask) {
    const FlatSlot slot = word_slots_[at];
    if (slot.word == kNoToken) return kNoToken;
    if (slot.print != hash.print()) continue;
    const std::string_view found = text(slot.word);
    if (found.size() == begin.size() + rest.size() && found.starts_with(begin) &&
        found.ends_with(rest))
      return slot.word;
  }
}

WordToken VocabularyImage::word(std::string_view text) const {
  return find(WordHash().add(text), text, {});
}

std::vector<WordToken> VocabularyImage::stems(std::string_view text) const {
  std::vector<WordToken> found;
  WordHash hash;
  for (std::size_t length = 1; length <= std::min(text.size(), kLongestStem); ++length) {
    hash.add(text[length - 1]);
    if (length < kShortestStem) continue;
    const WordToken stem = find(WordHash(hash).add('*'), text.substr(0, length), "*");
    if (stem != kNoToken) found.push_back(stem);
  }
  std::ranges::reverse(found);
  return found;
}

WordToken VocabularyImage::without_gap(std::string_view text) const {
  const WordHash hash = WordHash().add(text);
  const std::size_t mask = gap_slots_.size() - 1;
  for (std::size_t at = hash.place() & mask;; at = (at + 1) & mask) {
    const FlatSlot slot = gap_slots_[at];
    if (slot.word == kNoToken) return kNoToken;
    if (slot.print == hash.print() && lacks_inner_letter(text, this->text(slot.word)))
      return slot.word;
  }
}

std::vector<WordToken> VocabularyImage::forgiving(std::size_t language) const {
  const FlatArray<WordToken> all(section(ImageSection::kForgiving));
  const FlatArray<std::uint32_t> ends(section(ImageSection::kForgivingEnds));
  std::vector<WordToken> words;
  for (std::size_t at = language == 0 ? 0 : ends[language - 1]; at < ends[language]; ++at)
    words.push_back(all[at]);
  return words;
}

}  // namespace fm
