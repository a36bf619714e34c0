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
  Room* room = find(event->room);
  if (room != nullptr) follow(*room, event);
}

ProjectFiles::Room* ProjectFiles::find(const RoomId& id) {
  auto found = rooms_.find(id);
  if (found == rooms_.end()) {
    auto view = options_.view(id);
    if (!view) return nullptr;  // a damaged room is `store check`'s to tell
    make_room(id);
    found = rooms_.emplace(id, Room{std::move(*view), {}, 0}).first;
  }
  found->second.used = ++uses_;
  return &found->second;
}

// Takes the event into the view. One that is missing before it, as after a long wait, is made good
// by reading the room again.
void ProjectFiles::follow(Room& room, const EventPtr& event) {
  const bool gap = event->room_seq.value > room.view.head.value + 1;
  if (gap) {
    auto view = options_.view(event->room);
    if (!view) return;
    room.view = std::move(*view);
  }
  const std::size_t gates = room.view.gates.size();
  if (event->room_seq > room.view.head) room.view.apply(*event);
  // A gate that nobody needs any more ends with its effect.
  const bool fewer_gates = room.view.gates.size() < gates;
  if (!gap && !fewer_gates && !matters(event->kind)) return;
  ProjectId of = named_project(*event);
  if (of.empty()) of = room.view.project_of(event->flow);
  if (of.empty() && event->kind == "message.posted") of = room.view.projects.active;
  if (gap || fewer_gates || (of.empty() && is_about_gates(event->kind))) {
    for (const Project& project : room.view.projects.all) room.due.insert(project.id);
  } else if (!of.empty()) {
    room.due.insert(of);
  }
  arm();
}

// The one that was not used for the longest time goes, if it owes nothing.
void ProjectFiles::make_room(const RoomId& kept) {
  if (rooms_.size() < kMostRooms) return;
  auto oldest = rooms_.end();
  for (auto at = rooms_.begin(); at != rooms_.end(); ++at) {
    const bool free = at->first != kept && at->second.due.empty();
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
