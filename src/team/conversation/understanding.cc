#include "team/conversation/understanding.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "people/message/deciding_words.h"
#include "people/message/mentions.h"
#include "people/message/signature.h"
#include "people/options/option_choice.h"
#include "team/conversation/asked_last.h"
#include "team/conversation/slash_commands.h"
#include "team/conversation/two_keys.h"

namespace fm {
namespace {

constexpr auto kActNames = std::to_array<std::string_view>(
    {"answer", "wish", "question", "agree", "approve", "change", "reject", "start", "accept",
     "cancel", "pause", "other_matter", "enough", "you_decide", "command", "remark"});
constexpr auto kDecisionNames =
    std::to_array<std::string_view>({"", "approve", "start", "accept", "cancel"});

constexpr std::size_t kLongText = 4000;  // bytes; more is a text, and agrees to nothing

// What counts first of several acts. An order with a wish in it is a change first.
constexpr std::array kOrder = {
    SpeechAct::kCommand,   SpeechAct::kOtherMatter, SpeechAct::kChange, SpeechAct::kEnough,
    SpeechAct::kYouDecide, SpeechAct::kPause,       SpeechAct::kCancel, SpeechAct::kReject,
    SpeechAct::kQuestion,  SpeechAct::kAnswer,      SpeechAct::kStart,  SpeechAct::kApprove,
    SpeechAct::kAccept,    SpeechAct::kAgree,       SpeechAct::kWish,   SpeechAct::kRemark};

class Reader {
 public:
  Reader(const Vocabulary& vocabulary, const UnderstandingContext& context, std::string_view text)
      : vocabulary_(vocabulary),
        context_(context),
        text_(without_signature(vocabulary, text)),
        utterance_(Utterance::of(vocabulary, text_)),
        acts_(read_acts(utterance_)),
        offer_(decision_of(context.gate)) {}

  Understanding read(const ModelUnderstanding* model) {
    if (read_command() || read_option()) return std::move(reading_);
    read_addressed();
    read_answers();
    for (const Act& act : acts_) add(speech_act(act), act.clause);
    if (reading_.acts.empty()) reading_.acts.push_back({SpeechAct::kRemark, std::string(text_)});
    settle_act();
    RuleKey rules;
    rules.words = find_deciding_words(utterance_, acts_);
    read_other_matter(rules.words);
    rules.act = reading_.act;
    rules.is_long = text_.size() > kLongText;
    rules.gate_was_asked_last = gate_was_asked_last(vocabulary_, context_);
    rules.else_was_asked_after = else_was_asked_after(vocabulary_, context_);
    rules.line_asks_for_gate = line_asks_for_gate(vocabulary_, context_);
    rules.line_asks_for_changes = line_asks_for_changes(vocabulary_, context_);
    rules.is_room_language = is_room_language(vocabulary_, context_, text_);
    reading_.is_closed = rules.is_closed = is_closed_form(rules.words);
    if (model != nullptr && !reading_.is_closed) take(*model);
    const TwoKeys keys = turn_keys(context_, rules, model);
    reading_.does = keys.does;
    reading_.asks = keys.asks;
    if (keys.does != Decision::kNone) reading_.act = act_of(keys.does);
    return std::move(reading_);
  }

 private:
  void add(std::optional<SpeechAct> act, const Clause& clause) {
    if (!act) return;
    const auto& words = utterance_.words();
    const std::size_t begin = words[utterance_.phrases()[clause.first].first].begin;
    const std::size_t end = words[utterance_.phrases()[clause.last - 1].last - 1].end;
    std::string said(text_.substr(begin, end - begin));
    if (!reading_.acts.empty() && reading_.acts.back().act == *act) {
      reading_.acts.back().words += ", " + said;
    } else {
      reading_.acts.push_back({*act, std::move(said)});
    }
  }

