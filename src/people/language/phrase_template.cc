#include "people/language/phrase_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fm {
namespace {

using Phrases = PhraseTemplates::Phrases;
using Parts = std::map<std::string, Phrases, std::less<>>;

constexpr int kDeepest = 8;  // brackets within brackets

std::unexpected<Error> refuse(std::string words) {
  return fail("language_invalid", std::move(words));
}
std::unexpected<Error> too_many() {
  return refuse(fmt::format("a template stands for at most {} phrases; write it as several",
                            kMostPhrasesOfTemplate));
}

// Reads an entry from left to right and keeps all that it can begin with.
class Expander {
 public:
  Expander(std::string_view entry, const Parts& parts) : entry_(entry), parts_(parts) {}

  Result<Phrases> expand() {
    Phrases phrases = TRY(sequence(0));
    if (at_ == entry_.size()) return phrases;
    return refuse(entry_[at_] == '|' ? "a `|` stands between ( and ) only"
                                     : "a bracket is closed that was not opened");
  }

 private:
  // Up to a `|` or `)`, or to the end.
  Result<Phrases> sequence(int depth) {
    Phrases made = {""};
    while (at_ < entry_.size() && entry_[at_] != '|' && entry_[at_] != ')') {
      Phrases next;
      if (entry_[at_] == '(') {
        next = TRY(group(depth + 1));
      } else if (entry_[at_] == '{') {
        next = TRY(part());
      } else {
        next = {literal()};
      }
      made = TRY(product(made, next));
    }
    return made;
  }

  Result<Phrases> group(int depth) {
    if (depth > kDeepest) return refuse("brackets are nested at most 8 deep");
    Phrases all;
    do {
      ++at_;  // ( or |
      const Phrases one = TRY(sequence(depth));
      all.insert(all.end(), one.begin(), one.end());
      if (all.size() > kMostPhrasesOfTemplate) return too_many();
    } while (at_ < entry_.size() && entry_[at_] == '|');
    if (at_ == entry_.size()) return refuse("a bracket is not closed");
    ++at_;  // )
    return all;
  }

  Result<Phrases> part() {
    const std::size_t end = entry_.find('}', at_);
    if (end == std::string_view::npos) return refuse("a brace is not closed");
    const std::string_view name = entry_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    const auto found = parts_.find(name);
    if (found == parts_.end())
      return refuse(fmt::format("`{{{}}}` is not among the `parts` before it", name));
    return found->second;
  }

  std::string literal() {
    const std::size_t end = std::min(entry_.find_first_of("|(){", at_), entry_.size());
    std::string text(entry_.substr(at_, end - at_));
    at_ = end;
    return text;
  }

  static Result<Phrases> product(const Phrases& begins, const Phrases& ends) {
    if (begins.size() * ends.size() > kMostPhrasesOfTemplate) return too_many();
    Phrases all;
    all.reserve(begins.size() * ends.size());
    for (const std::string& begin : begins)
      for (const std::string& end : ends) all.push_back(begin + end);
    return all;
  }

  std::string_view entry_;
  const Parts& parts_;
  std::size_t at_ = 0;
};

}  // namespace

Result<void> PhraseTemplates::define(std::string_view part, const Phrases& entries) {
  Phrases all;
  for (const std::string& entry : entries) {
    const Phrases made = TRY(expand(entry));
    all.insert(all.end(), made.begin(), made.end());
  }
  if (all.size() > kMostPhrasesOfTemplate) return too_many();
  parts_.insert_or_assign(std::string(part), std::move(all));
  return {};
}

Result<Phrases> PhraseTemplates::expand(std::string_view entry) const {
  if (!entry.contains('|') && !entry.contains('{')) return Phrases{std::string(entry)};
  return Expander(entry, parts_).expand();
}

}  // namespace fm
