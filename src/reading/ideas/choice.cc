#include "reading/ideas/choice.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/find.h"

namespace fm {
namespace {

using Words = std::vector<std::string>;
using Name = std::string_view;

constexpr std::array<Name, 22> kChoiceNames = {
    "choice",        "chosen",      "selected",       "selection", "selectedidea",   "chosenidea",
    "finalidea",     "finalchoice", "finalselection", "winner",    "winningidea",    "decision",
    "selectedid",    "choiceid",    "selectedideaid", "winnerid",  "recommendation", "bestidea",
    "finaldecision", "chosenid",    "chosenideaid",   "ideaid"};
constexpr std::array<Name, 5> kReferenceNames = {"id", "ideaid", "title", "idea", "name"};

// Words that choose, and words that only praise. Praise counts where no word chooses.
constexpr std::array<Name, 17> kChooses = {"choose",   "chose",     "choosing", "chosen",  "select",
                                           "selected", "selecting", "choice",   "pick",    "picked",
                                           "picking",  "winner",    "decision", "decided", "decide",
                                           "winning",  "wins"};
constexpr std::array<Name, 9> kPraises = {"recommend", "selection", "favour", "favor",      "best",
                                          "strongest", "endorse",   "prefer", "recommended"};
constexpr std::array<Name, 5> kGoes = {"go", "going", "proceed", "proceeding", "move"};  // ... with
// After these the ideas are those that were not chosen.
constexpr std::array<Name, 9> kAgainst = {"over",    "instead", "rather", "not",  "than",
                                          "against", "without", "unlike", "beats"};
constexpr std::array<Name, 5> kNewClause = {"but", "however", "although", "though", "yet"};
// "don't" and "won't" end in the word "t".
constexpr std::array<Name, 11> kNot = {"not",    "never",   "cannot",  "t",
                                       "if",     "unless",  "neither", "rejected",
                                       "reject", "without", "nobody"};

class Reader {
 public:
  Reader(std::string_view text, const std::vector<KnownIdea>& ideas) : text_(text), known_(ideas) {
    for (const KnownIdea& idea : ideas) {
      titles_.push_back(name_words(idea.title));
      ids_.push_back(name_words(idea.id));
    }
  }

  std::optional<std::size_t> run() {
    constexpr std::size_t kLongest = 256 << 10;
    if (text_.size() > kLongest) return std::nullopt;  // no decision needs that many words
    const Found found = find_json(text_);
    std::set<std::size_t> chosen;
    std::optional<std::size_t> last;
    for (const Candidate& candidate : found.candidates) {
      if (candidate.parsed.cut == Cut::kInside || !candidate.parsed.conflicts.empty()) continue;
      if (const auto index = in_json(candidate.parsed.value, 0)) {
        chosen.insert(*index);
        last = index;
      }
    }
    if (!chosen.empty()) return chosen.size() == 1 ? last : std::nullopt;
    return in_prose(found);
  }

 private:
  std::optional<std::size_t> in_json(const Json& value, int depth) const {
    if (!value.is_object() || depth > 3) return std::nullopt;
    const JsonObject& object = value.get_object();
    std::set<std::size_t> chosen;
    for (const auto& member : object) {
      const Name key(member.key().data(), member.key().size());
      const bool alone = object.size() == 1 || depth > 0;
      if (!is_one_of(key, kChoiceNames) && !(alone && is_one_of(key, kReferenceNames))) continue;
      if (member.value().is_object()) {
        if (const auto inner = in_json(member.value(), depth + 1)) chosen.insert(*inner);
      } else if (const auto name = plain_text(member.value())) {
        if (const auto find = known_.find(*name)) chosen.insert(find->index);
      }
    }
    if (chosen.empty() && depth == 0) {
      // {"id": "idea-2", "reason": ...}: the only idea that the object names.
      for (const Name name : kReferenceNames) {
        const Json* reference = find_field(object, {&name, 1});
        if (reference == nullptr) continue;
        const auto said = plain_text(*reference);
        const auto find = said ? known_.find(*said) : std::nullopt;
        if (find) chosen.insert(find->index);
      }
    }
    return chosen.size() == 1 ? std::optional(*chosen.begin()) : std::nullopt;
  }

  // Sentences of the prose; a line ends one, too.
  std::vector<std::string_view> sentences(const Found& found) const {
    std::vector<std::string_view> out;
    for (const Region& region : find_regions(text_)) {
      if (region.container != Container::kProse) continue;
      std::size_t begin = region.begin;
      for (std::size_t at = region.begin; at < region.end; ++at) {
        const char mark = text_[at];
        const bool stop = mark == '.' || mark == '!' || mark == '?' || mark == ';';
        const bool gap = at + 1 >= region.end || is_ascii_space(text_[at + 1]);
        if (mark != '\n' && !(stop && gap)) continue;
        // A question chooses nothing.
        if (mark != '?') out.push_back(text_.substr(begin, at - begin));
        begin = at + 1;
      }
      out.push_back(text_.substr(begin, region.end - begin));
    }
    std::erase_if(out, [&](std::string_view sentence) {
      const auto begin = static_cast<std::size_t>(sentence.data() - text_.data());
      return trim(sentence).empty() || sentence.size() > 2000 ||
             std::ranges::any_of(found.candidates, [&](const Candidate& candidate) {
               return begin < candidate.end && begin + sentence.size() > candidate.begin;
             });
    });
    return out;
  }

  struct Mention {
    std::size_t at;
    std::size_t end;
    std::size_t index;
  };

