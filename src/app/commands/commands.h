// Commands: what doors may do (app/service.h), each in its caller's name.
//
// What begins or goes on with something is done one after the other, so that two who come at once
// find the same room, whichever clients they are: all commands of a store share one TaskScope. What
// is said in a room is taken up in its order. Owned by the wiring; ends before all that it works
// with. Loop thread.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/commands/command_parts.h"
#include "app/commands/conversation_opener.h"
#include "engine/flow/task_scope.h"

namespace fm {

class Commands {
 public:
  Commands(CommandParts parts, TaskScope& tasks);
  Commands(const Commands&) = delete;

  void ideate(Caller caller, IdeateRequest request, Done<Started> done);
  void open_conversation(Caller caller, ConversationRequest request, Done<Started> done);
  void enter(Caller caller, RoomId room, Done<Started> done);
  void resume(Caller caller, RoomId room, ResumeForce force, Done<Started> done);
  void begin_anew(Caller caller, RoomId room, ResumeForce force, Done<Started> done);
  void say(Caller caller, RoomId room, Said words, Done<EventPtr> done);
  Result<void> interrupt(const RoomId& room);
  void cancel(Caller caller, RoomId room, std::string why, Done<EventPtr> done);
  void answer(Caller caller, RoomId room, GateDecision answer, Done<EventPtr> done);
  void forget(Caller caller, RoomId room, ProjectId project, Done<EventPtr> done);
  void bind(Caller caller, RoomId room, std::vector<Channel> channels,
            Done<std::vector<Bound>> done);
  void move_room(Caller caller, RoomId room, std::string folder, Done<std::vector<RoomId>> done);
  void unbind(Caller caller, RoomId room, Channel channel, Done<EventPtr> done);
  void hand_over(Caller caller, RoomId room, HandOverRequest request, Done<HandedOver> done);
  void rewind(Caller caller, RoomId room, RewindRequest request, Done<LaneHistory> done);
  void take_up(RoomId room, Done<void> done);
  void warn(RoomId room, Error what, Done<EventPtr> done);

 private:
  // `done`, and the parts kept until it was called.
  template <class F>
  auto keeping(F done) const {
    return [keep = parts_.keep(), done = std::move(done)](auto result) mutable {
      done(std::move(result));
    };
  }

  const CommandParts parts_;
  ConversationOpener conversations_;
  TaskScope& tasks_;
};

}  // namespace fm
