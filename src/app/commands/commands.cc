#include "app/commands/commands.h"

#include <utility>

#include "app/commands/begin_ideation.h"
#include "app/commands/bind_channels.h"
#include "app/commands/forget.h"
#include "app/commands/go_on.h"
#include "app/commands/hand_over.h"
#include "app/commands/move_room.h"
#include "app/commands/rewind.h"
#include "app/commands/say.h"
#include "app/message_limits.h"

namespace fm {
namespace {

constexpr const char* kBeginnings = "begin";
constexpr const char* kBindings = "bind";
constexpr const char* kLanes = "lanes";

}  // namespace

Commands::Commands(CommandParts parts, TaskScope& tasks)
    : parts_(std::move(parts)), conversations_(parts_), tasks_(tasks) {}

void Commands::ideate(Caller caller, IdeateRequest request, Done<Started> done) {
  tasks_.run_in_line(kBeginnings, begin_ideation(parts_, std::move(caller), std::move(request)),
                     keeping(std::move(done)));
}

void Commands::open_conversation(Caller caller, ConversationRequest request, Done<Started> done) {
  tasks_.run_in_line(kBeginnings, conversations_.open(std::move(caller), std::move(request)),
                     keeping(std::move(done)));
}

void Commands::enter(Caller caller, RoomId room, Done<Started> done) {
  tasks_.run_in_line(
      kBeginnings,
      go_on(parts_, std::move(caller), std::move(room), ResumeForce::kNo, GoOnAsked::kLeft),
      keeping(std::move(done)));
}

void Commands::resume(Caller caller, RoomId room, ResumeForce force, Done<Started> done) {
  tasks_.run_in_line(kBeginnings,
                     go_on(parts_, std::move(caller), std::move(room), force, GoOnAsked::kAnswered),
                     keeping(std::move(done)));
}

void Commands::begin_anew(Caller caller, RoomId room, ResumeForce force, Done<Started> done) {
  tasks_.run_in_line(kBeginnings, fm::begin_anew(parts_, std::move(caller), std::move(room), force),
                     keeping(std::move(done)));
}

void Commands::say(Caller caller, RoomId room, Said words, Done<EventPtr> done) {
  parts_.comes_to(room);
  auto ready = prepare_words(parts_, std::move(caller), room, std::move(words));
  tasks_.run_in_line("say " + room.value, std::move(ready),
                     keeping([&engine = parts_.engine, room,
                              done = std::move(done)](Result<ReadyWords> said) mutable {
                       if (!said) return done(std::unexpected(said.error()));
                       engine.input(room, std::move(said->event),
                                    [&engine, room, stops = said->stops,
                                     done = std::move(done)](Result<EventPtr> event) {
                                      const bool is_said = event.has_value();
                                      done(std::move(event));
                                      if (is_said && stops) engine.interrupt(room);
                                    });
                     }));
}

Result<void> Commands::interrupt(const RoomId& room) {
  if (parts_.engine.interrupt(room) == 0) return std::unexpected(nothing_runs());
  return {};
}

void Commands::cancel(Caller caller, RoomId room, std::string why, Done<EventPtr> done) {
  tasks_.run(cancel_flow(parts_, std::move(caller), std::move(room), std::move(why)),
             keeping(std::move(done)));
}

void Commands::answer(Caller caller, RoomId room, GateDecision answer, Done<EventPtr> done) {
  if (answer.reason.size() > kMessageLimit) return done(text_too_long("reason", kMessageLimit));
  parts_.comes_to(room);
  parts_.engine.answer(room,
                       {std::move(answer.gate), std::move(answer.digest), std::move(answer.option),
                        std::move(answer.reason)},
                       caller.who, std::move(done));
}

void Commands::forget(Caller caller, RoomId room, ProjectId project, Done<EventPtr> done) {
  tasks_.run(forget_project(parts_, std::move(caller), std::move(room), std::move(project)),
             keeping(std::move(done)));
}

void Commands::bind(Caller caller, RoomId room, std::vector<Channel> channels,
                    Done<std::vector<Bound>> done) {
  tasks_.run_in_line(kBindings,
                     bind_channels(parts_, std::move(caller), std::move(room), std::move(channels)),
                     keeping(std::move(done)));
}

void Commands::move_room(Caller caller, RoomId room, std::string folder,
                         Done<std::vector<RoomId>> done) {
  tasks_.run_in_line(kBeginnings,
                     fm::move_room(parts_, std::move(caller), std::move(room), std::move(folder)),
                     keeping(std::move(done)));
}

// One after the other: what one of them looked at, the next one may move.
void Commands::hand_over(Caller caller, RoomId room, HandOverRequest request,
                         Done<HandedOver> done) {
  tasks_.run_in_line(kLanes,
                     fm::hand_over(parts_, std::move(caller), std::move(room), std::move(request)),
                     keeping(std::move(done)));
}

void Commands::rewind(Caller caller, RoomId room, RewindRequest request, Done<LaneHistory> done) {
  tasks_.run_in_line(kLanes,
                     rewind_lane(parts_, std::move(caller), std::move(room), std::move(request)),
                     keeping(std::move(done)));
}

void Commands::take_up(RoomId room, Done<void> done) {
  tasks_.run(fm::take_up(parts_, std::move(room)), keeping(std::move(done)));
}

void Commands::warn(RoomId room, Error what, Done<EventPtr> done) {
  tasks_.run(warn_room(parts_, std::move(room), std::move(what)), keeping(std::move(done)));
}

void Commands::unbind(Caller caller, RoomId room, Channel channel, Done<EventPtr> done) {
  tasks_.run_in_line(kBindings,
                     unbind_channel(parts_, std::move(caller), std::move(room), std::move(channel)),
                     keeping(std::move(done)));
}

}  // namespace fm
