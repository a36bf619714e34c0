#include "team/conversation/two_keys.h"

#include <algorithm>

namespace fm {
namespace {

// What a yes or an order would decide here.
Decision on_offer(const UnderstandingContext& context) {
  if (context.gate) return decision_of(context.gate);
  return context.phase == Phase::kDiscovery || context.phase == Phase::kReady ? Decision::kStart
                                                                              : Decision::kNone;
}

bool can_cancel(const UnderstandingContext& context) { return is_active(context.phase); }

// The act in a clause of its own is the one that is on offer.
bool is_found(const UnderstandingContext& context, const RuleKey& rules, Decision offer) {
  const DecidingWords& words = rules.words;
  switch (offer) {
    case Decision::kApprove:
      return words.approve || words.start;
    case Decision::kAccept:
      // "Looks great, ship it" takes the work; an order alone may mean more of it.
      return (words.approve && !words.resumes) || (words.start && words.goes && words.praise);
    case Decision::kStart:
      // "Sounds good" is agreement, and told once; "yes" to "Start on this?" is Start (C-36).
      return words.start || (context.gate && words.approve && words.yes);
    case Decision::kCancel:
      // "Approved" is no yes to "Cancel this project?".
      return words.cancel || (decision_of(context.gate) == Decision::kCancel && words.approve &&
                              words.yes && !words.named && !words.resumes);
    case Decision::kNone:
      break;
  }
  return false;
}

// A plain answer belongs to what was asked last, and an "ok" may only mean "heard".
bool belongs_to_gate(const UnderstandingContext& context, const RuleKey& rules) {
  if (rules.words.start || rules.words.cancel) return true;
  if (rules.words.named) return !rules.else_was_asked_after;
  return context.gate && rules.gate_was_asked_last && rules.is_room_language &&
         context.draft_unchanged && (!rules.words.mild || rules.line_asks_for_gate);
}

// The model finds this act and nothing else that is wanted, asked or answered.
bool model_finds_only(const ModelUnderstanding& model, Decision decision) {
  bool found = false;
  for (const FoundAct& one : model.acts) {
    const bool approves = decision == Decision::kStart || decision == Decision::kApprove;
    const bool same =
        one.act == act_of(decision) ||
        (approves && (one.act == SpeechAct::kStart || one.act == SpeechAct::kApprove));
    if (!same && one.act != SpeechAct::kRemark) return false;
    found = found || same;
  }
  return found && model.answers.empty();
}

// Both keys find a change, and only the rules something that decides beside it.
bool is_change_only(const ModelUnderstanding& model, const RuleKey& rules, Decision decision) {
  return rules.act == SpeechAct::kChange &&
         std::ranges::find(model.acts, act_of(decision), &FoundAct::act) == model.acts.end() &&
         std::ranges::find(model.acts, SpeechAct::kChange, &FoundAct::act) != model.acts.end();
}

// Without a brief to approve yet, Start only makes one to be shown: a clause that orders is enough,
// and what else was said goes into it (C-37).
bool only_makes_brief(const UnderstandingContext& context, const RuleKey& rules, Decision offer) {
  const DecidingWords& words = rules.words;
  return offer == Decision::kStart && !context.gate && words.start && !words.contrary &&
         !words.cancel && !words.talks && !words.goes_on;
}

// One word may as well answer what is open.
bool may_be_answer(const UnderstandingContext& context, const RuleKey& rules) {
  return !context.gate && rules.words.bare && !context.questions.empty();
}

// Said at a gate and neither a wish nor a question nor a no: nobody knows what it decides.
bool is_unclear(const RuleKey& rules) {
  switch (rules.act) {
    case SpeechAct::kRemark:
    case SpeechAct::kAnswer:
    case SpeechAct::kAgree:
    case SpeechAct::kApprove:
    case SpeechAct::kStart:
    case SpeechAct::kAccept:
      return true;
    default:
      return (rules.words.named && (rules.words.start || rules.words.approve)) ||
             rules.words.ordered_if;
  }
}

}  // namespace

TwoKeys turn_keys(const UnderstandingContext& context, const RuleKey& rules,
                  const ModelUnderstanding* model) {
  const auto keys = [&](Decision offer, bool unclear) -> TwoKeys {
    const bool found =
        is_found(context, rules, offer) && !rules.words.open && !rules.words.torn && !rules.is_long;
    const bool may = found && belongs_to_gate(context, rules) && !may_be_answer(context, rules) &&
                     (!rules.words.bare_no || rules.line_asks_for_changes);
    const bool whole = may && (rules.words.whole || only_makes_brief(context, rules, offer));
    if (model == nullptr || rules.is_closed) {
      if (whole) return {offer, Decision::kNone};
      // "go ahead, explain" wants words, and nothing was offered that it could decide.
      const bool talk = offer == Decision::kStart && !context.gate && rules.words.talks;
      // "Yes, and a map" is a change; a verb beside one is asked about.
      const bool change_first = rules.words.contrary && !rules.words.named && !rules.words.ends;
      const bool doubt = found && !talk && !change_first;
      return {Decision::kNone, doubt || unclear ? offer : Decision::kNone};
    }
    if (is_change_only(*model, rules, offer)) return {};
    const bool agreed = model_finds_only(*model, offer);
    // With what follows it an order may be about something else: "undo that, the tabs I mean".
    const bool clause =
        may && rules.words.named && rules.words.ends && !rules.words.contrary && !rules.words.talks;
    if (agreed && (whole || clause)) return {offer, Decision::kNone};
    return {Decision::kNone, whole || found || agreed ? offer : Decision::kNone};
  };
  const Decision offer = on_offer(context);
  TwoKeys result;
  if (offer != Decision::kNone)
    result = keys(offer, decision_of(context.gate) != Decision::kNone && is_unclear(rules));
  // Beside another gate's answers, finished work or an open question it may be about that alone.
  const bool is_beside = decision_of(context.gate) == Decision::kAccept ||
                         (!context.gate && !context.questions.empty());
  const bool may_mean_else = (context.gate && decision_of(context.gate) == Decision::kNone) ||
                             (is_beside && !rules.words.gives_all_up);
  if (!can_cancel(context) || result.does != Decision::kNone) return result;
  TwoKeys cancel = keys(Decision::kCancel, false);
  if (may_mean_else && cancel.does != Decision::kNone) cancel = {Decision::kNone, cancel.does};
  const bool about_cancel = cancel.does != Decision::kNone || cancel.asks != Decision::kNone;
  return about_cancel ? cancel : result;
}

}  // namespace fm
