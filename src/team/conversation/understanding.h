// How a person's message is understood in its context (C-12 to C-14, C-31, C-36, C-37, C-41, C-45).
//
// One pure reading for all doors: the flows, `folkmoot read message` and the corpus use it. Rules
// read it; where a model has read it too, its reading is the second key (two_keys.h). `does` is
// what happens without a further question; `asks` is what one closed question would be about. Only
// the person's own newest message may be given (P-63).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/vocabulary.h"
#include "people/message/intent.h"
#include "people/questions/open_questions.h"
#include "team/room/phase.h"

namespace fm {

enum class SpeechAct {
  kAnswer,
  kWish,
  kQuestion,
  kAgree,
  kApprove,
  kChange,
  kReject,
  kStart,
  kAccept,
  kCancel,
  kPause,
  kOtherMatter,
  kEnough,
  kYouDecide,
  kCommand,
  kRemark,
};
std::string_view to_string(SpeechAct act);  // "you_decide"
std::optional<SpeechAct> speech_act_from(std::string_view name);

struct FoundAct {
  SpeechAct act = SpeechAct::kRemark;
  std::string words;  // that it rests on, as they were typed

  bool operator==(const FoundAct&) const = default;
};

// What happens without a further question.
enum class Decision { kNone, kApprove, kStart, kAccept, kCancel };
std::string_view to_string(Decision decision);  // "approve"; "" for none
Decision decision_from(std::string_view name);  // kNone for what is none of them

struct ContextGate {
  std::string kind;  // approve, start, accept, cancel decide; others have their own answers
  std::string shows;
  std::vector<std::string> options;  // labels; the first is the one that decides
};

struct AskedQuestion {
  std::string id;
  std::string agent;
  std::string text;
  int number = 0;  // by which it is shown; 0: its place, from 1
};

struct UnderstandingContext {
  Phase phase = Phase::kIdle;
  std::string project;
  std::optional<ContextGate> gate;
  std::vector<AskedQuestion> questions;  // open ones
  // Answered, or left to the team: later words may answer them otherwise, as a model reads them.
  std::vector<AskedQuestion> settled;
  // The lines before it since the gate was shown: "leader: ..."; what rules go by.
  std::vector<std::string> last;
  std::vector<std::string> talk;  // the newest lines whatever was shown; what a model is shown
  // Nothing was wished, answered or objected since the draft was shown (C-37).
  bool draft_unchanged = true;
  std::vector<std::string> languages;  // the room's; empty: those of the words above
};

// A message as a model reads it: a value, whoever asked the model (model_understanding.h).
struct ModelUnderstanding {
  std::vector<FoundAct> acts;
  std::vector<GivenAnswer> answers;
  std::optional<std::size_t> option;  // of the gate, counted from 0
  std::optional<Intent> intent;
  std::optional<Intent> runner_up;
  bool goes_on = false;  // with what was before
};

struct Understanding {
  SpeechAct act = SpeechAct::kRemark;      // what counts first
  std::vector<FoundAct> acts;              // all of them in order; never empty
  std::vector<GivenAnswer> answers;        // to open questions
  std::vector<GivenAnswer> changed;        // answers to settled ones
  std::vector<std::string> decide_for_me;  // ids of questions that are left to the team
  std::vector<std::string> addressed;      // names after an @, and agents who are called by name
  std::optional<std::size_t> option;       // of the gate, counted from 0
  Decision does = Decision::kNone;
  Decision asks = Decision::kNone;
  bool enough = false;     // no more questions
  bool asks_back = false;  // about what is asked, rather than anything else
  bool is_closed = false;  // a closed form: no model has anything to add
  bool by_model = false;

  bool has(SpeechAct wanted) const;
};

Understanding understand(const Vocabulary& vocabulary, const UnderstandingContext& context,
                         std::string_view text, const ModelUnderstanding* model = nullptr);

// Whether a model's reading could change what the rules understand. Not of closed forms, and not
// where any words of stopping are said in the work: that stops at once (C-12).
bool is_for_model(const Understanding& by_rules, const UnderstandingContext& context);

// What the gate decides; kNone for a gate of another kind, and for none.
Decision decision_of(const std::optional<ContextGate>& gate);
SpeechAct act_of(Decision decision);  // kRemark where nothing is decided

}  // namespace fm