  // "/approve" is the button of that name; any other command is no act of these.
  bool read_command() {
    const auto line = read_slash_line(trim(text_));
    if (!line) return false;
    reading_.is_closed = true;
    reading_.acts = {{SpeechAct::kCommand, std::string(text_)}};
    reading_.act = SpeechAct::kCommand;
    if (line->name == "cancel" && is_active(context_.phase)) {
      choose_cancel();
    } else if (line->rest.empty() && offer_ != Decision::kNone) {
      const bool go = line->name == "go" && offer_ != Decision::kAccept;
      if (go || line->name == to_string(offer_)) choose(0);
    } else if (line->name == "go" && context_.phase == Phase::kDiscovery) {
      reading_.does = Decision::kStart;
    }
    return true;
  }

  // A gate's button, its label or its number. A number belongs to what was asked last.
  bool read_option() {
    if (!context_.gate || context_.gate->options.empty()) return false;
    const auto& options = context_.gate->options;
    const std::string said = fold(text_);
    for (std::size_t at = 0; at < options.size(); ++at) {
      if (fold(options[at]) != said) continue;
      choose(at);
      return true;
    }
    if (!is_pointer()) return false;
    const OptionChoice choice = read_option_choice(utterance_, options, text_);
    if (!choice.option || !choice.changes.empty()) return false;
    reading_.option = choice.option;
    const bool was_asked = gate_was_asked_last(vocabulary_, context_);
    if (has_number() && was_asked) {
      choose(*choice.option);
      return true;
    }
    reading_.acts = {{SpeechAct::kAnswer, std::string(text_)}};
    reading_.act = SpeechAct::kAnswer;
    reading_.is_closed = true;
    reading_.asks = was_asked ? decides(*choice.option) : offer_;
    return true;
  }

  // A letter or "the last one" may be about something else: such words decide nothing.
  bool has_number() const {
    return std::ranges::any_of(utterance_.words(),
                               [](const Word& word) { return word.kind == WordKind::kNumber; });
  }
  Decision decides(std::size_t option) const {
    if (option == 0) return offer_;
    return fold(context_.gate->options[option]) == "cancel" ? Decision::kCancel : Decision::kNone;
  }

  // A number, a letter or an ordinal with nothing but politeness around it.
  bool is_pointer() const {
    constexpr Senses kAround = {Sense::kYes,   Sense::kPolite, Sense::kThanks,  Sense::kOption,
                                Sense::kNth1,  Sense::kNth2,   Sense::kNth3,    Sense::kNth4,
                                Sense::kNth5,  Sense::kNth6,   Sense::kNthLast, Sense::kOne,
                                Sense::kSmall, Sense::kWork,   Sense::kNumber};
    return utterance_.clauses().size() == 1 && !utterance_.clauses()[0].asked &&
           std::ranges::all_of(utterance_.phrases(), [&](const Phrase& phrase) {
             if (!utterance_.is_content(phrase)) return true;
             return utterance_.kind(phrase) == WordKind::kNumber || phrase.senses.any(kAround) ||
                    utterance_.words()[phrase.first].exact.size() == 1;
           });
  }

  void choose(std::size_t option) {
    const std::string label = fold(context_.gate->options[option]);
    reading_.option = option;
    reading_.is_closed = true;
    if (option == 0 && offer_ != Decision::kNone) {
      reading_.does = offer_;
      reading_.act = act_of(offer_);
    } else if (label == "cancel") {
      return choose_cancel();
    } else if (label.starts_with("change") || label.starts_with("adjust")) {
      reading_.act = SpeechAct::kChange;
    } else {
      reading_.act = offer_ != Decision::kNone ? SpeechAct::kReject : SpeechAct::kAnswer;
    }
    reading_.acts = {{reading_.act, std::string(text_)}};
  }
  void choose_cancel() {
    reading_.does = Decision::kCancel;
    reading_.act = SpeechAct::kCancel;
    reading_.acts = {{SpeechAct::kCancel, std::string(text_)}};
  }

