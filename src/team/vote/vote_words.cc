#include "team/vote/vote_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "reading/json/chars.h"
#include "team/vote/vote_lists.h"

namespace fm {
namespace {

using namespace vote_lists;
using Words = std::vector<std::string>;

template <std::size_t N>
bool in(const std::string& word, const std::array<Name, N>& list) {
  return std::ranges::find(list, Name(word)) != list.end();
}

template <std::size_t N>
bool any_in(const Words& words, std::size_t first, std::size_t last,
            const std::array<Name, N>& list) {
  for (std::size_t at = first; at < std::min(last, words.size()); ++at) {
    if (in(words[at], list)) return true;
  }
  return false;
}

// What is between quotation marks is somebody else's, unless it is all there is.
std::string without_quotes(std::string_view text) {
  std::string out;
  bool inside = false;
  for (std::size_t at = 0; at < text.size();) {
    const bool curly = text.substr(at).starts_with("“") || text.substr(at).starts_with("”");
    if (text[at] == '"' || curly) {
      inside = !inside;
      out += ' ';
      at += curly ? std::string_view("“").size() : 1;
      continue;
    }
    if (!inside) out += text[at];
    ++at;
  }
  return inside || trim(out).empty() ? std::string(text) : out;
}

// Cut at punctuation and before the words that turn a sentence.
std::vector<Words> clauses_of(std::string_view text) {
  std::vector<Words> clauses;
  const auto add = [&](std::string_view part) {
    Words clause;
    for (std::string& word : folded_words(part)) {
      const bool turns = in(word, kBut) && word != "only" && word != "subject" && word != "except";
      // "... and I agree" begins another one.
      const bool own = in(word, kOwn) && !clause.empty() && clause.back() == "and";
      if ((turns || own) && !clause.empty()) clauses.push_back(std::exchange(clause, {}));
      clause.push_back(std::move(word));
    }
    if (!clause.empty()) clauses.push_back(std::move(clause));
  };
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    const bool dash = rest.starts_with(" - ") || rest.starts_with("–") || rest.starts_with("—");
    if (!dash && Name(",;:()!.").find(text[at]) == Name::npos) continue;
    add(text.substr(begin, at - begin));
    begin = at + (rest.starts_with(" - ") ? 3 : dash ? Name("–").size() : 1);
  }
  if (begin < text.size()) add(text.substr(begin));
  return clauses;
}

enum class Leaning { kNone, kFor, kAgainst };

Leaning flipped(Leaning mention) {
  return mention == Leaning::kFor ? Leaning::kAgainst : Leaning::kFor;
}

bool is_negated(const Words& words, std::size_t at) {
  constexpr std::size_t kReach = 3;
  // "I don't think I can agree": the whole of what follows.
  for (std::size_t before = 0; before + 1 < at; ++before) {
    const std::string& next = words[before + 1];
    if (in(words[before], kNot) && (next == "think" || next == "believe" || next == "feel")) {
      return true;
    }
  }
  return any_in(words, at - std::min(at, kReach), at, kNot);
}

// Whether a vote's word at `at` is about the matter itself and the agent's own: "I agree that it is
// late" and "I expect him to object" are remarks.
bool is_about_matter(const Words& words, std::size_t at) {
  constexpr std::size_t kReach = 5;
  if (at > 1 && words[at - 1] == "to" && !in(words[at - 2], kReadyTo)) return false;
  if (at + 1 >= words.size()) return true;
  const std::string& next = words[at + 1];
  const bool agrees = words[at].starts_with("agree") || words[at] == "disagree";
  if (!agrees && !in(words[at], kAgree)) return true;
  // "I approve of the goal", "I support the boat plan".
  if (!agrees) {
    const bool names = next == "of" || next == "the" || next == "your" || next == "their";
    return !names || any_in(words, at + 2, at + 2 + kReach, kMatters);
  }
  if (next == "on") return any_in(words, at + 2, at + 4, kCondition);
  if (in(next, kRemarks)) return false;
  if (next == "to") return at + 2 >= words.size() || words[at + 2] != "disagree";
  if (next != "with") return true;
  if (at + 2 < words.size() && words[at + 2] == "that") return true;
  // "with the critic that the plan is risky"
  for (std::size_t with = at + 2; with < std::min(at + 2 + kReach, words.size()); ++with) {
    if (words[with] == "that") return false;
    if (in(words[with], kMatters)) return true;
  }
  return false;
}

// Whether an "agree" that opens a clause is a vote and not a noun or an order: "Agree with it",
// not "Approval should wait".
bool opens_as_vote(const Words& words, std::size_t at) {
  if (at + 1 >= words.size() || in(words[at], kObject) || in(words[at], kWorry)) return true;
  const std::string& next = words[at + 1];
  if (next == "the") return any_in(words, at + 2, at + 4, kMatters);
  return in(next, kAfterVote) || in(next, kIf) || in(next, kBut) || in(next, kWhen);
}

struct ClauseVote {
  Leaning mention = Leaning::kNone;
  bool maybe = false;  // "would agree"
};

// What a clause says in the agent's own name. `own`: whose it is has been said before.
ClauseVote mention_in(const Words& words, bool own) {
  ClauseVote found;
  for (std::size_t at = 0; at < words.size(); ++at) {  // "not sure I agree"
    const bool unsure =
        in(words[at], kUnsure) && (words[at].starts_with("un") || is_negated(words, at));
    if (unsure || words[at] == "abstain") return found;
  }
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    const bool agree = in(word, kAgree), object = in(word, kObject), worry = in(word, kWorry);
    const bool said = words.size() == 1 ||
                      (at > 0 && at + 1 == words.size() && (own || any_in(words, 0, at, kOwn))) ||
                      (at > 0 && in(words[at - 1], kSaysSo) &&
                       (at + 1 == words.size() || words[at + 1] == "from"));
    const bool yes = in(word, kYes) && said, no = in(word, kNo) && said;
    Leaning mention = Leaning::kNone;
    if (yes || no) {
      mention = yes ? Leaning::kFor : Leaning::kAgainst;
      if (is_negated(words, at)) mention = flipped(mention);
    } else if (agree || object || worry) {
      const bool negated = is_negated(words, at);
      if (worry && !negated) continue;
      if (!negated && any_in(words, 0, at, kNot)) continue;  // "not one that I can support"
      if (agree && at + 1 < words.size() && words[at + 1] == "more") {
        if (negated) found.mention = Leaning::kFor;  // "I couldn't agree more"
        continue;
      }
      if (object && at + 1 < words.size() && words[at + 1] == "of")
        continue;  // the object of the plan
      bool first = true;
      for (std::size_t before = 0; before < at; ++before) {
        first = first && (in(words[before], kFillers) || in(words[before], kNot) ||
                          in(words[before], kBut) || words[before] == "can" ||
                          words[before] == "don" || words[before] == "do");
      }
      if (!own && !any_in(words, 0, at, kOwn) && !(first && opens_as_vote(words, at))) continue;
      if (!is_about_matter(words, at)) continue;
      if (any_in(words, 0, at, kPast)) continue;
      if (object && any_in(words, 0, words.size(), kSettled)) {
        if (!any_in(words, 0, at, std::array<Name, 1>{"withdraw"})) continue;
        mention = Leaning::kFor;
      } else {
        mention = agree || worry ? Leaning::kFor : Leaning::kAgainst;
        if (negated || worry) mention = agree ? Leaning::kAgainst : Leaning::kFor;
      }
      if (any_in(words, 0, at, kMaybe)) {
        if (mention == Leaning::kAgainst) continue;
        found.maybe = true;
      }
    }
    if (mention == Leaning::kNone) continue;
    if (found.mention != Leaning::kNone && found.mention != mention) return {};
    found.mention = mention;
  }
  return found;
}

