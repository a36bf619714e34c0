// What of a room's folder no model is shown, whichever way it comes: the rules of its digest
// (team/folder/folder_files.h) for tools that look (P-24, P-60, P-64).
#pragma once

#include <filesystem>
#include <memory>

#include "tool/lane_view.h"

namespace fm {

// Reads the folder's ignore rules as they are now. Blocking, for the pool.
std::shared_ptr<KeptBack> kept_back_in(const std::filesystem::path& folder);

}  // namespace fm