  // Whoever is mentioned, and who is called by name at the begin: "architect, what ...".
  void read_addressed() {
    reading_.addressed = find_mentions(utterance_.words(), text_);
    const std::string first = fold(text_.substr(0, text_.find_first_of(",:")));
    if (first.size() == text_.size() || !is_agent(first)) return;
    if (std::ranges::find(reading_.addressed, first) == reading_.addressed.end())
      reading_.addressed.push_back(first);
  }
  bool is_agent(std::string_view name) const {
    return std::ranges::any_of(context_.questions,
                               [&](const AskedQuestion& one) { return one.agent == name; }) ||
           std::ranges::any_of(context_.last, [&](const std::string& line) {
             return line.starts_with(std::string(name) + ":");
           });
  }

  // What is said to the asker of one open question answers it (G-6).
  void read_answers() {
    if (context_.questions.empty() || is_active(context_.phase) == false) return;
    std::vector<OpenQuestion> open;
    for (const AskedQuestion& one : context_.questions) {
      const bool other = reading_.addressed.size() == 1 && is_agent(reading_.addressed[0]) &&
                         one.agent != reading_.addressed[0];
      if (!other) open.push_back({one.id, one.text, one.number});
    }
    if (open.empty()) return;
    std::string_view said = text_;
    if (reading_.addressed.size() == 1 && said.starts_with('@'))
      said.remove_prefix(std::min(said.find(' '), said.size()));
    ReplyToQuestions reply = read_reply(
        vocabulary_, open,
        said.size() == text_.size() ? utterance_ : Utterance::of(vocabulary_, said), said);
    reading_.enough = reply.enough;
    reading_.asks_back = reply.asks_context;
    answers_are_marked_ = reply.is_marked || open.size() < context_.questions.size();
    reading_.decide_for_me = std::move(reply.decide_for_me);
    if (reply.is_marked || is_about_answers()) reading_.answers = std::move(reply.answers);
    if (reply.is_marked && !reading_.answers.empty()) drop_answering_acts();
  }

  // What stands under a number answers its question, whatever else it could mean: "3. skip it".
  void drop_answering_acts() {
    const auto dropped = std::erase_if(acts_, [&](const Act& act) { return answers(act); });
    if (dropped > 0) reading_.acts.push_back({SpeechAct::kAnswer, std::string(text_)});
  }

  // Beside a gate or the work a question is answered where it was asked last, or to its asker's
  // face; and what is given up or taken back answers nothing.
  bool is_about_answers() const {
    for (const Act& act : acts_)
      if (act.kind == ActKind::kRetract || (act.kind == ActKind::kCancel && act.plain))
        return false;
    if (context_.phase == Phase::kDiscovery || !reading_.addressed.empty()) return true;
    return context_.gate ? else_was_asked_after(vocabulary_, context_)
                         : context_.phase != Phase::kExecution;
  }

  bool answers(const Act& act) const {
    const auto& words = utterance_.words();
    const std::size_t begin = words[utterance_.phrases()[act.clause.first].first].begin;
    const std::size_t end = words[utterance_.phrases()[act.clause.last - 1].last - 1].end;
    const std::string said(text_.substr(begin, end - begin));
    // A short answer stands in any words: "no" in "now".
    return std::ranges::any_of(reading_.answers, [&](const GivenAnswer& answer) {
      return answer.text.contains(said) ||
             (answer.text.contains(' ') && said.contains(answer.text));
    });
  }

  // Of the whole message, which is long where there are many acts: read once.
  bool is_chat() const {
    if (!is_chat_) is_chat_ = read_intent(utterance_).intent == Intent::kChat;
    return *is_chat_;
  }

  bool at_gate() const { return offer_ != Decision::kNone; }

