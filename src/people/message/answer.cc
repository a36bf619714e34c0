#include "people/message/answer.h"

#include <algorithm>
#include <array>
#include <span>

namespace fm {
namespace {

constexpr std::array<std::string_view, 5> kApprovalNames = {"approve", "reject", "feedback",
                                                            "question", "unclear"};
constexpr std::array<std::string_view, 6> kCommandNames = {"pause", "resume", "status",
                                                           "redo",  "enough", "decide"};

bool is_one_of(ActKind kind, std::initializer_list<ActKind> kinds) {
  return std::ranges::find(kinds, kind) != kinds.end();
}

// "first finish the comparison, then go ahead"
bool comes_after_something(std::span<const Act> acts, std::size_t at) {
  if (!acts[at].clause.then || at == 0) return false;
  if (acts[at - 1].clause.conditional || acts[at - 1].kind == ActKind::kHold) return true;
  for (std::size_t before = at; before > 0; --before) {
    const Act& act = acts[before - 1];
    if (act.clause.sentence != acts[at].clause.sentence) return false;
    if (is_one_of(act.kind, {ActKind::kTell, ActKind::kTalk, ActKind::kDoubt, ActKind::kPause,
                             ActKind::kPostpone, ActKind::kHold}))
      return true;
  }
  return false;
}

// Whether an order to start stands at the end of a message.
class StartReader {
 public:
  const Act* read(std::span<const Act> acts) {
    if (std::ranges::any_of(acts, &Act::ironic)) return nullptr;
    for (std::size_t at = 0; at < acts.size(); ++at) {
      const Act& act = acts[at];
      if (act.kind == ActKind::kStart) {
        if (!act.partial) start_ = &act;
        after_ = at + 1;
      } else if (takes_back(act) || (at == after_ && act.predicate)) {
        start_ = nullptr;
      }
    }
    return start_;
  }

 private:
  static bool takes_back(const Act& act) {
    switch (act.kind) {
      case ActKind::kHold:
      case ActKind::kCancel:
      case ActKind::kPause:
      case ActKind::kReject:
      case ActKind::kDoubt:
      case ActKind::kPostpone:
      case ActKind::kTalk:
        return true;
      case ActKind::kAsk:
        return act.clause.joined || act.clause.but;  // "- or should we wait?"
      case ActKind::kTell:
        if (act.clause.but) return true;  // "but my partner is not here"
        return act.clause.conditional && !act.clause.joined;
      default:
        return (act.clause.conditional && !act.clause.joined) || (act.clause.but && act.partial);
    }
  }

  const Act* start_ = nullptr;
  std::size_t after_ = 0;  // the act right after the order
};

const Act* find_cancel(std::span<const Act> acts) {
  const Act* cancel = nullptr;
  for (std::size_t at = 0; at < acts.size(); ++at) {
    const Act& act = acts[at];
    const Act* before = at == 0 ? nullptr : &acts[at - 1];
    const bool same_sentence = before != nullptr && before->clause.sentence == act.clause.sentence;
    if (act.kind == ActKind::kCancel) {
      // "don't cancel, I changed my mind" and "finish the page and then stop"
      if (same_sentence && before->kind == ActKind::kKeepOn) continue;
      if (same_sentence && act.clause.then &&
          is_one_of(before->kind, {ActKind::kTell, ActKind::kChange, ActKind::kTalk}))
        continue;
      cancel = &act;
    } else if (is_one_of(act.kind, {ActKind::kStart, ActKind::kKeepOn, ActKind::kResume,
                                    ActKind::kRedo, ActKind::kApprove})) {
      cancel = nullptr;
    }
  }
  return cancel;
}

class ApprovalReader {
 public:
  explicit ApprovalReader(std::span<const Act> acts) : acts_(acts) {
    for (std::size_t at = 0; at < acts.size(); ++at) note(acts[at], static_cast<int>(at));
  }

  Approval read() const {
    const bool yes_is_last = yes_ > no_;
    if (std::ranges::any_of(acts_, &Act::ironic) && change_ < 0) return Approval::kReject;
    if (change_ >= 0) return Approval::kFeedback;
    if (ask_ >= 0) {
      if (refused_ && no_ > ask_) return Approval::kReject;
      // "what's not to like? yes": an answer of its own after the question
      const bool answered = yes_ > ask_ && strong_ && yes_sentence_ > ask_sentence_;
      if (start_ <= ask_ && !answered) return Approval::kQuestion;
    }
    if (conditional_) return Approval::kFeedback;
    const bool in_spite =
        yes_ > tell_ && yes_is_last && (conceded_ || (strong_ && !open_) || start_ > tell_);
    if (tell_ >= 0 && !in_spite) {
      return refused_ && !yes_is_last ? Approval::kReject : Approval::kFeedback;
    }
    if (partial_) return Approval::kFeedback;
    if (no_ >= 0 && !yes_is_last) return Approval::kReject;
    if (yes_ >= 0) return Approval::kApprove;
    return Approval::kUnclear;
  }

 private:
  // "yes to the plan, no to the logo": the one is wanted without the other.
  bool is_half(const Act& no, int at) const {
    if (at == 0 || no.clause.but) return false;
    const Act& yes = acts_[static_cast<std::size_t>(at) - 1];
    const auto says_more = [](const Act& act) {
      return act.yes_or_no && act.clause.last - act.clause.first > 1;
    };
    return yes.kind == ActKind::kApprove && yes.clause.sentence == no.clause.sentence &&
           says_more(yes) && says_more(no);
  }

