// A message's context and its understanding as JSON: for `folkmoot read message`, for the corpus
// and for what is kept (C-12). Pure; without doubles.
#pragma once

#include "base/json.h"
#include "team/conversation/understanding.h"

namespace fm {

// {phase, project, gate: {kind, shows, options}, questions: [{id, agent, text}], last: [],
// draft_unchanged, languages}. Lenient: what is not there is empty.
UnderstandingContext understanding_context(const Json& value);
JsonObject to_json(const UnderstandingContext& context);

// {act, also: [], acts: [{act, words}], answers: {id: words}, decide_for_me: [], addressed: [],
// option, does, asks, by}. `does` and `asks` are null where nothing happens or is asked.
JsonObject to_json(const Understanding& understanding);

}  // namespace fm
