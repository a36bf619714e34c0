// Work that is there: where it lies, and having something of it changed, in review and after it was
// accepted (C-20, C-44).
#pragma once

#include "flows/conversation/conversation.h"

namespace fm {

// The paths of what was made, by the program itself. True: nothing else was asked or wanted.
Flow<bool> tell_where(FlowHandle flow, Heard heard);

// The work goes on, by those whose part the wish is about; a finished project comes back for it.
Flow<Nothing> adjust(FlowHandle flow, Heard heard);

// The person takes the work: "Done.", with where it lies.
Flow<Nothing> accept_work(FlowHandle flow);

// Whether a message changes the work of the project that was finished last, and whether it asks
// something about it (C-20).
bool changes_finished(const FlowHandle& flow, const Heard& heard);
bool asks_about_finished(const FlowHandle& flow, const Heard& heard);

}  // namespace fm
