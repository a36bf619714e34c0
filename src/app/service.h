// Service: the one interface that every door (command line, server, editors) uses.
//
// It takes commands as values and shows what happened as committed events. It owns the store's
// lock when opened for doing; opened for looking it reads beside an owner and refuses commands
// with store_in_use. All calls on the loop thread; callbacks run on the loop at top level.
// Closing it (the destructor) leaves every unfinished flow resumable.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/config/choose_model.h"
#include "base/result.h"
#include "engine/log/event.h"
#include "engine/runtime/bus.h"
#include "team/room/channel.h"
#include "team/room/room.h"

namespace fm {

// What a person asked `folkmoot ideate` to do (I-14, I-15). Absent values come from the preset.
struct IdeateRequest {
  std::string topic;  // cleaned, 1 byte to 64 KiB
  std::string team = "ideation";
  std::string preset = "standard";
  std::string model;             // one or, with commas, more: the others step in (P-32)
  bool model_is_chosen = false;  // nobody named one: `model` is what choose_model() found
  std::optional<int> max_rounds;
  std::optional<int> min_ideas;
  std::optional<bool> deep_dive;
  std::optional<int> min_score_hundredths;
  std::optional<int> panel;  // so many score (I-20)
  // A finished discussion that gets more rounds (I-22); empty: a new one. Topic, team and preset
  // are its own then, `max_rounds` counts the rounds to add, and no model means those it had.
  RoomId continues;
  std::string out;         // absolute path of the report, or empty
  std::string ideas_out;   // absolute path of ideas.json|.csv|.md, or empty
  bool force_new = false;  // --new
  std::string folder;      // the room's folder, absolute
};

// A person comes to talk in a folder (C-1, C-13). Nothing is said by that.
struct ConverseRequest {
  std::string folder;            // absolute
  std::string room = {};         // its id; empty: the folder's own, made where there is none
  std::string new_title = {};    // of a new room; empty: none is wanted
  std::string team = {};         // empty: the configuration's `council`
  std::string model = {};        // as in IdeateRequest
  bool model_is_chosen = false;  // the same
};

// How a request was met.
struct Started {
  RoomId room;
  FlowId flow;
  bool continued = false;            // the same discussion was unfinished and goes on
  int rounds_added = 0;              // to a finished discussion, which goes on in its room
  RoomSeq earlier;                   // with rounds_added: what the room held before
  std::optional<RoomId> unfinished;  // another unfinished discussion of this folder
  std::vector<Error> notices;        // e.g. control characters removed from the topic
};

struct RoomSummary {
  RoomId id;
  std::string title;
  std::string folder;
  std::string team;
  std::string state;  // working, waiting, paused, finished, failed, quarantined, empty
  UtcMs created_at;
  UtcMs updated_at;
  std::int64_t events = 0;
  int open_gates = 0;
};

// A person's words.
struct Said {
  std::string text;
  std::string client_id;  // the same twice is said once
  Channel channel = {};   // that they came by (C-51)
};

// What became of a channel that was to be bound.
struct Bound {
  Channel channel;
  RoomId before;  // it was bound to this room, perhaps the very one; empty: to none
};

// Hears a room (engine/runtime/bus.h): committed events in room order with nothing missed, previews
// of growing text, why a turn waits, and that no flow of the room can go on by itself.
using Watcher = Listener;

enum class ResumeForce { kNo, kYes };  // kYes: also a quarantined room, or another endpoint

class Service {
 public:
  virtual ~Service() = default;

  // Which model speaks where nobody named one; asks providers, so it takes a moment.
  virtual void choose_model(std::function<void(ChosenModel)> done) = 0;

  virtual Result<Started> ideate(IdeateRequest request) = 0;

  // Opens a conversation or goes on with it. Errors: room_unknown, room_no_conversation, those of
  // resume(), and those of the packs and models.
  virtual Result<Started> converse(ConverseRequest request) = 0;

  // Goes on with a room's unfinished flow. Errors: room_unknown, nothing_to_resume,
  // room_quarantined, endpoint_changed, store_in_use, flow_diverged.
  virtual Result<Started> resume(const RoomId& room, ResumeForce force) = 0;

  // Ends each run of the room that diverged or failed inside, and begins it anew from what was
  // heard and done (engine/flow/carried.h). Errors: room_unknown, nothing_to_resume, not_paused,
  // endpoint_changed.
  virtual Result<Started> begin_anew(const RoomId& room, ResumeForce force) = 0;

  // A person's words, durable before `acknowledged` is called. Words that cancel what is under way
  // stop the turns that run (C-4); "/switch PROJECT" is said in that project. Errors:
  // message_empty, project_unknown, channel_unbound.
  virtual void say(const RoomId& room, Said said,
                   std::function<void(Result<EventPtr>)> acknowledged) = 0;

  // Stops the turns that run now; their words so far are kept and marked (C-4, I-13).
  virtual Result<void> interrupt(const RoomId& room) = 0;

  // Answers a gate. The first answer counts; a later one gets gate_answered with the first.
  virtual void answer(const RoomId& room, const std::string& gate, const std::string& digest,
                      const std::string& answer, const std::string& reason,
                      std::function<void(Result<EventPtr>)> acknowledged) = 0;

  // Deletes a finished project from the memory of its folder (C-52): it is listed and offered no
  // longer. What was said stays in the log. Errors: room_unknown, project_unknown, memory_unknown.
  virtual void forget(const RoomId& room, const ProjectId& project,
                      std::function<void(Result<EventPtr>)> acknowledged) = 0;

  // Binds channels to a room in which people talk; each leaves the room it was bound to. Nobody is
  // woken by that. The terminal is passed over: it is open to every room. Errors: room_unknown,
  // room_no_conversation.
  using Acknowledged = std::function<void(Result<std::vector<Bound>>)>;
  virtual void bind(const RoomId& room, const std::vector<Channel>& channels,
                    Acknowledged acknowledged) = 0;

  // Errors: room_unknown, channel_unbound, channel_invalid for the terminal.
  virtual void unbind(const RoomId& room, const Channel& channel,
                      std::function<void(Result<EventPtr>)> acknowledged) = 0;

  // Set when the store can no longer be written; the watchers are told by idle(). The process
  // should say so and end: what was acknowledged is safe.
  virtual std::optional<Error> failure() const = 0;

  virtual Result<std::vector<RoomSummary>> rooms() = 0;  // newest first
  virtual Result<RoomView> view(const RoomId& room) = 0;
  // Events after `after`, at most `limit`.
  virtual Result<std::vector<EventPtr>> events(const RoomId& room, RoomSeq after,
                                               std::size_t limit) = 0;

  // Watches a room from its first event on. The watcher must outlive the subscription.
  [[nodiscard]] virtual std::shared_ptr<void> watch(const RoomId& room, RoomSeq after,
                                                    Watcher& watcher) = 0;
};

}  // namespace fm
