// What a door asks of the service, as values (app/service.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "engine/log/event.h"
#include "team/room/channel.h"

namespace fm {

// Who asks: every command is done in this one's name (docs/architecture.md, idea 6), and their
// words came by the channel (C-51). A door makes one for each person that it speaks for.
struct Caller {
  By who{Actor::kPerson, {}};
  Channel channel = {};
};

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
struct ConversationRequest {
  std::string folder;            // absolute
  std::string room = {};         // its id; empty: the folder's own, made where there is none
  std::string new_title = {};    // of a new room; empty: none is wanted
  std::string team = {};         // empty: the configuration's `council`
  std::string model = {};        // as in IdeateRequest
  bool model_is_chosen = false;  // the same
};

enum class ResumeForce { kNo, kYes };  // kYes: also a quarantined room, or another endpoint

// A person's words.
struct Said {
  std::string text;
  std::string client_id;  // not empty; the same twice is said once
};

struct GateDecision {
  std::string gate;
  std::string digest;  // of what was shown
  std::string option;
  std::string reason = {};
};

// A part of a list. `cursor` is what the page before gave as `next`; empty: from the beginning.
struct PageWanted {
  std::string cursor = {};
  std::size_t limit = 500;
};

// What a project's agents built is taken along (S-11): into the branch that the person has checked
// out, as a patch, or by lines to type. Nothing is ever pushed.
enum class HandOverWay { kMerge, kPatch, kPushLines };
std::string_view to_string(HandOverWay way);  // "merge", "patch", "push_lines"
std::optional<HandOverWay> hand_over_way_from(std::string_view name);

struct HandOverRequest {
  ProjectId project = {};  // empty: the active one
  HandOverWay way = HandOverWay::kMerge;
  std::string file = {};  // of a patch: absolute, and not there yet
};

// A task's worktree is brought back to one of its snapshots; with no step they are only listed.
struct RewindRequest {
  ProjectId project = {};  // empty: the active one
  std::string task;
  std::optional<int> step = {};  // from 1, the oldest; 0: as the task began
};

struct RoomsQuery {
  std::optional<std::string> folder = {};  // nothing: of all folders
  PageWanted page = {};
};

// The events of a room after `after`, from the oldest on; the page's `next` is the `after` of the
// page that follows. With `before`, the newest of those before it, oldest first (0: of all), and
// `next` is the `before` of the page that precedes: so a room is opened at its end and paged back.
struct EventsQuery {
  RoomId room;
  RoomSeq after = {};
  std::optional<RoomSeq> before = {};
  std::size_t limit = 500;
};

struct ProjectsQuery {
  std::string folder = {};  // of all its rooms, or
  RoomId room = {};         // of this one
  PageWanted page = {};
};

struct GatesQuery {
  std::optional<std::string> folder = {};  // nothing, and no room: of all rooms
  RoomId room = {};
  PageWanted page = {};
};

enum class CostGroup { kDay, kRoom, kAgent, kModel, kTask };

struct CostsQuery {
  UtcMs since = {};  // 0: from the beginning
  RoomId room = {};  // empty: of all
  std::vector<CostGroup> by = {};
};

struct MemoryQuery {
  std::string folder = {};
  RoomId room = {};  // of this one alone, whose folder counts
  PageWanted page = {};
};

// Where a person of a folder talks, as in ConversationRequest.
struct ConversationRoomQuery {
  std::string folder;
  std::string room = {};
};

}  // namespace fm
