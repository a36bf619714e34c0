// Matching the names of agents, ideas and tasks as models write them (P-42).
//
// First exactly after normalising: case, spaces, hyphens, punctuation, emoji, invisible and
// full-width characters, HTML entities, a leading "@" or "the", a gloss in brackets, and the id's
// own forms (agent-architect-001 for architect). Then by a close spelling (a small edit distance),
// only if no other name is close as well and all numbers are equal. Never by substring.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

// Words in normal form: folded, parted at everything that is neither letter, mark nor digit, and
// between letters and digits' groups; without a leading article.
std::vector<std::string> name_words(std::string_view name);

// The words as one key. "Deep-Research", "deep research" and "DeepResearch" have the same; "1.1"
// and "11" have not. Empty when nothing in the name is a letter or digit.
std::string name_key(std::string_view name);

// True when case, punctuation, spacing, articles and the order of words are all that differs.
bool same_title(std::string_view one, std::string_view other);
std::string title_key(std::string_view title);  // equal exactly when same_title()

enum class Matched { kExactly, kClosely };

struct NameMatch {
  std::size_t index = 0;
  Matched how = Matched::kExactly;
};

// Names that things go by, each with the thing's index. Immutable once built.
class Names {
 public:
  void add(std::size_t index, std::string_view name);
  void add_id(std::size_t index, std::string_view id);  // with its own forms

  // Nothing when no name fits or more than one thing does.
  std::optional<NameMatch> find(std::string_view said) const;
  std::optional<NameMatch> find_exact(std::string_view said) const;

 private:
  struct Entry {
    std::string key;
    std::u32string letters;
    std::string digits;
    std::size_t index;
  };
  std::optional<NameMatch> exact_key(const std::string& key) const;
  std::optional<NameMatch> close(std::string_view said) const;

  std::vector<Entry> entries_;
};

}  // namespace fm
