// What a project's log holds of its work (C-43, C-44): messages, parts, files, and where they lie.
//
// Work is the messages of kind "work" of the newest stretch: since the work last began anew, so
// with what was adjusted after a review. What was broken off is left out. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "team/documents/work_files.h"
#include "team/room/room.h"

namespace fm {

// Where the program keeps what belongs to a project, relative to its room's folder.
std::string project_folder(std::string_view name);  // ".folkmoot/projects/<name>/"
std::string project_folder(const Project& project);
// Where the files of its work lie: the whole path; in a room without a folder a relative one.
std::string files_folder(const RoomView& view, const Project& project);

// Of that kind in the newest stretch of work, oldest first.
std::vector<const Message*> work_messages(const RoomView& view, const Project& project,
                                          std::string_view kind);

// What was handed in, oldest first.
std::vector<HandedIn> handed_in(const RoomView& view, const Project& project);

// What one agent handed in.
struct WorkPart {
  std::string agent;
  std::string task;                  // of the brief; its tasks are lines
  const Message* newest = nullptr;   // null: nothing is handed in
  std::vector<std::string> written;  // all that was handed in, oldest first
};

// One for each step's agent in the brief's order, then whoever else handed something in.
std::vector<WorkPart> work_parts(const RoomView& view, const Project& project);

// A path of each file, whole where the room has a folder, and of each part that holds no named
// file the text as it is kept.
struct PlacedFile {
  std::string path;
  std::vector<std::string> agents;  // who wrote it
};
std::vector<PlacedFile> placed_files(const RoomView& view, const Project& project);

// "Where is it?" (C-44): the paths, one a line; of many the folder and the names.
std::string where_text(const RoomView& view, const Project& project);

}  // namespace fm
