#include "team/conversation/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "people/language/topic_words.h"
#include "people/message/answer.h"
#include "people/options/option_choice.h"

namespace fm {
namespace {

constexpr std::size_t kTitleBytes = 160;

std::string one_line(std::string_view text) {
  text = trim(text.substr(0, text.find('\n')));
  while (text.starts_with('*') || text.starts_with('#') || text.starts_with(' '))
    text.remove_prefix(1);
  while (text.ends_with('*') || text.ends_with(' ')) text.remove_suffix(1);
  return std::string(cut_bytes(text, kTitleBytes));
}

// The sentence of a text that has a phrase of the list; empty when none has.
std::string sentence_with(const WordList& list, const Utterance& said, std::string_view text) {
  for (const Sentence& sentence : said.sentences()) {
    if (sentence.question_mark) continue;
    const auto inside = [&](const Word& word) {
      return word.begin >= sentence.begin && word.end <= sentence.end;
    };
    std::vector<Word> words;
    std::ranges::copy_if(said.words(), std::back_inserter(words), inside);
    if (list.in(words))
      return one_line(trim(text.substr(sentence.begin, sentence.end - sentence.begin)));
  }
  return {};
}

bool shares_topic(const std::vector<std::string>& one, const std::vector<std::string>& other,
                  const std::vector<std::string>& but) {
  return std::ranges::any_of(one, [&](const std::string& word) {
    const auto is_same = [&](const std::string& topic) { return same_topic_word(word, topic); };
    return std::ranges::any_of(other, is_same) && std::ranges::none_of(but, is_same);
  });
}

// What the person says, for the debate.
struct PersonSays {
  bool approves = false;  // and says nothing else
  bool assents = false;   // among other things
  bool rejects = false;
  bool asks = false;
  bool holds = false;  // refuses, doubts or puts off a part of it
  bool wants_change = false;
  bool starts = false;
  std::vector<std::string> topics;  // of what is not asked
  std::string picks;                // "let's go with X": the clause; empty: none
  bool picks_that = false;          // "let's go with that"
};

class DebateReader {
 public:
  DebateReader(const Vocabulary& vocabulary, const ConversationWords& words, DebateState& state)
      : vocabulary_(vocabulary),
        words_(words),
        agreement_(state.agreement),
        options_(state.options),
        options_from_(state.options_from) {}

  void read(const DebateWords& said) {
    if (said.person) {
      read_person(said);
    } else {
      read_agent(said);
    }
  }

 private:
  void read_agent(const DebateWords& said) {
    const Utterance utterance = Utterance::of(vocabulary_, said.text);
    const auto stance = said.stance ? said.stance : stance_of(said.text);
    settle_answered(said, stance);
    if (stance == Stance::kObject) {
      object(said);
    } else if (stance) {
      withdraw(said.from);
      if (stance == Stance::kAgreeWithConditions)
        agreement_.conditions.push_back(fmt::format("{}: {}", said.from, why_of(said.text)));
    }
    std::vector<std::string> options =
        said.options.empty() ? offered_options(said.text) : said.options;
    if (options.size() > 1) {
      options_ = std::move(options);
      options_from_ = said.from;
    }
    propose(said, utterance);
  }

  std::optional<Stance> stance_of(std::string_view text) const {
    const auto vote = read_vote(text);
    return vote ? std::optional(vote->stance) : std::nullopt;
  }
  std::string why_of(std::string_view text) const {
    const auto vote = read_vote(text);
    return vote && !vote->why.empty() ? vote->why : one_line(text);
  }

  void propose(const DebateWords& said, const Utterance& utterance) {
    std::string text = sentence_with(words_.proposes, utterance, said.text);
    if (text.empty() && said.proposes) text = one_line(said.text);
    if (text.empty()) return;
    // What the person has chosen is replaced only by a turn that was asked for a proposal.
    if (!said.proposes && agreement_.approach && agreement_.approach->chosen) return;
    agreement_.approach = Approach{std::move(text), said.from, false};
    agreement_.agreed = false;
  }

  void object(const DebateWords& said) {
    std::string why = said.text;
    for (Objection& objection : agreement_.objections) {
      if (objection.agent != said.from || objection.state != ObjectionState::kOpen) continue;
      objection.text = std::move(why);
      return;
    }
    agreement_.objections.push_back({said.from, std::move(why), ObjectionState::kOpen, {}});
  }
  void settle(std::string_view agent, ObjectionState state, const std::string& by) {
    for (Objection& objection : agreement_.objections) {
      if (objection.agent != agent || objection.state != ObjectionState::kOpen) continue;
      objection.state = state;
      objection.by = by;
    }
  }
  void withdraw(const std::string& agent) { settle(agent, ObjectionState::kWithdrawn, agent); }
  void settle_answered(const DebateWords& said, std::optional<Stance> stance) {
    if (stance == Stance::kObject) return;
    for (const std::string& agent : said.answers_to)
      if (agent != said.from) settle(agent, ObjectionState::kAnswered, said.from);
  }