// "sounds good to me", "fine by me", "go ahead", "on board".
bool is_approval_phrase(const Words& words) {
  static const std::vector<Words> kPhrases = {
      {"sounds", "good"}, {"looks", "good"}, {"fine", "by", "me"},  {"fine", "with", "me"},
      {"on", "board"},    {"go", "ahead"},   {"works", "for", "me"}};
  return std::ranges::any_of(kPhrases, [&](const Words& phrase) {
    const auto found = std::ranges::search(words, phrase);
    return !found.empty() &&
           !is_negated(words, static_cast<std::size_t>(found.begin() - words.begin()));
  });
}

bool has_condition(const Words& words, bool behind) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool condition =
        in(words[at], kIf) || (behind && (in(words[at], kBut) || in(words[at], kWhen)));
    const bool in_principle = words[at] == "principle" && at > 0 && words[at - 1] == "in";
    const bool as_long = words[at] == "long" && at > 0 && at + 1 < words.size() &&
                         (words[at - 1] == "as" || words[at - 1] == "so") && words[at + 1] == "as";
    const bool changes =
        in(words[at], kChanges) && at > 0 &&
        any_in(words, at - std::min<std::size_t>(at, 3), at, std::array<Name, 1>{"with"});
    if (!condition && !in_principle && !as_long && !changes) continue;
    if (words[at] == "once" && at > 0 && words[at - 1] == "at") continue;
    if (is_negated(words, at)) continue;
    return true;
  }
  return false;
}

