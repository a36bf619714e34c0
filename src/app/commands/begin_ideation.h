// Beginning an ideation, going on with the same one that is unfinished, or giving a finished one
// more rounds (I-14, I-15, I-22).
#pragma once

#include "app/commands/command_parts.h"

namespace fm {

// Errors: those of prepare_ideate() and prepare_more_rounds().
Task<Result<Started>> begin_ideation(const CommandParts& parts, Caller caller,
                                     IdeateRequest request);

}  // namespace fm
