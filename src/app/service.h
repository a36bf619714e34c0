// Service: the one interface that every door (command line, server, editors) uses.
//
// It takes commands as values, each in somebody's name, and shows what happened as committed events
// and by queries. Opened for doing it owns the store's lock; opened for looking it reads beside an
// owner, answers the same queries, and refuses commands with store_in_use. Whatever reads the past
// is asynchronous: it is done in the pool, and answered on the loop. All calls on the loop thread.
// Closing it (the destructor) leaves every unfinished flow resumable; what was asked and not
// answered then never is.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/config/choose_model.h"
#include "app/service_answers.h"
#include "app/service_requests.h"
#include "base/result.h"

namespace fm {

class Service {
 public:
  virtual ~Service() = default;

  // Commands.

  // Which model speaks where nobody named one; asks providers, so it takes a moment.
  virtual void choose_model(std::function<void(ChosenModel)> done) = 0;

  virtual void ideate(Caller caller, IdeateRequest request, Done<Started> done) = 0;

  // Opens a conversation or goes on with it. Errors: room_unknown, room_no_conversation, those of
  // resume(), and those of the packs and models.
  virtual void open_conversation(Caller caller, ConversationRequest request,
                                 Done<Started> done) = 0;

  // Goes on with a room's unfinished flow as it stands: for whoever comes to speak or to decide
  // there. No question is answered by it. Errors: as resume().
  virtual void enter(Caller caller, RoomId room, Done<Started> done) = 0;

  // The same, and where it is asked how the room shall go on (after a pause, an interruption, or a
  // model that did not answer) that is the answer. Errors: room_unknown, nothing_to_resume,
  // room_quarantined, endpoint_changed, store_in_use, flow_diverged.
  virtual void resume(Caller caller, RoomId room, ResumeForce force, Done<Started> done) = 0;

  // Ends each run of the room that diverged or failed inside, and begins it anew from what was
  // heard and done (engine/flow/carried.h). Errors: room_unknown, nothing_to_resume, not_paused,
  // endpoint_changed.
  virtual void begin_anew(Caller caller, RoomId room, ResumeForce force, Done<Started> done) = 0;

  // A person's words, durable before `done` is called. What is said in a room is taken up in the
  // order of the calls. Words that cancel what is under way stop the turns that run (C-4);
  // "/switch PROJECT" is said in that project. Errors: message_empty, client_id_missing,
  // project_unknown, channel_unbound.
  virtual void say(Caller caller, RoomId room, Said words, Done<EventPtr> done) = 0;

  // Stops the turns that run now; their words so far are kept and marked (C-4, I-13). At once.
  virtual Result<void> interrupt(const Caller& caller, const RoomId& room) = 0;

  // Ends what is under way in a room for good: its unfinished flow and what that began (P-14).
  // Errors: room_unknown, flow_not_running.
  virtual void cancel(Caller caller, RoomId room, std::string why, Done<EventPtr> done) = 0;

  // Answers a gate. The first answer counts; a later one gets gate_answered with the first.
  virtual void answer(Caller caller, RoomId room, GateDecision answer, Done<EventPtr> done) = 0;

  // Deletes a finished project from the memory of its folder (C-52): it is listed and offered no
  // longer. What was said stays in the log. Errors: room_unknown, project_unknown, memory_unknown.
  virtual void forget(Caller caller, RoomId room, ProjectId project, Done<EventPtr> done) = 0;

  // Binds channels to a room in which people talk; each leaves the room it was bound to. Nobody is
  // woken by that. The terminal is passed over: it is open to every room. Errors: room_unknown,
  // room_no_conversation.
  virtual void bind(Caller caller, RoomId room, std::vector<Channel> channels,
                    Done<std::vector<Bound>> done) = 0;

  // Errors: room_unknown, channel_unbound, channel_invalid for the terminal.
  virtual void unbind(Caller caller, RoomId room, Channel channel, Done<EventPtr> done) = 0;

  // Makes a room of another folder one of this folder; where the former folder is gone, with
  // all its rooms. Those that were moved. Errors: room_unknown, those of the store.
  virtual void move_room(Caller caller, RoomId room, std::string folder,
                         Done<std::vector<RoomId>> done) = 0;

  // Tells the room of something that no flow of it did, such as what a door refused. Errors:
  // room_unknown.
  virtual void warn(RoomId room, Error what, Done<EventPtr> done) = 0;

  // Takes along what a project's agents built (S-11). Errors: room_unknown, project_unknown,
  // nothing_built, work_open, changes_overlap, merge_conflicts, repository_busy, ref_moved,
  // file_exists, those of git.
  virtual void hand_over(Caller caller, RoomId room, HandOverRequest request,
                         Done<HandedOver> done) = 0;

  // Lists the snapshots of a task's worktree, or brings it back to one of them; only where nobody
  // works in it. Errors: room_unknown, project_unknown, plan_task_unknown, task_at_work, task_done,
  // lane_missing, step_unknown, those of git.
  virtual void rewind(Caller caller, RoomId room, RewindRequest request,
                      Done<LaneHistory> done) = 0;

  // Queries: a store is one person's, so whoever has a door may look at all of it, in nobody's
  // name. Errors: those of the store.

  // Set when the store can no longer be written, or this client's own recording or replay cannot go
  // on (P-35); the watchers are told by idle(). The process should say so and end: what was
  // acknowledged is safe.
  virtual std::optional<Error> failure() const = 0;

  // Newest first. A room in which something happens between two pages moves to the front.
  virtual void rooms(RoomsQuery query, Done<Page<RoomSummary>> done) = 0;
  virtual void room(RoomId room, Done<RoomViewPtr> done) = 0;  // errors: room_unknown
  virtual void events(EventsQuery query, Done<Page<EventPtr>> done) = 0;
  // The same as lines of an export: events with their links of the chain (E-1).
  virtual void exported(EventsQuery query, Done<Page<std::string>> done) = 0;
  // The room that is named, else the folder's own; nothing where that is not made yet. Errors:
  // room_unknown, room_no_conversation.
  virtual void conversation_room(ConversationRoomQuery query, Done<std::optional<RoomId>> done) = 0;
  // Rooms of other folders that this folder's files name, newest first.
  virtual void rooms_elsewhere(std::string folder, Done<std::vector<RoomElsewhere>> done) = 0;
  virtual void projects(ProjectsQuery query,
                        Done<Page<ProjectEntry>> done) = 0;  // newest rooms first
  virtual void gates(GatesQuery query, Done<Page<WaitingGate>> done) = 0;
  virtual void costs(CostsQuery query, Done<CostTables> done) = 0;
  virtual void memory(MemoryQuery query, Done<Page<MemoryEntry>> done) = 0;  // newest first
  virtual void channels(PageWanted page, Done<Page<ChannelBinding>> done) = 0;

  // Watches a room from after an event on: its past, then what is committed. Null where the store
  // was opened for looking. The watcher must outlive what is returned, and the service both.
  [[nodiscard]] virtual std::shared_ptr<Watching> watch(const RoomId& room, RoomSeq after,
                                                        Watcher& watcher) = 0;
};

}  // namespace fm