std::optional<Stance> stance_of_mark(std::string_view text) {
  static constexpr std::array<Name, 8> kFor = {"👍", "✅", "✔", "☑", "🟢", "💯", "👌", "+1"};
  static constexpr std::array<Name, 8> kAgainst = {"👎", "❌", "✖", "🚫", "🔴", "⛔", "✗", "-1"};
  for (const Name mark : kFor) {
    if (text.starts_with(mark)) return Stance::kAgree;
  }
  for (const Name mark : kAgainst) {
    if (text.starts_with(mark)) return Stance::kObject;
  }
  return std::nullopt;
}

// "agree or object", "agree/object": the choices, no choice.
bool is_menu(const Words& words) {
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    const bool before = in(words[at - 1], kAgree) || in(words[at - 1], kObject);
    const bool after = in(words[at + 1], kAgree) || in(words[at + 1], kObject);
    if (words[at] == "or" && before && after) return true;
  }
  return false;
}

SentenceVote read(std::string_view sentence, bool own) {
  const std::string text = without_quotes(sentence);
  SentenceVote out;
  if (text.contains("agree/") || text.contains("object/") || is_menu(folded_words(text)))
    return out;
  Leaning mention = Leaning::kNone;
  bool maybe = false, condition = false, clash = false;
  bool dangling = false;  // "I can't, in good conscience, approve it"
  const auto clauses = clauses_of(text);
  for (const Words& words : clauses) {
    ClauseVote found = mention_in(words, own);
    if (found.mention == Leaning::kNone && is_approval_phrase(words)) found.mention = Leaning::kFor;
    if (dangling && found.mention == Leaning::kFor) found.mention = Leaning::kAgainst;
    dangling = dangling || (in(words.back(), kNot) && words.size() > 1);
    condition = condition || has_condition(words, mention == Leaning::kFor);
    if (found.mention == Leaning::kNone) continue;
    if (mention != Leaning::kNone && mention != found.mention) {
      // "I agree with it, but I object": the turn counts.
      clash = !in(words.front(), kBut);
      condition = has_condition(words, false);
    }
    mention = found.mention;
    maybe = found.maybe;
    // "Agree only if", "agree but": behind the word in its own clause.
    for (std::size_t at = 0; at < words.size(); ++at) {
      if (in(words[at], kAgree)) {
        condition = condition ||
                    has_condition(
                        Words(words.begin() + static_cast<std::ptrdiff_t>(at), words.end()), true);
      }
    }
  }
  if (!clauses.empty()) {
    const Words& first = clauses.front();
    out.turns = in(first.front(), kBut) || first.front() == "overall" ||
                (first.size() >= 2 && first[0] == "on" && first[1] == "balance");
  }
  if (clash || mention == Leaning::kNone) return out;
  if (mention == Leaning::kAgainst) {
    out.stance = Stance::kObject;
  } else if (condition) {
    out.stance = Stance::kAgreeWithConditions;
  } else if (!maybe) {
    out.stance = Stance::kAgree;
  }
  return out;
}

}  // namespace

std::optional<Stance> stance_of_phrase(std::string_view phrase) {
  phrase = trim(phrase);
  if (phrase.contains('|') || phrase.contains('?')) return std::nullopt;
  if (const auto stance = stance_of_mark(phrase)) return stance;
  const Words words = folded_words(phrase);
  if (words.empty()) return std::nullopt;
  static constexpr std::array<Name, 5> kConditional = {"conditional", "conditionally", "conditions",
                                                       "condition", "qualified"};
  if (in(words.front(), kConditional)) return Stance::kAgreeWithConditions;
  if (words.size() == 1 && (words.front() == "for" || words.front() == "true")) {
    return Stance::kAgree;
  }
  if (words.size() == 1 && words.front() == "false") return Stance::kObject;
  return read(phrase, true).stance;
}

SentenceVote stance_of_sentence(std::string_view sentence) {
  sentence = trim(sentence);
  if (sentence.contains('|') || sentence.ends_with('?')) return {};
  if (const auto stance = stance_of_mark(sentence)) return {stance, false};
  const Words words = folded_words(sentence);
  // "Conditional agreement", "conditional yes".
  const bool conditional = words.size() >= 2 && words[0].starts_with("conditional") &&
                           (in(words[1], kAgree) || in(words[1], kYes));
  if (conditional) return {Stance::kAgreeWithConditions, false};
  return read(sentence, false);
}

bool is_condition(std::string_view sentence) {
  const Words words = folded_words(sentence);
  if (words.empty()) return false;
  static constexpr std::array<Name, 7> kOpens = {"however",    "but",       "only",  "provided",
                                                 "conditions", "condition", "unless"};
  if (in(words.front(), kOpens)) return true;
  // "One condition: ...", "My condition is ..."
  for (std::size_t at = 0; at < std::min<std::size_t>(words.size(), 3); ++at) {
    if (in(words[at], kCondition)) return !any_in(words, 0, words.size(), kNot);
  }
  return false;
}

}  // namespace fm
