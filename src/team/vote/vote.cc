#include "team/vote/vote.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "people/message/answer.h"
#include "reading/brief/brief_fields.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/find.h"
#include "team/vote/vote_words.h"

namespace fm {
namespace {

using Name = std::string_view;
constexpr std::array<Name, 12> kVote = {"vote",    "myvote",   "stance",    "position",
                                        "verdict", "decision", "finalvote", "yourvote",
                                        "opinion", "answer",   "response",  "choice"};
constexpr std::array<Name, 8> kFlag = {"agree",  "agrees",  "approve", "approved",
                                       "accept", "support", "agreed",  "accepted"};
constexpr std::array<Name, 3> kAgainstFlag = {"object", "objects", "objection"};
constexpr std::array<Name, 11> kWhy = {"why",      "reason",  "rationale",   "reasoning",
                                       "sentence", "comment", "explanation", "justification",
                                       "note",     "because", "message"};
constexpr std::array<Name, 5> kConditions = {"conditions", "condition", "onlyif", "provided",
                                             "requires"};
constexpr std::array<Name, 9> kLabels = {"vote",    "stance",    "position", "verdict", "decision",
                                         "opinion", "judgement", "judgment", "ruling"};
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

// A label that says that a vote follows: "Vote", "My final vote".
bool is_vote_label(std::string_view label) {
  constexpr std::size_t kLongest = 40;
  if (label.size() > kLongest) return false;
  std::vector<std::string> words = name_words(label);
  static constexpr std::array<Name, 5> kAround = {"my", "final", "overall", "own", "is"};
  std::erase_if(words, [](const std::string& word) {
    return std::ranges::find(kAround, Name(word)) != kAround.end();
  });
  return words.size() == 1 && std::ranges::find(kLabels, Name(words[0])) != kLabels.end();
}

// Without Markdown's marks around it.
std::string bare(std::string_view line) {
  std::string out;
  for (const char character : line) {
    if (character != '*' && character != '`' && character != '#') out += character;
  }
  return std::string(trim(out));
}

struct VotePhrase {
  std::string_view vote;
  std::string_view rest;
};

// "object - too slow" in two.
VotePhrase split_vote(std::string_view phrase) {
  std::size_t best = phrase.size(), length = 0;
  for (const Name mark : {" - ", " – ", " — ", "—", ": ", "; ", ", ", ". "}) {
    const std::size_t at = phrase.find(mark);
    if (at < best) best = at, length = mark.size();
  }
  return {phrase.substr(0, best), phrase.substr(best + length)};
}

class VoteReader {
 public:
  VoteReader(std::string_view text, const Vocabulary* vocabulary)
      : text_(text), vocabulary_(vocabulary) {}

  std::optional<GivenVote> run(Steps* steps) {
    constexpr std::size_t kLongest = 64 << 10;
    if (steps != nullptr) steps->add(text_.size());
    if (text_.size() > kLongest) return std::nullopt;  // no vote needs that many words
    const Found found = find_json(text_, steps);
    bool json = false;
    std::optional<GivenVote> vote;
    for (const Candidate& candidate : found.candidates) {
      if (!candidate.parsed.value.is_object() && !candidate.parsed.value.is_array()) continue;
      // "[x]" and "[ ]" are boxes, no values.
      if (candidate.end - candidate.begin <= 3) continue;
      bool names = false;
      auto next = in_json(candidate.parsed.value, 0, names);
      if (!candidate.parsed.conflicts.empty()) next.reset();
      if (!names) continue;
      if (json && (!next || !vote || next->stance != vote->stance)) return std::nullopt;
      json = true;
      vote = std::move(next);
    }
    if (json) return vote;
    collect(steps);
    bool labelled = false;
    vote = by_label(labelled);
    if (labelled) return vote && takes_back(*vote) ? std::nullopt : vote;
    if ((vote = by_sentences())) return vote;
    return mentioned_ ? std::nullopt : by_vocabulary();
  }

