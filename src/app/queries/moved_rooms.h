// Rooms that the files of a folder name and that the store has in another folder.
//
// Below `.folkmoot/project_states/` each room with projects has a folder of its name. A person who
// moves their folder takes these along, and the log still has the former path. Blocking.
#pragma once

#include <string>
#include <vector>

#include "app/service_answers.h"
#include "engine/log/journal_reader.h"

namespace fm {

// Newest first. Errors: those of the store.
Result<std::vector<RoomElsewhere>> rooms_elsewhere(JournalReader& reader,
                                                   const std::string& folder);

// What is told about them where the folder has no room of its own: a notice, folder_copied, where
// the former folder still has its files. Errors: folder_moved where it has not.
Result<std::vector<Error>> check_not_moved(JournalReader& reader, const std::string& folder);

Error folder_moved(const RoomSummary& room);

}  // namespace fm
