#include "team/vote/vote.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/find.h"

namespace fm {
namespace {

using Name = std::string_view;
using Words = std::vector<std::string>;

constexpr std::array<Name, 4> kVote = {"vote", "myvote", "stance", "verdict"};
constexpr std::array<Name, 3> kLabels = {"vote", "stance", "verdict"};
constexpr std::array<Name, 4> kWhy = {"why", "reason", "rationale", "because"};
constexpr std::array<Name, 2> kConditions = {"conditions", "condition"};
constexpr std::array<Name, 4> kFor = {"agree", "agreed", "approve", "approved"};
constexpr std::array<Name, 4> kAgainst = {"object", "oppose", "disagree", "reject"};
// May stand before the vote: "I fully agree".
constexpr std::array<Name, 6> kBefore = {"i", "we", "fully", "strongly", "my", "vote"};
// What makes an agreement conditional, wherever it stands behind it.
constexpr auto kIf = std::to_array<Name>(
    {"if", "but", "provided", "condition", "conditions", "unless", "only", "once", "when", "until",
     "except", "although", "however", "changes", "caveat", "caveats", "reservations"});
// What may follow without a mark; "I agree that it is late" and "I agree with Tom" are no votes.
constexpr auto kAfter = std::to_array<Name>({"because", "since", "to", "and", "as", "now"});
constexpr auto kMatters =
    std::to_array<Name>({"plan", "proposal", "approach", "brief", "this", "it", "conditions",
                         "condition", "changes", "caveat", "caveats", "reservations"});
constexpr std::array<Name, 4> kNone = {"no", "without", "not", "none"};

constexpr std::size_t kLongest = 64 << 10;  // no vote needs that many words
constexpr std::size_t kWhyBytes = 400;

std::string one_line_why(std::string_view text) {
  std::string out;
  for (const char character : clean(trim(text)).text) {
    const bool space = is_ascii_space(character);
    if (character == '*' || character == '`') continue;
    if (!space || (!out.empty() && out.back() != ' ')) out += space ? ' ' : character;
  }
  return std::string(trim(cut_bytes(out, kWhyBytes)));
}

// Without Markdown's marks around it.
std::string bare(std::string_view line) {
  std::string out;
  for (const char character : line)
    if (!Name("*`#").contains(character)) out += character;
  return std::string(trim(out));
}

bool is_vote_label(std::string_view label) {
  constexpr std::size_t kLongestLabel = 40;
  if (label.size() > kLongestLabel) return false;
  Words words = name_words(label);
  std::erase_if(words, [](const std::string& word) { return word == "my" || word == "final"; });
  return words.size() == 1 && among(Name(words[0]), kLabels);
}

// Up to the first mark behind the vote, and what follows it.
std::pair<std::string_view, std::string_view> split_vote(std::string_view phrase) {
  std::size_t best = phrase.size();
  std::size_t length = 0;
  for (const Name mark : {" - ", " – ", " — ", "—", ": ", "; ", ", ", ". ", "! ", " ("}) {
    const std::size_t at = phrase.find(mark);
    if (at < best) best = at, length = mark.size();
  }
  return {phrase.substr(0, best), phrase.substr(best + length)};
}

bool is_conditional(const Words& words) {
  for (std::size_t at = 0; at < words.size(); ++at)
    if (among(Name(words[at]), kIf) && !(at > 0 && among(Name(words[at - 1]), kNone))) return true;
  return false;
}

// "agree", "I object: ...", "agree with conditions"; nothing where the phrase does not open with
// the vote, or says more than a vote would.
std::optional<Stance> stance_of(std::string_view phrase) {
  if (phrase.find_first_of("|?/{[") != Name::npos) return std::nullopt;
  const auto [head, rest] = split_vote(phrase);
  const Words words = name_words(head);
  std::size_t at = 0;
  while (at < words.size() && among(Name(words[at]), kBefore)) ++at;
  if (at == words.size()) return std::nullopt;
  const bool conditional = words[at] == "conditional" || words[at] == "conditionally";
  if (conditional && ++at == words.size()) return Stance::kAgreeWithConditions;
  const bool agrees = among(Name(words[at]), kFor);
  if (!agrees && !among(Name(words[at]), kAgainst)) return std::nullopt;
  const std::span after = std::span(words).subspan(at + 1);
  const auto both = std::ranges::any_of(after, [](const std::string& word) {
    return among(Name(word), kFor) || among(Name(word), kAgainst);
  });
  if (both) return std::nullopt;
  const bool on_matter =
      after.size() > 1 &&
      std::ranges::any_of(after.first(std::min<std::size_t>(after.size(), 4)),
                          [](const std::string& word) { return among(Name(word), kMatters); });
  const bool on_this = after.size() == 1 && (after[0] == "this" || after[0] == "it");
  const bool ends = after.empty() || on_this || among(Name(after[0]), kAfter) ||
                    among(Name(after[0]), kIf) ||
                    ((after[0] == "with" || after[0] == "the" || after[0] == "on") && on_matter) ||
                    after[0] == "without";
  if (!ends) return std::nullopt;
  if (!agrees) return conditional ? std::nullopt : std::optional(Stance::kObject);
  const bool has_terms = conditional || is_conditional(Words(after.begin(), after.end())) ||
                         is_conditional(name_words(rest));
  return has_terms ? Stance::kAgreeWithConditions : Stance::kAgree;
}

class VoteReader {
 public:
  explicit VoteReader(std::string_view text) : text_(text) {}