  std::optional<SpeechAct> speech_act(const Act& act) const {
    switch (act.kind) {
      case ActKind::kNone:
        return std::nullopt;
      case ActKind::kStart:
        if (!act.plain) return answers(act) ? SpeechAct::kAnswer : SpeechAct::kWish;
        return at_gate() && offer_ != Decision::kCancel ? act_of(offer_) : SpeechAct::kStart;
      case ActKind::kApprove:
      case ActKind::kResume:
        if ((offer_ == Decision::kStart || offer_ == Decision::kCancel) && !act.yes)
          return SpeechAct::kAgree;
        if (at_gate()) return act_of(offer_);
        return answers(act) ? SpeechAct::kAnswer : SpeechAct::kAgree;
      case ActKind::kHold:
        // A condition on a yes is a change first.
        return act.clause.conditional && at_gate() ? SpeechAct::kChange : SpeechAct::kPause;
      case ActKind::kPostpone:
        return answers(act) ? SpeechAct::kAnswer : SpeechAct::kPause;
      case ActKind::kPause:
        return SpeechAct::kPause;
      case ActKind::kCancel:
        if (act.plain) return SpeechAct::kCancel;
        // "Close it", of finished work, is nothing to be guessed.
        return offer_ == Decision::kAccept ? SpeechAct::kRemark : told(act);
      case ActKind::kReject:
        if (at_gate()) return SpeechAct::kReject;
        return answers(act) ? SpeechAct::kAnswer : SpeechAct::kReject;
      case ActKind::kAsk:
      case ActKind::kStatus:
        return SpeechAct::kQuestion;
      case ActKind::kTalk:
        // One word of talk may be anything: "fire away".
        if (at_gate() && act.clause.last - act.clause.first == 1) return SpeechAct::kRemark;
        return SpeechAct::kQuestion;
      case ActKind::kEnough:
        return SpeechAct::kEnough;
      case ActKind::kDecide:
        return SpeechAct::kYouDecide;
      case ActKind::kChange:
        // "no need to adjust it", "take it as final": nothing that could be changed is named.
        if ((act.negated && !act.clause.but) || (at_gate() && !has_content(act)))
          return SpeechAct::kRemark;
        if (at_gate() && may_be_mistyped()) return SpeechAct::kRemark;
        return wanted(act);
      case ActKind::kRedo:
        return wanted(act);
      case ActKind::kDoubt:
      case ActKind::kRetract:
        return SpeechAct::kRemark;
      case ActKind::kKeepOn:
      case ActKind::kTell:
        return told(act);
    }
    return SpeechAct::kRemark;
  }

  // "yess start itt": an order with nothing else but short words that nobody knows.
  bool may_be_mistyped() const {
    constexpr std::size_t kShortWord = 4;  // letters
    bool orders = false;
    for (const Phrase& phrase : utterance_.phrases()) {
      if (!utterance_.is_content(phrase)) continue;
      const bool is_order = phrase.senses.any({Sense::kBegin, Sense::kGo});
      orders = orders || is_order;
      const bool is_known = phrase.known && !is_order && !phrase.senses.has(Sense::kYes);
      if (is_known) return false;
      if (!phrase.known && utterance_.words()[phrase.first].exact.size() > kShortWord) return false;
    }
    return orders && utterance_.phrases().size() <= kShortWord;
  }

  // In the clause or in what its sentence goes on with: "add where it is: in the hall".
  bool has_content(const Act& act) const {
    return std::ranges::any_of(acts_, [&](const Act& one) {
      return one.has_content && one.clause.sentence == act.clause.sentence &&
             one.clause.first >= act.clause.first;
    });
  }

  // A new requirement is a change where something is shown or made.
  SpeechAct wanted(const Act& act) const {
    if (at_gate() || context_.phase == Phase::kExecution) return SpeechAct::kChange;
    return answers(act) ? SpeechAct::kAnswer : SpeechAct::kWish;
  }
  SpeechAct told(const Act& act) const {
    if (act.promise) return SpeechAct::kPause;
    if (answers(act)) return SpeechAct::kAnswer;
    // After a "no" to finished work it says what is wrong with it (C-44).
    const bool complains = offer_ == Decision::kAccept && !acts_.empty() && acts_.front().bare_no &&
                           &act != &acts_.front();
    if (at_gate()) return act.contrary || complains ? SpeechAct::kChange : SpeechAct::kRemark;
    const bool talk = context_.phase == Phase::kExecution || !context_.questions.empty();
    if (talk || is_chat()) return SpeechAct::kRemark;
    return SpeechAct::kWish;
  }