 private:
  // `names` becomes true when the value is meant as a vote, whether it can be read or not.
  static std::optional<GivenVote> in_json(const Json& value, int depth, bool& names) {
    if (depth > 2) return std::nullopt;
    if (value.is_array()) {
      const JsonArray& list = value.get_array();
      if (list.size() != 1) {
        names = names || std::ranges::any_of(list, [](const Json& one) {
                  return one.is_object() && find_field(one.get_object(), kVote) != nullptr;
                });
        return std::nullopt;
      }
      return in_json(list.front(), depth + 1, names);
    }
    if (!value.is_object()) return std::nullopt;
    const JsonObject& object = value.get_object();
    GivenVote vote;
    std::optional<Stance> stance;
    if (const Json* said = find_field(object, kVote)) {
      if (said->is_object()) return in_json(*said, depth + 1, names);
      names = true;
      const std::string text = brief_text(*said);
      stance = text == "yes"  ? std::optional(Stance::kAgree)
               : text == "no" ? std::optional(Stance::kObject)
                              : stance_of_phrase(text);
    } else if (const Json* flag = find_field(object, kFlag); flag != nullptr && flag->is_bool()) {
      names = true;
      stance = flag->get_bool() ? Stance::kAgree : Stance::kObject;
    } else if (const Json* against = find_field(object, kAgainstFlag);
               against != nullptr && against->is_bool()) {
      names = true;
      if (against->get_bool()) stance = Stance::kObject;
    } else if (object.size() == 1) {
      return in_json(object.begin()->value(), depth + 1, names);
    } else {
      // {"votes": [...], "summary": ...}
      for (const auto& member : object) {
        if (member.value().is_array() && member.value().get_array().size() > 1)
          (void)in_json(member.value(), depth + 1, names);
      }
    }
    if (!stance) return std::nullopt;
    const Json* conditions = find_field(object, kConditions);
    const Json* said = find_field(object, kVote);
    const std::string phrase = said != nullptr ? brief_text(*said) : "";
    const std::string terms = conditions != nullptr ? brief_text(*conditions) : "";
    const bool none = terms.empty() || terms == "no";
    if (!none && *stance == Stance::kAgree) stance = Stance::kAgreeWithConditions;
    const Json* why = find_field(object, kWhy);
    vote.stance = *stance;
    vote.why = one_line_why(why != nullptr ? brief_text(*why) : "");
    if (vote.why.empty()) vote.why = one_line_why(none ? split_vote(phrase).rest : terms);
    return vote;
  }

  // The sentences of the prose; a line ends one, too. Fences count: some set all in one.
  void collect(Steps* steps) {
    constexpr std::size_t kMost = 400;
    for (const Region& region : find_regions(text_, steps)) {
      if (region.container == Container::kReasoning || region.container == Container::kQuote) {
        continue;
      }
      for (const std::string_view line :
           split_lines(text_.substr(region.begin, region.end - region.begin))) {
        if (trim(line).empty() || trim(line).starts_with('>')) continue;
        if (sentences_.size() >= kMost) return;
        lines_.emplace_back(trim(line));
        add_sentences(bare(line));
      }
    }
  }

  void add_sentences(std::string_view line) {
    if (!line.starts_with("- [") && !line.starts_with("-1")) line = without_list_mark(line);
    std::size_t begin = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
      const bool stop = Name(".!?;").find(line[at]) != Name::npos &&
                        (at + 1 == line.size() || is_ascii_space(line[at + 1]));
      if (!stop && at + 1 < line.size()) continue;
      const std::string_view part = trim(line.substr(begin, at + 1 - begin));
      if (!part.empty()) sentences_.emplace_back(part);
      begin = at + 1;
    }
  }

  // "Vote: ...", a heading "My vote" with the vote below it, or the one box that is ticked.
  std::optional<GivenVote> by_label(bool& labelled) const {
    std::optional<GivenVote> out;
    bool clash = false;
    const auto add = [&](std::optional<GivenVote> vote) {
      clash = labelled && (!out || !vote || out->stance != vote->stance);
      labelled = true;
      out = std::move(vote);
    };
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      std::string line = bare(lines_[i]);
      if (const std::size_t equals = line.find(" = "); equals != std::string::npos) {
        line.replace(equals, 3, ": ");
      }
      const std::string_view unmarked = trim(
          std::string_view(line).substr(line.starts_with("- ") || line.starts_with("* ") ? 2 : 0));
      if (unmarked.starts_with("[x] ") || unmarked.starts_with("[X] ")) {
        add(vote_of(unmarked.substr(4), i));
        continue;
      }
      const std::string label_only = line.ends_with(':') ? line.substr(0, line.size() - 1) : line;
      if (is_vote_label(label_only) && i + 1 < lines_.size()) {
        const std::string below = bare(lines_[i + 1]);
        add(vote_of(without_list_mark(below), i + 1));
        continue;
      }
      Labelled parts = split_label(line);
      if (parts.label.empty() || !is_vote_label(parts.label)) {
        // "... about the host. Vote: object" at a line's end.
        const std::size_t stop = line.rfind(". ");
        if (stop == std::string::npos) continue;
        parts = split_label(std::string_view(line).substr(stop + 2));
        if (parts.label.empty() || !is_vote_label(parts.label)) continue;
      }
      add(vote_of(parts.text, i));
    }
    return clash ? std::nullopt : out;
  }