  PersonSays listen(const std::string& text) const {
    const Utterance utterance = Utterance::of(vocabulary_, text);
    const std::vector<Act> acts = read_acts(utterance);
    const Answer answer = read_answer(acts);
    PersonSays says;
    says.starts = answer.starts;
    says.rejects = answer.approval == Approval::kReject;
    for (const Act& act : acts) {
      says.asks = says.asks || act.kind == ActKind::kAsk;
      says.wants_change = says.wants_change || act.kind == ActKind::kChange;
      says.holds = says.holds || act.kind == ActKind::kReject || act.kind == ActKind::kDoubt ||
                   act.kind == ActKind::kHold || act.kind == ActKind::kPostpone;
      if (act.clause.asked) continue;
      const bool assents = act.kind == ActKind::kApprove || act.kind == ActKind::kStart;
      // "Good point" agrees with the objection.
      says.assents = says.assents || (assents && !concedes(utterance, act.clause, text));
      for (std::string& word : topic_words(utterance, act.clause.first, act.clause.last))
        says.topics.push_back(std::move(word));
      pick(utterance, act, text, says);
    }
    says.approves = says.assents && (answer.approval == Approval::kApprove || answer.starts);
    return says;
  }

  bool concedes(const Utterance& utterance, const Clause& clause, std::string_view text) const {
    if (clause.first >= clause.last) return false;
    const std::size_t begin = utterance.words()[utterance.phrases()[clause.first].first].begin;
    const std::size_t end = utterance.words()[utterance.phrases()[clause.last - 1].last - 1].end;
    return words_.concedes.in(split_words(text.substr(begin, end - begin)));
  }

  // "let's go with a static page": a choice in the person's own words.
  static void pick(const Utterance& utterance, const Act& act, std::string_view text,
                   PersonSays& says) {
    const Clause& clause = act.clause;
    if (clause.reported || clause.condition || clause.conditional || act.negated) return;
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      const Phrase& phrase = utterance.phrases()[at];
      if (phrase.senses.any({Sense::kHedge, Sense::kLater, Sense::kDoubt})) return;
      if (!phrase.senses.has(Sense::kChoose)) continue;
      if (topic_words(utterance, at + 1, clause.last).empty()) {
        says.picks_that = true;
        return;
      }
      const std::size_t begin = utterance.words()[utterance.phrases()[at + 1].first].begin;
      const std::size_t end = utterance.words()[utterance.phrases()[clause.last - 1].last - 1].end;
      says.picks = one_line(text.substr(begin, end - begin));
      return;
    }
  }

  void read_person(const DebateWords& said) {
    agreement_.agreed = false;
    const PersonSays says = listen(said.text);
    const OptionChoice choice =
        options_.empty()
            ? OptionChoice{}
            : read_option_choice(Utterance::of(vocabulary_, said.text), options_, said.text);
    const bool picks = choice.option || !says.picks.empty() || says.picks_that;
    if (choice.option) {
      agreement_.approach = Approach{options_[*choice.option], options_from_, true};
    } else if (!says.picks.empty()) {
      agreement_.approach = Approach{says.picks, {}, true};
    } else if (agreement_.approach && !says.asks && !says.holds &&
               (says.assents || says.picks_that)) {
      agreement_.approach->chosen = true;
    } else if (agreement_.approach && says.rejects) {
      agreement_.approach->chosen = false;
    }
    const bool took_up = (picks || says.assents) && !says.holds && take_up(said, says);
    if (!agreement_.approach || !agreement_.approach->chosen || says.holds || says.asks) return;
    // "the second, but cheaper" is feedback; "the second, with those measures" agrees.
    const bool changes = !choice.changes.empty() || says.wants_change;
    agreement_.agreed = says.approves || (picks && !changes) || took_up;
  }

  bool take_up(const DebateWords& said, const PersonSays& says) {
    const ConversationText text(words_, said.text);
    const bool by_words =
        !text.naming(words_.takes_up).words.empty() || !text.naming(words_.concedes).words.empty();
    std::vector<std::string> ours;  // words of what is chosen anyway
    for (const std::string& option : options_) add_topics(option, ours);
    if (agreement_.approach) add_topics(agreement_.approach->text, ours);
    bool any = false;
    for (Objection& objection : agreement_.objections) {
      if (objection.state != ObjectionState::kOpen) continue;
      std::vector<std::string> about;
      add_topics(objection.text, about);
      if (!by_words && !shares_topic(says.topics, about, ours)) continue;
      objection.state = ObjectionState::kTakenUp;
      objection.by = said.from;
      any = true;
    }
    return any;
  }
  void add_topics(std::string_view text, std::vector<std::string>& topics) const {
    const Utterance utterance = Utterance::of(vocabulary_, text);
    for (std::string& word : topic_words(utterance, 0, utterance.phrases().size()))
      topics.push_back(std::move(word));
  }

