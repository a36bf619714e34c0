#include "people/language/vocabulary_layout.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <ranges>
#include <tuple>
#include <utility>

namespace fm {
namespace {

constexpr std::size_t kShortestWithGap = 5;  // letters

template <typename T>
void append(std::string& bytes, const T& value) {
  static_assert(std::has_unique_object_representations_v<T>);  // no padding: equal bytes each time
  const auto at = bytes.size();
  bytes.resize(at + sizeof(T));
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

// Open addressing, at most half full.
class Slots {
 public:
  explicit Slots(std::size_t entries) : slots_(std::bit_ceil(2 * entries + 1)) {}

  void add(WordHash hash, WordToken word) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash.place() & mask;
    while (slots_[at].word != kNoToken) at = (at + 1) & mask;
    slots_[at] = {hash.print(), word};
  }
  std::string bytes() const {
    std::string out;
    for (const FlatSlot& slot : slots_) append(out, slot);
    return out;
  }

 private:
  std::vector<FlatSlot> slots_;
};

struct Flat {
  std::array<std::string, kImageSections> sections;
  std::map<FlatMeaning, std::uint16_t> meanings;

  std::string& operator[](ImageSection which) { return sections[static_cast<std::size_t>(which)]; }
  std::string& tree(std::size_t kind, std::size_t part) {
    return sections[static_cast<std::size_t>(ImageSection::kTrees) + 3 * kind + part];
  }
  std::uint16_t number(const FlatMeaning& meaning) {
    const auto [found, is_new] =
        meanings.try_emplace(meaning, static_cast<std::uint16_t>(meanings.size()));
    FM_CHECK_FATAL(meanings.size() <= 0xFFFF, "meanings have numbers of two bytes");
    if (is_new) append((*this)[ImageSection::kMeanings], meaning);
    return found->second;
  }
};

void lay_out_words(const VocabularyParts& parts, Flat& flat) {
  Slots slots(parts.words.size());
  std::string& texts = flat[ImageSection::kTexts];
  for (WordToken token = 0; token < parts.words.size(); ++token) {
    FlatWord word = parts.words[token].flat;
    word.text = static_cast<std::uint32_t>(texts.size());
    word.length = static_cast<std::uint32_t>(parts.words[token].text.size());
    texts += parts.words[token].text;
    append(flat[ImageSection::kWords], word);
    if (token != kNoToken) slots.add(WordHash().add(parts.words[token].text), token);
  }
  flat[ImageSection::kWordSlots] = slots.bytes();
}

// Of two words that lack a letter in the same way the first one is meant.
void lay_out_gaps(const VocabularyParts& parts, Flat& flat) {
  std::vector<std::pair<std::string, WordToken>> gaps;
  std::unordered_map<std::string, WordToken> seen;
  std::uint32_t count = 0;
  for (const auto& words : parts.forgiving) {
    for (const WordToken token : words) {
      append(flat[ImageSection::kForgiving], token);
      ++count;
      const std::string& text = parts.words[token].text;
      if (text.size() < kShortestWithGap) continue;
      for (std::size_t at = 1; at + 1 < text.size(); ++at) {
        std::string shorter = text;
        shorter.erase(at, 1);
        if (seen.try_emplace(shorter, token).second) gaps.emplace_back(std::move(shorter), token);
      }
    }
    append(flat[ImageSection::kForgivingEnds], count);
  }
  Slots slots(gaps.size());
  for (const auto& [gap, token] : gaps) slots.add(WordHash().add(gap), token);
  flat[ImageSection::kGapSlots] = slots.bytes();
}

void lay_out_tree(const VocabularyParts::Tree& tree, std::size_t kind, Flat& flat) {
  struct Edge {
    std::uint32_t from;
    WordToken word;
    std::uint32_t to;
  };
  std::vector<Edge> edges;
  edges.reserve(tree.children.size());
  for (const auto& [key, to] : tree.children)
    edges.push_back({static_cast<std::uint32_t>(key >> 32), static_cast<WordToken>(key), to});
  std::ranges::sort(edges, {}, [](const Edge& edge) { return std::tuple(edge.from, edge.word); });

  // Level by level: `order` holds the nodes as they come, and is read while it grows.
  std::vector<std::uint32_t> order = {0};
  append(flat.tree(kind, 1), kNoToken);
  std::uint32_t meanings = 0;
  for (std::size_t at = 0; at < order.size(); ++at) {
    append(flat.tree(kind, 0), FlatNode{static_cast<std::uint32_t>(order.size()), meanings});
    for (const Meaning& meaning : tree.meanings[order[at]]) {
      append(flat.tree(kind, 2), flat.number(fm::flat(meaning)));
      ++meanings;
    }
    const auto [begin, end] = std::ranges::equal_range(edges, order[at], {}, &Edge::from);
    for (const Edge& edge : std::ranges::subrange(begin, end)) {
      order.push_back(edge.to);
      append(flat.tree(kind, 1), edge.word);
    }
  }
  append(flat.tree(kind, 0), FlatNode{static_cast<std::uint32_t>(order.size()), meanings});
}

}  // namespace

std::string lay_out(const VocabularyParts& parts) {
  Flat flat;
  for (const std::string& name : parts.names) flat[ImageSection::kNames] += name + "\n";
  lay_out_words(parts, flat);
  lay_out_gaps(parts, flat);
  for (std::size_t kind = 0; kind < kPhraseKinds; ++kind)
    lay_out_tree(parts.trees[kind], kind, flat);

  ImageHeader header{.magic = kImageMagic, .sections = {}};
  std::string bytes(sizeof header, '\0');
  for (std::size_t at = 0; at < kImageSections; ++at) {
    bytes.resize((bytes.size() + 7) / 8 * 8, '\0');
    header.sections[at] = {static_cast<std::uint32_t>(bytes.size()),
                           static_cast<std::uint32_t>(flat.sections[at].size())};
    bytes += flat.sections[at];
  }
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

}  // namespace fm
