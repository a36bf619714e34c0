#include "app/queries/moved_rooms.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/files/folder_files.h"
#include "app/files/project_documents.h"
#include "app/queries/rooms.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> rooms_named_in(const std::string& folder) {
  const auto files = FolderFiles::open(folder);
  if (!files) return {};
  return files->names(kProjectStates.substr(0, kProjectStates.size() - 1));
}

// Whether the folder that the log names still has the room's files, and is another one than this.
bool is_still_there(const RoomRow& row, const std::string& folder) {
  std::error_code failed;
  const fs::path files = fs::path(row.folder) / kProjectStates / safe_file_name(row.id.value);
  return fs::is_directory(files, failed) && !fs::equivalent(row.folder, folder, failed);
}

}  // namespace

Result<std::vector<RoomElsewhere>> rooms_elsewhere(JournalReader& reader,
                                                   const std::string& folder) {
  const std::vector<std::string> named = rooms_named_in(folder);
  std::vector<RoomElsewhere> found;
  if (named.empty()) return found;
  for (const RoomRow& row : TRY(reader.rooms()))
    if (row.folder != folder &&
        std::ranges::find(named, safe_file_name(row.id.value)) != named.end())
      found.push_back({.room = summary_of(row), .moved = !is_still_there(row, folder)});
  return found;
}

Error folder_moved(const RoomSummary& room) {
  return {"folder_moved",
          "The files of this folder belong to room " + room.id.value +
              ", which belongs to the folder " + room.folder + ".",
          "That folder was moved or renamed, so nothing was begun here.",
          "Move the room here: folkmoot room move " + room.id.value +
              ". Or begin another room: folkmoot --new \"a title\""};
}

Result<std::vector<Error>> check_not_moved(JournalReader& reader, const std::string& folder) {
  const auto elsewhere = TRY(rooms_elsewhere(reader, folder));
  const auto moved = std::ranges::find(elsewhere, true, &RoomElsewhere::moved);
  // Whoever has begun another room here was asked, and wants it so.
  bool is_decided = false;
  if (moved != elsewhere.end())
    is_decided = std::ranges::any_of(TRY(reader.rooms()),
                                     [&](const RoomRow& row) { return row.folder == folder; });
  if (moved != elsewhere.end() && !is_decided) return std::unexpected(folder_moved(moved->room));
  const auto copied = std::ranges::find(elsewhere, false, &RoomElsewhere::moved);
  std::vector<Error> notices;
  if (copied != elsewhere.end()) {
    const RoomSummary& room = copied->room;
    notices.push_back({"folder_copied",
                       "This folder has copies of files of room " + room.id.value +
                           ", which belongs to the folder " + room.folder + ".",
                       "A new room begins here; it knows nothing of that one.",
                       "To talk in that one: folkmoot --room " + room.id.value});
  }
  return notices;
}

}  // namespace fm