  // A phrase behind a label; its reason is the rest of it, or what stands below.
  std::optional<GivenVote> vote_of(std::string_view phrase, std::size_t line) const {
    const std::size_t stop = std::min(phrase.find(". "), phrase.size());
    const auto stance = stance_of_phrase(phrase.substr(0, stop));
    if (!stance) return std::nullopt;
    GivenVote vote{*stance, ""};
    vote.why = one_line_why(split_vote(phrase).rest);
    for (std::size_t i = line + 1; vote.why.empty() && i < lines_.size(); ++i) {
      const std::string below = bare(lines_[i]);
      if (below.starts_with("- [")) continue;
      const Labelled parts = split_label(below);
      const bool reason = !parts.label.empty() && is_one_of(parts.label, kWhy);
      vote.why = one_line_why(reason ? parts.text : below);
    }
    const std::string next = line + 1 < lines_.size() ? bare(lines_[line + 1]) : "";
    const Labelled terms = split_label(next);
    const bool no_terms = is_one_of(terms.label, kConditions) && says_nothing(terms.text);
    if (no_terms && vote.why == next) vote.why.clear();
    if (vote.stance == Stance::kAgree && is_condition(next) && !no_terms) {
      vote.stance = Stance::kAgreeWithConditions;
    }
    return vote;
  }

  // "Vote: agree. I still object to the deadline."
  bool takes_back(const GivenVote& vote) const {
    if (vote.stance != Stance::kAgree) return false;
    return std::ranges::any_of(sentences_, [](const std::string& sentence) {
      return stance_of_sentence(sentence).stance == Stance::kObject &&
             !sentence.starts_with("[ ]") && !sentence.starts_with("- [ ]");
    });
  }

  std::optional<GivenVote> by_sentences() {
    std::optional<Stance> stance;
    std::size_t at = 0;
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
      const SentenceVote next = stance_of_sentence(sentences_[i]);
      if (!next.stance) continue;
      mentioned_ = true;
      const bool both_agree =
          stance && *stance != Stance::kObject && *next.stance != Stance::kObject;
      if (stance && *stance != *next.stance && !both_agree && !next.turns) return std::nullopt;
      if (both_agree) {
        if (*next.stance == Stance::kAgreeWithConditions) stance = next.stance;
        continue;
      }
      if (!stance || *stance != *next.stance) at = i;
      stance = next.stance;
    }
    if (!stance) return std::nullopt;
    GivenVote vote{*stance, ""};
    const bool more = at + 1 < sentences_.size();
    if (vote.stance == Stance::kAgree && more && is_condition(sentences_[at + 1])) {
      vote.stance = Stance::kAgreeWithConditions;
      vote.why = one_line_why(sentences_[at + 1]);
      return vote;
    }
    vote.why = reason_in(sentences_[at]);
    if (vote.why.empty() && more) vote.why = one_line_why(sentences_[at + 1]);
    return vote;
  }

  // The sentence, without the vote itself in front; empty when it says no more than that.
  static std::string reason_in(std::string_view sentence) {
    constexpr std::size_t kFewWords = 4;
    const std::size_t word = std::min(sentence.find(' '), sentence.size());
    if (name_words(sentence.substr(0, word)).empty()) {  // a mark
      return one_line_why(sentence.substr(word));
    }
    const VotePhrase parts = split_vote(sentence);
    const bool bare_vote = name_words(parts.vote).size() <= 3;
    if (bare_vote && !parts.rest.empty() && !is_condition(parts.rest)) {
      return one_line_why(parts.rest);
    }
    return name_words(sentence).size() > kFewWords ? one_line_why(sentence) : "";
  }

  // Other languages: a first sentence that is a plain yes or no.
  std::optional<GivenVote> by_vocabulary() const {
    constexpr std::size_t kLongest = 160;
    if (vocabulary_ == nullptr || sentences_.empty()) return std::nullopt;
    const std::string& first = sentences_.front();
    if (first.size() > kLongest || first.contains('|')) return std::nullopt;
    const Answer answer = read_answer(*vocabulary_, first);
    if (std::ranges::find(answer.languages, "en") != answer.languages.end()) return std::nullopt;
    const bool yes = answer.approval == Approval::kApprove;
    const auto refuses = [&] {  // "Nein, das ist zu teuer."
      const std::string_view opens = split_vote(first).vote;
      return read_answer(*vocabulary_, opens).approval == Approval::kReject;
    };
    if (!yes && answer.approval != Approval::kReject && !refuses()) return std::nullopt;
    GivenVote vote{yes ? Stance::kAgree : Stance::kObject, reason_in(first)};
    if (vote.why.empty() && sentences_.size() > 1) vote.why = one_line_why(sentences_[1]);
    return vote;
  }

  std::string_view text_;
  const Vocabulary* vocabulary_;
  std::vector<std::string> lines_;
  std::vector<std::string> sentences_;
  bool mentioned_ = false;
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

std::optional<GivenVote> read_vote(std::string_view text, const Vocabulary* vocabulary,
                                   Steps* steps) {
  return VoteReader(text, vocabulary).run(steps);
}

}  // namespace fm