  void settle_act() {
    if (reading_.enough && !reading_.has(SpeechAct::kEnough))
      reading_.acts.push_back({SpeechAct::kEnough, std::string(text_)});
    const auto* first =
        std::ranges::find_if(kOrder, [&](SpeechAct act) { return reading_.has(act); });
    reading_.act = first == kOrder.end() ? SpeechAct::kRemark : *first;
  }

  // "Forget that. Let's write a blog post instead": given up for something else (G-5).
  void read_other_matter(const DecidingWords& words) {
    if (!words.cancel || words.whole) return;
    const auto after = std::ranges::find_if(
        acts_.begin() + static_cast<std::ptrdiff_t>(*words.cancel), acts_.end(),
        [](const Act& act) { return act.kind == ActKind::kChange; });
    if (after == acts_.end() || after->clause.sentence == acts_[*words.cancel].clause.sentence ||
        is_chat())
      return;
    reading_.acts.push_back({SpeechAct::kOtherMatter, std::string(text_)});
    reading_.act = SpeechAct::kOtherMatter;
  }

  // Short, and nothing but the act.
  bool is_closed_form(const DecidingWords& words) const {
    constexpr std::ptrdiff_t kShort = 4;  // words
    const auto& said = utterance_.words();
    const auto spoken = std::ranges::count_if(said, [](const Word& word) {
      return word.kind == WordKind::kWord || word.kind == WordKind::kNumber;
    });
    const bool plain = acts_.size() == 1 && (acts_[0].kind == ActKind::kReject ||
                                             (!at_gate() && acts_[0].kind == ActKind::kEnough) ||
                                             (!at_gate() && acts_[0].kind == ActKind::kDecide));
    return spoken <= kShort && (words.whole || plain || is_only_answer(spoken) || is_courtesy());
  }
  // "hello", "thanks a lot", where nothing is asked that it could answer.
  bool is_courtesy() const {
    return !context_.gate && context_.questions.empty() && !acts_.empty() &&
           std::ranges::all_of(acts_, &Act::courtesy);
  }
  // To the one thing that is asked: "22 of us".
  bool is_only_answer(std::ptrdiff_t spoken) const {
    constexpr std::ptrdiff_t kFew = 3;  // words
    return spoken <= kFew && !context_.gate && context_.questions.size() == 1 &&
           reading_.answers.size() == 1 && reading_.act == SpeechAct::kAnswer;
  }

  void take(const ModelUnderstanding& model) {
    reading_.by_model = true;
    if (!model.acts.empty()) {
      reading_.enough =
          std::ranges::find(model.acts, SpeechAct::kEnough, &FoundAct::act) != model.acts.end();
      reading_.acts = model.acts;
      reading_.asks_back = reading_.asks_back && reading_.has(SpeechAct::kQuestion);
      settle_act();
      // An answer with a question after it is an answer first.
      const bool answers = model.acts.front().act == SpeechAct::kAnswer;
      if (answers &&
          (reading_.act == SpeechAct::kQuestion || reading_.act == SpeechAct::kYouDecide))
        reading_.act = SpeechAct::kAnswer;
    }
    // What the person numbered, or said to the one who asks, is not for a model to deal out.
    if (!answers_are_marked_ || reading_.answers.empty()) take_answers(model);
    if (context_.gate && model.option && *model.option < context_.gate->options.size())
      reading_.option = model.option;
  }
  void take_answers(const ModelUnderstanding& model) {
    reading_.answers.clear();
    std::vector<std::string> left;
    for (const AskedQuestion& one : context_.settled)
      for (const GivenAnswer& answer : model.answers)
        if (answer.id == one.id || (is_only_asker(one) && answer.id == one.agent))
          reading_.changed.push_back({one.id, said_by_person(answer.text)});
    for (const AskedQuestion& one : context_.questions) {
      const auto given = std::ranges::find_if(model.answers, [&](const GivenAnswer& answer) {
        return answer.id == one.id || answer.id == std::to_string(one.number) ||
               answer.id == one.agent;
      });
      if (given != model.answers.end())
        reading_.answers.push_back({one.id, said_by_person(given->text)});
      else
        left.push_back(one.id);
    }
    if (!reading_.has(SpeechAct::kYouDecide)) return reading_.decide_for_me.clear();
    std::erase_if(reading_.decide_for_me,
                  [&](const std::string& id) { return std::ranges::find(left, id) == left.end(); });
    if (reading_.decide_for_me.empty()) reading_.decide_for_me = asked_by_addressed(left);
  }
  // "You decide" is said to the one who is addressed, else to all.
  std::vector<std::string> asked_by_addressed(std::vector<std::string> ids) const {
    std::vector<std::string> theirs;
    for (const AskedQuestion& one : context_.questions)
      if (std::ranges::find(ids, one.id) != ids.end() &&
          std::ranges::find(reading_.addressed, one.agent) != reading_.addressed.end())
        theirs.push_back(one.id);
    return theirs.empty() ? ids : theirs;
  }
  // Nobody's else question could be meant by the agent's name.
  bool is_only_asker(const AskedQuestion& question) const {
    const auto asked = [&](const std::vector<AskedQuestion>& all) {
      return std::ranges::count(all, question.agent, &AskedQuestion::agent);
    };
    return asked(context_.questions) + asked(context_.settled) == 1;
  }
  // An answer is in the person's own words: what a model put differently is shown whole.
  std::string said_by_person(const std::string& words) const {
    const std::string_view quoted = trim(words);
    return !quoted.empty() && text_.contains(quoted) ? std::string(quoted)
                                                     : std::string(trim(text_));
  }