  void note(const Act& act, int at) {
    switch (act.kind) {
      case ActKind::kStart:
        start_ = at;
        yes_ = at;
        yes_sentence_ = act.clause.sentence;
        strong_ = true;
        conceded_ = act.clause.but || conceded_;
        break;
      case ActKind::kApprove:
      case ActKind::kResume:
        yes_ = at;
        yes_sentence_ = act.clause.sentence;
        strong_ = !act.mild && !act.negated;
        // "it is more than I hoped to pay, but yes"
        conceded_ = act.clause.but || act.clause.so || (conceded_ && tell_ < at);
        break;
      case ActKind::kHold:
        // "go ahead if it stays cheap" is a yes with a change in it
        if (act.clause.conditional) conditional_ = true;
        no_ = at;
        break;
      case ActKind::kCancel:
      case ActKind::kReject:
        if (is_half(act, at)) {
          change_ = at;
          break;
        }
        // "the green ones, not the good ones" refuses nothing
        if (act.clause.sentence == tell_sentence_ && tell_ >= 0 && act.words == "not") {
          tell_ = at;
          break;
        }
        refused_ = true;
        no_ = at;
        break;
      case ActKind::kRedo:
        refused_ = true;
        no_ = at;
        break;
      case ActKind::kPause:
      case ActKind::kPostpone:
      case ActKind::kDoubt:
        no_ = at;
        break;
      case ActKind::kAsk:
        ask_ = at;
        ask_sentence_ = act.clause.sentence;
        break;
      case ActKind::kChange:
        change_ = at;
        break;
      case ActKind::kTalk:
      case ActKind::kStatus:
        ask_ = at;
        ask_sentence_ = act.clause.sentence;
        break;
      case ActKind::kTell:
        if (act.clause.condition) conditional_ = true;
        if (act.clause.reason) break;
        if (act.promise) {  // "I'll read it tonight": not decided yet
          no_ = at;
          break;
        }
        // "yes, and next year we can talk about an app" is about another time
        if (yes_ >= 0 && act.postponed && !act.clause.but) break;
        tell_ = at;
        tell_sentence_ = act.clause.sentence;
        open_ = open_ || !act.statement;
        conceded_ = false;
        break;
      default:
        break;
    }
    partial_ = partial_ || act.partial;
  }

  std::span<const Act> acts_;
  int yes_ = -1;
  int no_ = -1;
  int start_ = -1;
  int ask_ = -1;
  int change_ = -1;
  int tell_ = -1;
  bool conditional_ = false;
  bool conceded_ = false;  // said in spite of the remarks before it
  bool strong_ = false;    // the last yes is more than an "ok"
  bool refused_ = false;   // a no in words, not only a pause
  bool open_ = false;      // a remark that may be a wish
  bool partial_ = false;
  std::size_t tell_sentence_ = 0;
  std::size_t yes_sentence_ = 0;
  std::size_t ask_sentence_ = 0;
};

std::optional<Command> command_of(ActKind kind) {
  switch (kind) {
    case ActKind::kPause:
      return Command::kPause;
    case ActKind::kResume:
      return Command::kResume;
    case ActKind::kStatus:
      return Command::kStatus;
    case ActKind::kRedo:
      return Command::kRedo;
    case ActKind::kEnough:
      return Command::kEnough;
    case ActKind::kDecide:
      return Command::kDecide;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string_view to_string(Approval approval) {
  return kApprovalNames.at(static_cast<std::size_t>(approval));
}
std::string_view to_string(Command command) {
  return kCommandNames.at(static_cast<std::size_t>(command));
}

Answer read_answer(const std::vector<Act>& all) {
  // "stop... sorry, wrong window": only what follows counts.
  const auto retracted = std::ranges::find(all.rbegin(), all.rend(), ActKind::kRetract, &Act::kind);
  std::vector<Act> acts(retracted.base(), all.end());
  for (std::size_t at = 0; at < acts.size(); ++at) {
    if (acts[at].kind == ActKind::kStart && comes_after_something(acts, at))
      acts[at].kind = ActKind::kHold;
  }
  Answer answer;
  const Act* start = StartReader().read(acts);
  const Act* cancel = find_cancel(acts);
  answer.starts = start != nullptr;
  answer.cancels = cancel != nullptr;
  answer.approval = ApprovalReader(acts).read();
  for (const Act& act : acts) {
    if (const auto command = command_of(act.kind)) answer.command = command;
    if (!act.words.empty()) answer.words.push_back(act.words);
  }
  return answer;
}

Answer read_answer(const std::vector<Act>& acts, std::string_view message) {
  if (message.size() <= kLongestMessage) return read_answer(acts);
  Answer text;
  text.approval = Approval::kFeedback;
  return text;
}

Answer read_answer(const Vocabulary& vocabulary, std::string_view message) {
  const Utterance utterance = Utterance::of(vocabulary, message);
  Answer answer = read_answer(read_acts(utterance), message);
  answer.languages = vocabulary.languages(utterance.words());
  return answer;
}

}  // namespace fm
