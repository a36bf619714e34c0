// The review of a project's work, made of its log without a model (C-44): where it lies, what is
// open now, how it can be tried, how it was checked. Of the work what work_log.h says, of checks
// what work_checks.h says; the newest check behind a part's last work counts for it. Pure.
#pragma once

#include "team/documents/documents.h"
#include "team/room/room.h"

namespace fm {

// Rendered by Documents::review() for the file and Documents::shown_review() for people. Open is
// only what is so now: what an agent did not do and nobody did since, what a check found and nobody
// put right, what is not checked as it stands, not handed in or not saved.
ReviewSummary review_of(const RoomView& view, const Project& project);

// The same for an agent that is asked about the work, in lines: what is handed in and where, what
// is open, what was checked (C-44).
std::string work_state(const RoomView& view, const Project& project);

}  // namespace fm
