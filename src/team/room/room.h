// RoomView: what a room's events add up to.
//
// A fold: apply() takes committed events in order and nothing else changes it, so the view that a
// flow reads at its cursor, the terminal's, the report's and a rebuilt one are the same. Texts are
// shared, not copied. It holds no handles and never fails; an event of a kind that it does not use
// leaves it as it is. Serves C-1, C-47, C-51, C-53, I-5, I-12, P-23.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/shared_vector.h"
#include "engine/flow/fold.h"
#include "engine/log/event.h"
#include "model/model.h"
#include "team/folder/named_file.h"
#include "team/pack/criteria.h"
#include "team/room/project.h"
#include "team/tasks/agent_session.h"

namespace fm {

struct Message {
  std::string id;
  std::string from;
  std::string to;
  std::string kind;    // kickoff, ideation, ... or user (I-12)
  std::string marker;  // discussion, command, confirmation
  std::shared_ptr<const std::string> text;
  RoomSeq room_seq;
  UtcMs at;
  bool interrupted = false;
  bool rehearsal = false;
  bool cut = false;                   // by the model's limit: its end is missing
  RoomSeq covers;                     // of a summary: it stands for the messages up to here (P-25)
  ProjectId project;                  // that it was said in; empty: none
  std::optional<Phase> phase;         // of the project, when it was said
  std::string channel;                // that it came by (C-51); empty: the terminal
  std::vector<NamedFile> files = {};  // of the folder, that it names, as they were then (P-24)
};

// What one scorer says of an idea, or what all of them add up to (team/room/panel.h).
struct IdeaScore {
  std::string scorer;                          // "panel" where there were several
  int seat = 0;                                // in a panel, from 1; 0: there is none
  Actor by = Actor::kAgent;                    // a person may score too (I-21)
  FlowId flow;                                 // in which it was given
  std::array<std::optional<int>, 5> criteria;  // hundredths, by kCriteria
  int score = 0;                               // hundredths
  std::vector<std::string> pros;
  std::vector<std::string> cons;
  std::string feedback;
  int revision = 1;                // the idea's revision that was scored
  std::optional<int> spread;       // hundredths between the scorers of a panel (I-20)
  std::vector<std::string> flags;  // contested
  bool clamped = false;
};

struct IdeaRevision {
  int revision = 1;
  int round = 1;
  std::string title;
  std::string description;
  std::string rationale;
  std::vector<std::string> tags;
  std::string builds_on;  // an idea's id, or empty
};

struct Idea {
  std::string id;                       // idea-1, ...
  std::vector<IdeaRevision> revisions;  // at least one; the last is the idea as it stands
  std::string merged_into;              // an idea's id, or empty
  bool pinned = false;
  bool vetoed = false;
  std::vector<IdeaScore> scores;   // those that count, one for each scorer
  std::optional<IdeaScore> score;  // what they add up to