  const Vocabulary& vocabulary_;
  const ConversationWords& words_;
  Agreement& agreement_;
  std::vector<std::string>& options_;
  std::string& options_from_;
};

constexpr std::size_t kMostDebates = 16;  // that are remembered

// "Option B: magic links", "B) magic links": the letter and what follows.
std::optional<std::pair<char, std::string>> option_line(std::string_view line) {
  line = trim(line);
  while (!line.empty() && std::string_view("*#-> \t").contains(line.front())) line.remove_prefix(1);
  constexpr std::string_view kOption = "option ";
  const bool named = line.size() > kOption.size() &&
                     std::ranges::equal(line.substr(0, kOption.size()), kOption, {}, [](char c) {
                       return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
                     });
  if (named) line.remove_prefix(kOption.size());
  if (line.size() < 3) return std::nullopt;
  const char mark = line.front();
  const bool letter = mark >= 'A' && mark <= 'H';
  const bool number = named && mark >= '1' && mark <= '9';
  if (!letter && !number) return std::nullopt;
  line.remove_prefix(1);
  while (line.starts_with('*') || line.starts_with(' ')) line.remove_prefix(1);
  constexpr std::array<std::string_view, 5> kEnds = {":", ")", ".", "–", "—"};
  const auto* end =
      std::ranges::find_if(kEnds, [&](std::string_view sign) { return line.starts_with(sign); });
  const bool dash = named && line.starts_with("- ");
  if (end == kEnds.end() && !dash) return std::nullopt;
  line.remove_prefix(dash ? 1 : end->size());
  if (!named && !line.starts_with(' ')) return std::nullopt;  // "A.I."
  std::string title = one_line(line);
  if (title.empty()) return std::nullopt;
  return std::pair{mark, std::move(title)};
}

}  // namespace

std::string_view to_string(ObjectionState state) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"open", "answered", "withdrawn", "taken_up"});
  return kNames.at(static_cast<std::size_t>(state));
}

std::vector<const Objection*> Agreement::open() const {
  std::vector<const Objection*> found;
  for (const Objection& objection : objections)
    if (objection.state == ObjectionState::kOpen) found.push_back(&objection);
  return found;
}

bool Agreement::is_reached() const { return missing().empty(); }

std::string Agreement::missing() const {
  if (!approach) return "No approach is on the table.";
  if (!approach->chosen) return "The person has not chosen an approach.";
  if (const auto objecting = open(); !objecting.empty())
    return fmt::format("An objection of {} is open.", objecting.front()->agent);
  if (!agreed) return "The person's newest message does not agree.";
  return {};
}

std::vector<std::string> offered_options(std::string_view text) {
  std::vector<std::string> options;
  char first = 0;
  for (const std::string_view line : split_lines(text)) {
    auto option = option_line(line);
    if (!option) continue;
    const bool begins = option->first == 'A' || option->first == '1';
    if (begins && first == 0) first = option->first;
    if (first == 0 || option->first != first + static_cast<char>(options.size())) continue;
    options.push_back(std::move(option->second));
  }
  if (options.size() < 2) options.clear();
  return options;
}

Agreement read_agreement(const Vocabulary& vocabulary, const ConversationWords& words,
                         std::span<const DebateWords> debate) {
  DebateState state;
  DebateReader reader(vocabulary, words, state);
  for (const DebateWords& said : debate) reader.read(said);
  return std::move(state.agreement);
}

Agreement DebateMemo::read(const Vocabulary& vocabulary, const ConversationWords& words,
                           const std::string& name, std::vector<DebateWords> debate) {
  if (known_.size() >= kMostDebates && !known_.contains(name)) known_.clear();
  Read& known = known_[name];
  const bool goes_on =
      known.debate.size() <= debate.size() &&
      std::ranges::equal(known.debate, std::span(debate).first(known.debate.size()));
  if (!goes_on) known = {};
  DebateReader reader(vocabulary, words, known.state);
  for (std::size_t i = known.debate.size(); i < debate.size(); ++i) reader.read(debate[i]);
  known.debate = std::move(debate);
  return known.state.agreement;
}

}  // namespace fm