  const Vocabulary& vocabulary_;
  const UnderstandingContext& context_;
  std::string_view text_;
  Utterance utterance_;
  std::vector<Act> acts_;
  Decision offer_;
  Understanding reading_;
  bool answers_are_marked_ = false;
  mutable std::optional<bool> is_chat_;
};

}  // namespace

std::string_view to_string(SpeechAct act) { return kActNames.at(static_cast<std::size_t>(act)); }

std::optional<SpeechAct> speech_act_from(std::string_view name) {
  const auto* found = std::ranges::find(kActNames, name);
  if (found == kActNames.end()) return std::nullopt;
  return static_cast<SpeechAct>(found - kActNames.begin());
}

std::string_view to_string(Decision decision) {
  return kDecisionNames.at(static_cast<std::size_t>(decision));
}

Decision decision_from(std::string_view name) {
  const auto* found = std::ranges::find(kDecisionNames, name);
  return found == kDecisionNames.end() ? Decision::kNone
                                       : static_cast<Decision>(found - kDecisionNames.begin());
}

SpeechAct act_of(Decision decision) {
  switch (decision) {
    case Decision::kApprove:
      return SpeechAct::kApprove;
    case Decision::kStart:
      return SpeechAct::kStart;
    case Decision::kAccept:
      return SpeechAct::kAccept;
    case Decision::kCancel:
      return SpeechAct::kCancel;
    case Decision::kNone:
      break;
  }
  return SpeechAct::kRemark;
}

Decision decision_of(const std::optional<ContextGate>& gate) {
  return gate ? decision_from(gate->kind) : Decision::kNone;
}

bool Understanding::has(SpeechAct wanted) const {
  return std::ranges::find(acts, wanted, &FoundAct::act) != acts.end();
}

bool is_for_model(const Understanding& by_rules, const UnderstandingContext& context) {
  if (by_rules.is_closed) return false;
  if (context.phase != Phase::kExecution) return true;
  return by_rules.does != Decision::kCancel && by_rules.asks != Decision::kCancel &&
         !by_rules.has(SpeechAct::kPause) && !by_rules.has(SpeechAct::kCancel);
}

Understanding understand(const Vocabulary& vocabulary, const UnderstandingContext& context,
                         std::string_view text, const ModelUnderstanding* model) {
  if (text.size() > kLongestMessage) {
    Understanding text_only;
    text_only.act =
        decision_of(context.gate) != Decision::kNone ? SpeechAct::kChange : SpeechAct::kWish;
    text_only.acts = {{text_only.act, std::string(cut_bytes(text, kLongText))}};
    return text_only;
  }
  return Reader(vocabulary, context, text).read(model);
}

}  // namespace fm