  std::optional<GivenVote> run(Steps* steps) {
    if (steps != nullptr) steps->add(text_.size());
    if (text_.size() > kLongest) return std::nullopt;
    if (in_json(steps)) return clash_ ? std::nullopt : vote_;
    collect(steps);
    for (std::size_t at = 0; at < lines_.size(); ++at) {
      const Labelled parts = split_label(lines_[at]);
      const std::string_view alone =
          std::string_view(lines_[at])
              .substr(0, lines_[at].size() - (lines_[at].ends_with(':') ? 1 : 0));
      if (is_vote_label(alone) && at + 1 < lines_.size()) {
        take(without_list_mark(lines_[at + 1]), at + 1);
      } else if (!parts.label.empty() && is_vote_label(parts.label)) {
        take(parts.text, at);
      }
    }
    // Boxes are the choices, not the choice.
    const bool is_box = !lines_.empty() && lines_[0].starts_with("- [");
    if (!labelled_ && !lines_.empty() && !is_box) take(without_list_mark(lines_[0]), 0);
    if (clash_ || !vote_ || takes_back()) return std::nullopt;
    return vote_;
  }

 private:
  // Whether the answer is JSON that votes, readable or not.
  bool in_json(Steps* steps) {
    bool found = false;
    for (const Candidate& candidate : find_json(text_, steps).candidates) {
      const Json& value = candidate.parsed.value;
      if (!value.is_object()) continue;
      const JsonObject& object = value.get_object();
      const Json* said = find_field(object, kVote);
      if (said == nullptr) continue;
      auto stance =
          candidate.parsed.conflicts.empty() ? stance_of(brief_text(*said)) : std::nullopt;
      const Json* terms = find_field(object, kConditions);
      if (terms != nullptr && stance == Stance::kAgree && !brief_text(*terms).empty())
        stance = Stance::kAgreeWithConditions;
      clash_ = clash_ || !stance || (vote_ && vote_->stance != *stance);
      found = true;
      if (!stance) continue;
      const Json* why = find_field(object, kWhy);
      if (why == nullptr) why = terms;
      vote_ = GivenVote{*stance, one_line_why(why != nullptr ? brief_text(*why) : std::string())};
      if (vote_->why.empty()) vote_->why = one_line_why(split_vote(brief_text(*said)).second);
    }
    return found;
  }

  // The lines that are the agent's own.
  void collect(Steps* steps) {
    constexpr std::size_t kMost = 400;
    for (const Region& region : find_regions(text_, steps)) {
      if (region.container == Container::kReasoning || region.container == Container::kQuote)
        continue;
      for (const std::string_view line :
           split_lines(text_.substr(region.begin, region.end - region.begin))) {
        if (trim(line).empty() || trim(line).starts_with('>')) continue;
        if (lines_.size() < kMost) lines_.push_back(bare(line));
      }
    }
  }

  void take(std::string_view phrase, std::size_t line) {
    const auto stance = stance_of(phrase);
    clash_ = clash_ || (labelled_ && (!stance || !vote_ || vote_->stance != *stance));
    labelled_ = true;
    if (!stance) return vote_.reset();
    vote_ = GivenVote{*stance, one_line_why(split_vote(phrase).second)};
    if (vote_->why.empty() && name_words(phrase).size() > 4) vote_->why = one_line_why(phrase);
    if (line + 1 >= lines_.size()) return;
    const Labelled below = split_label(lines_[line + 1]);
    const bool terms = is_one_of(below.label, kConditions);
    if (terms && vote_->stance == Stance::kAgree && !says_nothing(below.text))
      vote_->stance = Stance::kAgreeWithConditions;
    if (vote_->why.empty())
      vote_->why = one_line_why(terms || is_one_of(below.label, kWhy) ? std::string_view(below.text)
                                                                      : lines_[line + 1]);
  }

  // "Vote: agree. I still object to the deadline."
  bool takes_back() const {
    if (vote_->stance == Stance::kObject) return false;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      const Words words = name_words(lines_[line]);
      for (std::size_t at = 1; at < words.size(); ++at) {
        const std::size_t near = at - std::min<std::size_t>(at, 3);
        const auto before = std::span(words).subspan(near, at - near);
        if (among(Name(words[at]), kAgainst) &&
            std::ranges::any_of(
                before, [](const std::string& word) { return word == "i" || word == "still"; }) &&
            std::ranges::none_of(before, [](const std::string& word) {
              return among(Name(word), kNone) || word == "don" || word == "t";
            }))
          return true;
      }
    }
    return false;
  }

  std::string_view text_;
  std::vector<std::string> lines_;
  std::optional<GivenVote> vote_;
  bool labelled_ = false;
  bool clash_ = false;
};

}  // namespace

std::string_view to_string(Stance stance) {
  switch (stance) {
    case Stance::kAgree:
      return "agree";
    case Stance::kAgreeWithConditions:
      return "agree_with_conditions";
    case Stance::kObject:
      return "object";
  }
  return "object";
}

std::optional<Stance> stance_from(std::string_view name) {
  for (const Stance stance : {Stance::kAgree, Stance::kAgreeWithConditions, Stance::kObject}) {
    if (to_string(stance) == name) return stance;
  }
  return std::nullopt;
}

std::optional<GivenVote> read_vote(std::string_view text, Steps* steps) {
  return VoteReader(text).run(steps);
}

}  // namespace fm