  static bool stands_at(const Words& sentence, std::size_t at, const Words& name) {
    return !name.empty() && at + name.size() <= sentence.size() &&
           std::equal(name.begin(), name.end(), sentence.begin() + static_cast<std::ptrdiff_t>(at));
  }

  // Ideas named in a sentence: the longest name at each place. A title of one word only is too
  // weak to be found in running text.
  std::vector<Mention> mentions(const Words& sentence) const {
    std::vector<Mention> out;
    for (std::size_t at = 0; at < sentence.size();) {
      std::size_t best = 0;
      std::optional<std::size_t> index;
      bool tie = false;
      for (std::size_t i = 0; i < titles_.size(); ++i) {
        for (const Words* name : {&ids_[i], &titles_[i]}) {
          if (name->size() < 2 || name->size() < best || !stands_at(sentence, at, *name)) continue;
          tie = name->size() == best && index && *index != i;
          best = name->size();
          index = i;
        }
      }
      if (index && !tie) out.push_back({at, at + best, *index});
      at += std::max<std::size_t>(best, 1);
    }
    return out;
  }

  // "Final decision: Tool library", "**Winner** - idea-2", or nothing but the idea's name.
  std::optional<std::size_t> labelled(std::string_view sentence) const {
    const auto bare = [](std::string_view part) {
      std::string out;
      for (const char character : part) {
        if (character != '*' && character != '`' && character != '"' && character != '#') {
          out += character;
        }
      }
      return std::string(trim(out));
    };
    for (const std::string_view mark : {":", " - ", " – ", " — "}) {
      const std::size_t at = sentence.find(mark);
      if (at == std::string_view::npos) continue;
      const Words label = name_words(sentence.substr(0, at));
      const bool chooses =
          label.size() <= 5 &&
          std::ranges::any_of(
              label,
              [](const auto& word) { return among(word, kChooses) || among(word, kPraises); }) &&
          std::ranges::none_of(label, [](const auto& word) { return among(word, kNot); });
      if (!chooses) continue;
      if (const auto find = known_.find(bare(sentence.substr(at + mark.size()))))
        return find->index;
    }
    return std::nullopt;
  }

  enum class Strength { kNone, kPraise, kChoice };

  static Strength strength_at(const Words& words, std::size_t at) {
    if (among(words[at], kChooses)) return Strength::kChoice;
    if (among(words[at], kPraises)) return Strength::kPraise;
    if (!among(words[at], kGoes)) return Strength::kNone;
    for (std::size_t next = at + 1; next < words.size() && next <= at + 3; ++next) {
      if (words[next] == "with") return Strength::kChoice;
    }
    return Strength::kNone;
  }

  // What a clause chooses by a word that counts this much.
  std::optional<std::size_t> chosen_in(const Words& words, Strength strength) const {
    std::size_t at = 0;
    while (at < words.size() && strength_at(words, at) != strength) ++at;
    if (at == words.size()) return std::nullopt;
    const auto verb = words.begin() + static_cast<std::ptrdiff_t>(at);
    if (std::any_of(words.begin(), verb,
                    [](const std::string& word) { return among(word, kNot); })) {
      return std::nullopt;
    }
    const auto against = std::find_if(
        verb, words.end(), [](const std::string& word) { return among(word, kAgainst); });
    const auto limit = static_cast<std::size_t>(against - words.begin());
    std::set<std::size_t> before, after;
    for (const Mention& mention : mentions(words)) {
      if (mention.at >= limit) continue;
      // A choosing word inside a title ("Best of the week") chooses nothing.
      if (at >= mention.at && at < mention.end) return std::nullopt;
      (mention.at < at ? before : after).insert(mention.index);
    }
    const auto& named = after.empty() ? before : after;
    return named.size() == 1 ? std::optional(*named.begin()) : std::nullopt;
  }

  static std::vector<Words> clauses(std::string_view sentence) {
    std::vector<Words> out(1);
    for (std::string& word : name_words(sentence)) {
      if (among(word, kNewClause)) {
        out.emplace_back();
      } else {
        out.back().push_back(std::move(word));
      }
    }
    return out;
  }

  // One idea, or the last one where the text says that it is final; else nothing.
  class Verdict {
   public:
    void add(std::size_t index, bool replaces) {
      clash_ = !replaces && (clash_ || (index_ && *index_ != index));
      index_ = index;
    }
    bool any() const { return index_.has_value(); }
    std::optional<std::size_t> result() const { return clash_ ? std::nullopt : index_; }

   private:
    std::optional<std::size_t> index_;
    bool clash_ = false;
  };

  std::optional<std::size_t> in_prose(const Found& found) const {
    const auto all = sentences(found);
    if (all.size() == 1) {
      if (const auto find = known_.find(trim(all[0]))) return find->index;
    }
    Verdict said, praised;
    for (const std::string_view sentence : all) {
      const bool final = what_follows(sentence) == Follows::kFinal;
      if (const auto index = labelled(sentence)) {
        said.add(*index, final);
        continue;
      }
      for (const Words& clause : clauses(sentence)) {
        if (const auto index = chosen_in(clause, Strength::kChoice)) said.add(*index, final);
        if (const auto index = chosen_in(clause, Strength::kPraise)) praised.add(*index, final);
      }
    }
    return said.any() ? said.result() : praised.result();
  }

  std::string_view text_;
  KnownIdeas known_;
  std::vector<Words> titles_;
  std::vector<Words> ids_;
};

}  // namespace

std::optional<std::size_t> read_choice(std::string_view text, const std::vector<KnownIdea>& ideas) {
  return Reader(text, ideas).run();
}

}  // namespace fm
