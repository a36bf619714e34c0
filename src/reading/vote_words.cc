#include "reading/vote_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "reading/chars.h"

namespace fm {
namespace {

using Words = std::vector<std::string>;
using Name = std::string_view;

constexpr std::array<Name, 17> kAgree = {"agree",    "agreed",   "approve",  "approved", "accept",
                                         "accepted", "endorse",  "endorsed", "support",  "favour",
                                         "favor",    "consent",  "concur",   "lgtm",     "aye",
                                         "approval", "agreement"};
constexpr std::array<Name, 16> kObject = {"object",     "oppose",     "opposed", "disagree",
                                          "reject",     "rejected",   "veto",    "objection",
                                          "objections", "disapprove", "decline", "refuse",
                                          "nay",        "objecting",  "against", "block"};
constexpr std::array<Name, 6> kWorry = {"concern",      "concerns", "reservation",
                                        "reservations", "worries",  "doubts"};
constexpr std::array<Name, 6> kYes = {"yes", "yea", "yep", "yeah", "ok", "okay"};
constexpr std::array<Name, 2> kNo = {"no", "nope"};
constexpr std::array<Name, 11> kNot = {"not",     "never",  "cannot",  "t",   "no",    "without",
                                       "nothing", "unable", "neither", "nor", "hardly"};
// Of a condition wherever they stand, and of one only behind the agreement.
constexpr std::array<Name, 17> kIf = {
    "if",         "provided",    "providing", "unless",  "assuming",      "condition",
    "conditions", "conditional", "caveat",    "caveats", "conditionally", "reservations",
    "partly",     "partially",   "mostly",    "largely", "once"};
constexpr std::array<Name, 8> kBut = {"but",    "yet",    "however", "although",
                                      "though", "except", "only",    "subject"};
constexpr std::array<Name, 5> kMaybe = {"would", "d", "might", "may", "could"};
constexpr std::array<Name, 6> kPast = {"was", "were", "wanted", "tempted", "used", "almost"};
constexpr std::array<Name, 6> kOwn = {"i", "we", "my", "me", "our", "count"};
constexpr std::array<Name, 26> kFillers = {
    "well",       "so",        "overall", "strongly", "fully",     "conditional", "conditionally",
    "partly",     "partially", "mostly",  "largely",  "still",     "and",         "then",
    "personally", "sorry",     "also",    "totally",  "therefore", "completely",  "absolutely",
    "not",        "cannot",    "no",      "in",       "full"};
// "I agree with ..." what can be voted on; agreeing with others says nothing about it.
constexpr std::array<Name, 32> kMatters = {
    "plan",     "proposal", "approach",   "brief",      "idea",           "this",
    "it",       "these",    "direction",  "design",     "scope",          "caveats",
    "caveat",   "changes",  "conditions", "condition",  "following",      "everything",
    "all",      "way",      "choice",     "option",     "reservations",   "solution",
    "decision", "one",      "proposed",   "suggestion", "recommendation", "some",
    "concept"};
constexpr std::array<Name, 9> kSettled = {"answered", "resolved",  "settled",
                                          "gone",     "withdrawn", "met",
                                          "dropped",  "addressed", "withdraw"};

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

Words words_of(std::string_view text) {
  Words words;
  const std::string folded = fold(text);
  std::string_view rest = folded;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (end > 0) words.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return words;
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
    for (std::string& word : words_of(part)) {
      const bool turns = in(word, kBut) && word != "only" && word != "subject" && word != "except";
      if (turns && !clause.empty()) clauses.push_back(std::exchange(clause, {}));
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
  return any_in(words, at - std::min(at, kReach), at, kNot);
}

// Whether an "agree" at `at` is about the matter itself.
bool agrees_with_matter(const Words& words, std::size_t at) {
  constexpr std::size_t kReach = 5;
  if (at + 1 >= words.size() || !words[at].starts_with("agree")) return true;
  const std::string& next = words[at + 1];
  if (next == "that" || next == "on" || next == "about") return false;
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

struct ClauseVote {
  Leaning mention = Leaning::kNone;
  bool maybe = false;  // "would agree"
};

// What a clause says in the agent's own name. `own`: whose it is has been said before.
ClauseVote mention_in(const Words& words, bool own) {
  ClauseVote found;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    const bool agree = in(word, kAgree), object = in(word, kObject), worry = in(word, kWorry);
    const bool said = words.size() == 1 ||
                      (at > 0 && at + 1 == words.size() && (own || any_in(words, 0, at, kOwn)));
    const bool yes = in(word, kYes) && said, no = in(word, kNo) && said;
    Leaning mention = Leaning::kNone;
    if (yes || no) {
      mention = yes ? Leaning::kFor : Leaning::kAgainst;
      if (is_negated(words, at)) mention = flipped(mention);
    } else if (agree || object || worry) {
      const bool negated = is_negated(words, at);
      if (worry && !negated) continue;
      if (object && at + 1 < words.size() && words[at + 1] == "of")
        continue;  // the object of the plan
      bool first = true;
      for (std::size_t before = 0; before < at; ++before) {
        first = first && (in(words[before], kFillers) || in(words[before], kNot) ||
                          in(words[before], kBut) || words[before] == "can" ||
                          words[before] == "don" || words[before] == "do");
      }
      if (!own && !first && !any_in(words, 0, at, kOwn)) continue;
      if (agree && !agrees_with_matter(words, at)) continue;
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
    const bool condition = in(words[at], kIf) || (behind && in(words[at], kBut));
    const bool in_principle = words[at] == "principle" && at > 0 && words[at - 1] == "in";
    const bool as_long = words[at] == "long" && at > 0 && at + 1 < words.size() &&
                         (words[at - 1] == "as" || words[at - 1] == "so") && words[at + 1] == "as";
    if (!condition && !in_principle && !as_long) continue;
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

SentenceVote read(std::string_view sentence, bool own) {
  const std::string text = without_quotes(sentence);
  SentenceVote out;
  Leaning mention = Leaning::kNone;
  bool maybe = false, condition = false, clash = false;
  const auto clauses = clauses_of(text);
  for (const Words& words : clauses) {
    ClauseVote found = mention_in(words, own);
    if (found.mention == Leaning::kNone && is_approval_phrase(words)) found.mention = Leaning::kFor;
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
  const Words words = words_of(phrase);
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
  const Words words = words_of(sentence);
  // "Conditional agreement", "conditional yes".
  const bool conditional = words.size() >= 2 && words[0].starts_with("conditional") &&
                           (in(words[1], kAgree) || in(words[1], kYes));
  if (conditional) return {Stance::kAgreeWithConditions, false};
  return read(sentence, false);
}

bool is_condition(std::string_view sentence) {
  const Words words = words_of(sentence);
  if (words.empty()) return false;
  static constexpr std::array<Name, 7> kOpens = {"however",    "but",       "only",  "provided",
                                                 "conditions", "condition", "unless"};
  return in(words.front(), kOpens);
}

}  // namespace fm
