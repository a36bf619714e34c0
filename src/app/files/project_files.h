// ProjectFiles: keeps the files about the projects of every room as the log has them (C-49).
//
// It is told of committed events, follows the rooms that have projects (from the room as it is in
// memory, else by one whole read in the pool, then event by event), collects changes for a moment,
// renders on the loop and writes in the pool. What cannot be written is no failure: it is told once
// for each folder, and tried again with the next change. Owned by the service; all calls on the
// loop thread. After a crash the next change writes what is missing. Destroying it drops what was
// not written; flush() before.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/files/project_file_writer.h"
#include "base/result.h"
#include "engine/log/event.h"
#include "engine/runtime/bus.h"
#include "loop/loop.h"
#include "loop/pool_scope.h"
#include "team/documents/documents.h"
#include "team/room/room.h"

namespace fm {

struct ProjectFilesOptions {
  // The whole room, as committed; blocks. From any thread.
  std::function<Result<RoomView>(const RoomId&)> view;
  // The room as it is in memory, or null. On the loop. May be empty.
  std::function<std::shared_ptr<const RoomView>(const RoomId&)> now;
  // A notice: what could not be written, or what was put aside. May be empty.
  std::function<void(const RoomId&, const Error&)> trouble;
  Millis collect{200};
  Millis rests_after{30 * 60 * 1000};  // how long a phase waits for the person (C-46)
};

class ProjectFiles final : public Listener {
 public:
  ProjectFiles(Loop& loop, Documents documents, ProjectFilesOptions options);
  ~ProjectFiles() override;
  ProjectFiles(const ProjectFiles&) = delete;
  ProjectFiles& operator=(const ProjectFiles&) = delete;

  void event(const EventPtr& event) override;  // of any room, in the order of their commits
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {}
  void flush();  // all that is due, now; blocking

 private:
  struct Room {
    RoomView view;
    std::set<ProjectId> due;
    std::uint64_t used = 0;
    bool is_loaded = false;
    bool all_due = false;          // once it is loaded
    std::vector<EventPtr> missed;  // while it is read
  };

  Room& find(const RoomId& id);  // begins to read it where it is not there yet
  void load(const RoomId& id);
  void read(const RoomId& id);
  void loaded(const RoomId& id, Result<RoomView> view);
  void follow(const RoomId& id, Room& room, const EventPtr& event);
  void make_all_due(Room& room);
  void make_room(const RoomId& kept);
  void arm();
  void write_due();
  std::optional<ProjectFileJob> job_of(const RoomId& id, Room& room);
  void tell(const ProjectFileJob& job, const ProjectFilesWritten& written);

  Loop& loop_;
  const Documents documents_;
  const ProjectFilesOptions options_;
  ProjectFileWriter writer_;  // in the pool too, so it is before pool_
  std::map<RoomId, Room> rooms_;
  std::set<std::string> troubled_;  // folders that were told of
  std::uint64_t jobs_ = 0;
  std::uint64_t uses_ = 0;
  bool writing_ = false;
  std::unique_ptr<Timer> timer_;
  PoolScope pool_;
};

}  // namespace fm
