// The review of a project's work, made by the program without a model (C-44): what was made and
// where it lies, how it was checked and what the check found, what could not be done.
//
// From the newest stretch of work alone. Pure; Documents::review() writes it down.
#pragma once

#include "team/documents/documents.h"
#include "team/room/room.h"

namespace fm {

ReviewSummary review_of(const RoomView& view, const Project& project);

}  // namespace fm
