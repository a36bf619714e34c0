// The review of a project's work, made of its log without a model (C-44): what was made and where
// it lies, how each part was checked and what came of that, what could not be done.
//
// Work is the messages of kind "work" of the newest stretch: since the work last began anew, so
// with what was adjusted after a review. Checks are the messages of kind "check" in it, in the
// words that whole_check_value() reads; the newest behind a part's last work counts for it. Pure.
#pragma once

#include <string>
#include <vector>

#include "team/documents/documents.h"
#include "team/documents/work_files.h"
#include "team/room/room.h"

namespace fm {

// Where the program keeps what belongs to a project, relative to its room's folder.
std::string project_folder(const Project& project);  // ".folkmoot/projects/<project>/"

// What was handed in, oldest first; what was broken off is left out.
std::vector<HandedIn> handed_in(const RoomView& view, const Project& project);

// Rendered by Documents::review(). Accomplishments are the parts, with their documents and checks,
// and the files; blockers what a check found that is not put right, or not checked again, what was
// not handed in, could not be done or could not be saved; ready, how each part can be checked.
ReviewSummary review_of(const RoomView& view, const Project& project);

}  // namespace fm
