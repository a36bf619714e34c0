// The lists inside the events of an agency's work, read and written (docs/events.md). Pure.
#pragma once

#include <vector>

#include "base/json.h"
#include "team/tasks/task_work.h"

namespace fm {

JsonArray to_json(const std::vector<ChangedFile>& files);
std::vector<ChangedFile> changed_files(const Json& json);

JsonArray to_json(const std::vector<ReviewFinding>& findings);
std::vector<ReviewFinding> review_findings(const Json& json);

// As lines for a prompt or a person: "server.py:42 (blocking) what - what to do".
std::string findings_text(const std::vector<ReviewFinding>& findings);

}  // namespace fm
