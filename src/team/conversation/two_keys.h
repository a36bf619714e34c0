// The two keys of C-12: what happens at once, and what one closed question is asked about.
//
//   rules: whole message     -              done
//   rules: whole message     model differs  asked, but for a closed form
//   rules: clause at the end model: only it done
//   rules: clause of its own -              asked
//   -                        model: only it asked
//   rules: it and a change   model: change  a change, and nothing is asked
//   not understood at a gate -              asked
//
// A clause of its own names the act by a verb: beside other words a yes may be about anything, and
// with words behind it an order may be about those ("undo that, the tabs I mean"). Giving up beside
// an open question or finished work is asked about, unless it says more than "drop it". A
// model's reading alone does nothing (P-63), and what the rules understand as a wish, a question or
// a no beside the act is not outvoted by it. Pure.
#pragma once

#include <string_view>

#include "people/message/deciding_words.h"
#include "team/conversation/understanding.h"

namespace fm {

struct TwoKeys {
  Decision does = Decision::kNone;
  Decision asks = Decision::kNone;
};

// What the rules alone know of the message.
struct RuleKey {
  DecidingWords words;
  SpeechAct act = SpeechAct::kRemark;  // what counts first
  bool is_closed = false;              // a closed form
  bool is_long = false;                // a text: it agrees to nothing
  bool gate_was_asked_last = false;
  bool else_was_asked_after = false;
  bool line_asks_for_gate = false;
  bool line_asks_for_changes = false;
  bool is_room_language = false;
};

TwoKeys turn_keys(const UnderstandingContext& context, const RuleKey& rules,
                  const ModelUnderstanding* model);

}  // namespace fm
