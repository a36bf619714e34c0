#include "app/files/project_files.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace fm {
namespace {

// Views that are kept: rooms that nobody spoke in for a while are read again.
constexpr std::size_t kMostRooms = 8;

// What may change a file.
bool matters(std::string_view kind) {
  static constexpr std::array<std::string_view, 16> kKinds = {
      "brief.proposed", "flow.finished",     "flow.paused",   "flow.started",
      "gate.answered",  "gate.expired",      "gate.opened",   "intent.read",
      "message.posted", "phase.changed",     "plan.proposed", "project.created",
      "question.asked", "question.answered", "turn.finished", "vote.cast"};
  return std::ranges::find(kKinds, kind) != kKinds.end();
}

bool is_about_gates(std::string_view kind) { return kind.starts_with("gate."); }

}  // namespace

ProjectFiles::ProjectFiles(Loop& loop, Documents documents, ProjectFilesOptions options)
    : loop_(loop), documents_(std::move(documents)), options_(std::move(options)), pool_(loop) {}

ProjectFiles::~ProjectFiles() = default;

void ProjectFiles::event(const EventPtr& event) {
  const auto known = rooms_.find(event->room);
  // A room becomes interesting with its first project; most have none.
  if (known == rooms_.end() && named_project(*event).empty()) return;
  follow(event->room, find(event->room), event);
}

ProjectFiles::Room& ProjectFiles::find(const RoomId& id) {
  auto found = rooms_.find(id);
  if (found == rooms_.end()) {
    make_room(id);
    found = rooms_.emplace(id, Room()).first;
    load(id);
  }
  found->second.used = ++uses_;
  return found->second;
}

void ProjectFiles::load(const RoomId& id) {
  if (const auto now = options_.now ? options_.now(id) : nullptr) return loaded(id, *now);
  read(id);
}

void ProjectFiles::read(const RoomId& id) {
  rooms_.at(id).is_loaded = false;
  const auto view = std::make_shared<Result<RoomView>>();
  pool_.run([this, id, view] { *view = options_.view(id); },
            [this, id, view] { loaded(id, std::move(*view)); });
}

// A damaged room is `store check`'s to tell.
void ProjectFiles::loaded(const RoomId& id, Result<RoomView> view) {
  const auto found = rooms_.find(id);
  if (found == rooms_.end() || found->second.is_loaded) return;
  if (!view) {
    rooms_.erase(found);
    return;
  }
  Room& room = found->second;
  room.view = std::move(*view);
  room.is_loaded = true;
  if (room.all_due) make_all_due(room);
  for (const EventPtr& event : std::exchange(room.missed, {})) follow(id, room, event);
}

void ProjectFiles::make_all_due(Room& room) {
  room.all_due = false;
  for (const Project& project : room.view.projects.all) room.due.insert(project.id);
  arm();
}

// Takes the event into the view. One that is missing before it, as after a long wait, is made good
// by reading the room again.
void ProjectFiles::follow(const RoomId& id, Room& room, const EventPtr& event) {
  if (room.is_loaded && event->room_seq.value > room.view.head.value + 1) {
    room.all_due = true;
    read(id);
  }
  if (!room.is_loaded) {
    room.missed.push_back(event);
    return;
  }
  const std::size_t gates = room.view.gates.size();
  if (event->room_seq > room.view.head) room.view.apply(*event);
  // A gate that nobody needs any more ends with its effect.
  const bool fewer_gates = room.view.gates.size() < gates;
  if (!fewer_gates && !matters(event->kind)) return;
  ProjectId of = named_project(*event);
  if (of.empty()) of = room.view.project_of(event->flow);
  if (of.empty() && event->kind == "message.posted") of = room.view.projects.active;
  if (fewer_gates || (of.empty() && is_about_gates(event->kind))) return make_all_due(room);
  if (!of.empty()) room.due.insert(of);
  arm();
}

// The one that was not used for the longest time goes, if it owes nothing.
void ProjectFiles::make_room(const RoomId& kept) {
  if (rooms_.size() < kMostRooms) return;
  auto oldest = rooms_.end();
  for (auto at = rooms_.begin(); at != rooms_.end(); ++at) {
    const bool free = at->first != kept && at->second.is_loaded && at->second.due.empty();
    if (free && (oldest == rooms_.end() || at->second.used < oldest->second.used)) oldest = at;
  }
  if (oldest != rooms_.end()) rooms_.erase(oldest);
}

void ProjectFiles::arm() {
  if (timer_ || writing_) return;
  timer_ = loop_.after(options_.collect, [this] {
    timer_.reset();
    write_due();
  });
}

std::optional<ProjectFileJob> ProjectFiles::job_of(const RoomId& id, Room& room) {
  if (!room.is_loaded) return std::nullopt;
  const std::set<ProjectId> due = std::exchange(room.due, {});
  if (room.view.folder.empty()) return std::nullopt;
  ProjectFileJob job{++jobs_, id, room.view.folder, {}, loop_.clock().now()};
  for (const ProjectId& one : due) {
    const Project* project = room.view.projects.find(one);
    if (project == nullptr) continue;
    std::ranges::move(project_files(room.view, *project, documents_, options_.rests_after),
                      std::back_inserter(job.files));
  }
  if (job.files.empty()) return std::nullopt;
  return job;
}

void ProjectFiles::write_due() {
  struct Batch {
    std::vector<ProjectFileJob> jobs;
    std::vector<ProjectFilesWritten> written;
  };
  const auto batch = std::make_shared<Batch>();
  for (auto& [id, room] : rooms_)
    if (auto job = job_of(id, room)) batch->jobs.push_back(std::move(*job));
  if (batch->jobs.empty()) return;
  writing_ = true;
  pool_.run(
      [this, batch] {
        for (const ProjectFileJob& job : batch->jobs) batch->written.push_back(writer_.write(job));
      },
      [this, batch] {
        writing_ = false;
        for (std::size_t i = 0; i < batch->jobs.size(); ++i)
          tell(batch->jobs[i], batch->written[i]);
        const bool more =
            std::ranges::any_of(rooms_, [](const auto& room) { return !room.second.due.empty(); });
        if (more) arm();
      });
}

void ProjectFiles::flush() {
  timer_.reset();
  std::vector<RoomId> unread;
  for (const auto& [id, room] : rooms_)
    if (!room.is_loaded) unread.push_back(id);
  for (const RoomId& id : unread) loaded(id, options_.view(id));
  timer_.reset();
  std::vector<ProjectFileJob> jobs;
  for (auto& [id, room] : rooms_)
    if (auto job = job_of(id, room)) jobs.push_back(std::move(*job));
  for (const ProjectFileJob& job : jobs) tell(job, writer_.write(job));
}

void ProjectFiles::tell(const ProjectFileJob& job, const ProjectFilesWritten& written) {
  if (!written.trouble) troubled_.erase(job.folder);
  if (!options_.trouble) return;
  for (const Error& notice : written.notices) options_.trouble(job.room, notice);
  if (!written.trouble || !troubled_.insert(job.folder).second) return;
  Error told = *written.trouble;
  told.code = "project_files_unwritten";
  told.message = "The files about this project are not up to date. " + told.message;
  options_.trouble(job.room, told);
}

}  // namespace fm
