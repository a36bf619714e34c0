#include "team/conversation/own_room.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief.h"
#include "team/conversation/conversation_state.h"
#include "team/room/phase_change.h"

namespace fm {
namespace {

constexpr auto kGoesAlong = std::to_array<std::string_view>(
    {"project.created", "intent.read", "question.asked", "question.answered", "route.decided",
     "vote.cast", "brief.proposed", "plan.proposed", "phase.changed"});

class Moving {
 public:
  Moving(const RoomView& before, const OwnRoomMove& move) : move_(move) {
    for (const Message& message : before.messages)
      if (message.project == move.project) said_.insert(message.room_seq);
  }

  void take(const Event& event) {
    const bool is_said = event.kind == "message.posted" && said_.contains(event.room_seq);
    const bool is_its = std::ranges::find(kGoesAlong, event.kind) != kGoesAlong.end() &&
                        named_project(event) == move_.project;
    if (!is_said && !is_its) return;
    NewEvent moved;
    moved.kind = event.kind;
    moved.body = event.body;
    moved.by = event.by;
    moved.at = event.at;
    moved.project = move_.as;
    if (moved.body.contains("project")) moved.body["project"] = move_.as.value;
    // The words are said already; here nobody says them again.
    moved.body.erase("client_id");
    if (const auto covers = event.number("covers"); covers != 0)
      moved.body["covers"] = moved_to(RoomSeq{covers});
    add(std::move(moved), event.room_seq);
  }

  void add(NewEvent event, RoomSeq was = {}) {
    events_.push_back(std::move(event));
    if (was.value != 0) now_[was] = number_of_last();
  }

  std::vector<NewEvent> done() { return std::move(events_); }

 private:
  // The room's own first event comes before all of these.
  std::int64_t number_of_last() const { return static_cast<std::int64_t>(events_.size()) + 1; }

  // Where the newest that went along stands now, of those up to there.
  std::int64_t moved_to(RoomSeq was) const {
    const auto after = now_.upper_bound(was);
    return after == now_.begin() ? 0 : std::prev(after)->second;
  }

  const OwnRoomMove& move_;
  std::set<RoomSeq> said_;
  std::map<RoomSeq, std::int64_t> now_;
  std::vector<NewEvent> events_;
};

NewEvent line_of(const OwnRoomMove& move, const RoomView& before) {
  NewEvent line;
  line.kind = "message.posted";
  line.project = move.as;
  line.body = {
      {"id", derived_id('m', FlowId{move.as.value}, "/own-room/line")},
      {"from", line.by.id},
      {"to", "person"},
      {"kind", kSystemMessage},
      {"marker", "confirmation"},
      {"text", "This room is for one project, which came from the room " + before.id.value +
                   " with all that was said about it. What comes of it "
                   "is told there, too."}};
  return line;
}

}  // namespace

NewEvent room_linked(const ProjectId& project, const RoomLink& link) {
  NewEvent event;
  event.kind = "room.linked";
  event.project = project;
  event.body = {{"room", link.room.value},
                {"its_project", link.its_project.value},
                {"way", link.into ? "into" : "from"}};
  return event;
}

std::string own_room_title(const Project& project) {
  constexpr std::size_t kColumns = 60;
  const std::string title =
      project.brief() != nullptr ? project.brief()->brief->title : project.goal;
  return fit(title.substr(0, title.find('\n')), kColumns);
}

std::vector<NewEvent> own_room_events(const std::vector<EventPtr>& events, const RoomView& before,
                                      const OwnRoomMove& move) {
  Moving moving(before, move);
  for (const EventPtr& event : events) moving.take(*event);
  moving.add(room_linked(move.as, {before.id, move.project, false}));
  moving.add(line_of(move, before));
  if (!move.begins) return moving.done();
  const Project* found = before.projects.find(move.project);
  if (found == nullptr) return moving.done();
  Project project = *found;
  project.id = move.as;
  // Where it may not begin it stands where it stood, and is asked about.
  if (auto begun = start_work(project, derived_id('m', FlowId{move.as.value}, "/own-room/phase")))
    for (NewEvent& event : *begun) moving.add(std::move(event));
  return moving.done();
}

}  // namespace fm