  const IdeaRevision& now() const { return revisions.back(); }
  bool alive() const { return merged_into.empty(); }
};

// How an idea is listed after an event that changed it. Kept beside the ideas, because a prompt's
// discussion must show what stood there then, so that it only grows (P-24).
struct IdeaNote {
  RoomSeq at;
  std::string id;
  int revision = 1;
  std::string title;         // empty: as it was
  std::optional<int> score;  // hundredths
  bool pinned = false;
  bool vetoed = false;
  std::string merged_into;  // an idea's id, or empty
};

struct Selection {
  std::string id;
  std::optional<int> score;        // hundredths
  std::string by_rule;             // score, tie, leader, first, pin
  std::vector<std::string> flags;  // unscored, below_threshold, pinned
  std::string leader_choice;       // the leader's own, when it differs or is known; else empty
};

enum class TurnState { kRunning, kFinished, kFailed };

struct TurnRecord {
  std::string turn;
  std::string agent;
  std::string task;
  int round = 0;
  FlowId flow;
  ProjectId project;  // that it speaks for; empty: none
  std::string model;  // that spoke, or the one asked first
  TurnState state = TurnState::kRunning;
  Usage usage;
  MicroUsd cost;
  Millis total{0};
  Millis first_token{0};
  int attempts = 0;
  std::vector<std::string> repairs;
  std::optional<Error> error;
  UtcMs started_at;
  RoomSeq room_seq;  // of its newest start
};

struct OpenGate {
  std::string gate;
  std::string type;
  std::string question;
  std::string digest;
  std::vector<std::string> options;     // labels
  std::vector<std::string> option_ids;  // one for each label
  std::shared_ptr<const Json> subject;  // the thing itself, shown with the question; null: none
  UtcMs at;
  bool expired = false;  // expiring parks the question, it does not answer it
  FlowId flow;
  StepPath place;     // of the effect that asks; when that is finished nobody asks any more
  ProjectId project;  // of the flow, or that it is about; empty: none
};

// A person's decision: the gate and the first answer to it.
struct GateAnswer {
  std::string gate;
  std::string type;
  std::string question;
  std::string answer;  // as people read it: an option's label, or their words
  std::string reason;
  std::string by;
  RoomSeq room_seq;
  UtcMs at;
};

enum class FlowState { kRunning, kPaused, kFinished };

struct FlowRecord {
  FlowId id;
  std::string name;
  FlowState state = FlowState::kRunning;
  std::string why;  // of a pause: its code, e.g. flow_diverged
  std::string detail;
  std::string cure;
  std::string completion;  // success, escalation, cancellation, timeout, error
  std::optional<Error> error;
  Json args;
  Json result;
  std::string manifest;                          // of what it is pinned to (engine/flow/pins.h)
  std::map<std::string, std::string> pins;       // path -> sha256, in logs from before manifests
  std::map<std::string, std::string> endpoints;  // model -> host
  UtcMs started_at;
  UtcMs finished_at;
  bool child = false;
  ProjectId project;  // that it works for, a child for its parent's; empty: none
};

// The type of the gate that opens when a flow cannot go on (engine/runtime/room_anew.cc).
inline constexpr std::string_view kBeginAnewGate = "begin_anew";

struct RoomWarning {
  Error error;
  UtcMs at;
};

// A project of this room went into a room of its own, or this room's one came from there (C-53).
struct RoomLink {
  RoomId room;
  ProjectId its_project;  // as that room calls it
  bool into = false;
  ProjectId project = {};  // as this room does
};

struct RoomView final : Fold {
  RoomId id;
  std::string title;
  std::string folder;
  std::string team;
  UtcMs created_at;
  UtcMs updated_at;
  RoomSeq head;

  std::vector<std::string> channels;  // bound to it (C-51), in the order of their binding
  SharedVector<Message> messages;
  SharedVector<Idea> ideas;           // in the order of their ids
  SharedVector<IdeaNote> idea_notes;  // in the order of their events
  std::optional<Selection> selection;
  SharedVector<TurnRecord> turns;
  SharedVector<RoomWarning> warnings;
  SharedVector<OpenGate> gates;      // open ones
  SharedVector<GateAnswer> answers;  // in the order in which they were given
  SharedVector<FlowRecord> flows;
  Projects projects;
  AgentSessions sessions;       // with tools (P-53)
  std::vector<RoomLink> links;  // to other rooms, in the order in which they were made

  void apply(const Event& event) override;
  FoldPtr copy() const override { return std::make_shared<const RoomView>(*this); }
  int kept_version() const override;  // these three: room_codec.h
  Json encode() const override;
  bool decode(const Json& kept) override;

  const Idea* idea(std::string_view id) const;  // null when unknown
  std::vector<const Idea*> living_ideas() const;
  const FlowRecord* flow(const FlowId& id) const;
  ProjectId project_of(const FlowId& flow) const;  // empty: none
  const FlowRecord* latest_flow() const;  // the newest that is no child; null in an empty room
  Usage usage() const;                    // of all turns
  MicroUsd cost() const;
  bool rehearsed() const;  // any message of a rehearsal
};

}  // namespace fm
