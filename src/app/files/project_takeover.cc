#include "app/files/project_takeover.h"

#include <utility>

#include "app/files/folder_files.h"
#include "app/files/old_project.h"
#include "app/files/project_documents.h"
#include "app/files/project_file_writer.h"
#include "base/sha256.h"

namespace fm {
namespace {

constexpr std::size_t kMostBytes = 4 << 20;  // such a file has some hundred short entries
constexpr std::string_view kOther = ".nanofolks/project_states/";
constexpr std::string_view kEnding = ".json";
constexpr std::string_view kRoomPrefix = "room_";
constexpr std::string_view kDefault = "default";
constexpr std::string_view kGeneral = "general";

std::vector<std::string> paths_for(const RoomId& room) {
  std::vector<std::string> paths;
  const auto add = [&](std::string_view folder, const std::string& name) {
    paths.push_back(std::string(folder) + name + std::string(kEnding));
  };
  add(kProjectStates, room.value);
  add(kOther, room.value);
  add(kOther, std::string(kRoomPrefix) + room.value);
  if (room.value == kGeneral) add(kOther, std::string(kDefault));
  return paths;
}

ProjectId id_of(const RoomId& room, const std::string& path, std::string_view bytes) {
  return {derived_id('p', FlowId{room.value}, "/taken-over/" + path + "/" + to_hex(sha256(bytes)))};
}

class Finding {
 public:
  Finding(const FolderFiles& files, const std::string& folder, UtcMs now)
      : files_(files), folder_(folder), now_(now) {}

  void look(const RoomId& room, const std::string& path, const Projects& known, const By& person) {
    const auto bytes = files_.read(path, kMostBytes);
    if (!bytes && bytes.error().code == "file_too_large")
      return damaged(path, bytes.error().message);
    if (!bytes) return out.notices.push_back(bytes.error());
    if (!bytes->has_value()) return;
    const auto old = read_old_project(**bytes);
    if (!old) return damaged(path, old.error().cause);
    out.files.push_back(path);
    const ProjectId id = id_of(room, path, **bytes);
    if (old->empty() || known.find(id) != nullptr) return;
    for (NewEvent& event : old_project_events(*old, {id, path, person})) {
      event.at = now_;
      out.events.push_back(std::move(event));
    }
  }

  OldProjects out;

 private:
  void damaged(const std::string& path, const std::string& why) {
    const auto to = files_.set_aside(path, ".damaged-" + time_in_name(now_));
    const std::string kept = to ? "It is kept as " + folder_ + "/" + *to + "." : to.error().message;
    out.notices.push_back({"project_file_damaged",
                           folder_ + "/" + path + " could not be read, and is not taken over.", why,
                           kept + " Mend it and give it its former name to try again."});
  }

  const FolderFiles& files_;
  const std::string& folder_;
  const UtcMs now_;
};

}  // namespace

Result<OldProjects> old_projects(const std::string& folder, const RoomId& room,
                                 const Projects& known, const By& person, UtcMs now) {
  const FolderFiles files = TRY(FolderFiles::open(folder));
  Finding finding(files, folder, now);
  if (!check_id(room.value)) return std::move(finding.out);
  for (const std::string& path : paths_for(room)) finding.look(room, path, known, person);
  return std::move(finding.out);
}

std::vector<Error> put_aside_taken_over(const std::string& folder,
                                        const std::vector<std::string>& files) {
  std::vector<Error> notices;
  const auto opened = FolderFiles::open(folder);
  if (!opened) return {opened.error()};
  for (const std::string& path : files) {
    const auto done = opened->set_aside(path, ".taken-over");
    if (!done) notices.push_back(done.error());
  }
  return notices;
}

}  // namespace fm
