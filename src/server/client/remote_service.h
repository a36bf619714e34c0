// RemoteService: the service of a store that another process owns (G-44).
//
// Commands and watched rooms go over a link to the owner; what is looked up is read from the store
// here, beside the owner. When the owner is gone, the next one is looked for, which this process
// may become itself: what was asked and not answered is asked again where that is safe, and rooms
// are watched on from where they were heard last. A command that may have been done and would do it
// twice is answered with owner_gone. When no owner can be had, failure() says why and the watchers
// are told by idle(). Loop thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/service.h"
#include "loop/loop.h"
#include "server/client/looked_up.h"
#include "server/client/owner_search.h"
#include "server/client/remote_watch.h"

namespace fm::server {

struct RemoteOptions {
  SearchOptions search;
  std::function<Result<std::unique_ptr<Service>>()> look;  // reads the store, once it is there
};

class RemoteService final : public LookedUp, private OwnerSearch::Hears {
 public:
  RemoteService(Loop& loop, RemoteOptions options);

  // Looks for an owner; `done` when there is one, or why not. Errors: store_in_use where it does
  // not answer, owner_version, owner_foreign, those of the owner's admission and of the store.
  void start(std::function<void(Result<void>)> done);

  void choose_model(std::function<void(ChosenModel)> done) override;
  void ideate(Caller caller, IdeateRequest request, Done<Started> done) override;
  void open_conversation(Caller caller, ConversationRequest request, Done<Started> done) override;
  void enter(Caller caller, RoomId room, Done<Started> done) override;
  void resume(Caller caller, RoomId room, ResumeForce force, Done<Started> done) override;
  void begin_anew(Caller caller, RoomId room, ResumeForce force, Done<Started> done) override;
  void say(Caller caller, RoomId room, Said words, Done<EventPtr> done) override;
  // Whether somebody speaks is known from what was heard of the room.
  Result<void> interrupt(const Caller& caller, const RoomId& room) override;
  void cancel(Caller caller, RoomId room, std::string why, Done<EventPtr> done) override;
  void answer(Caller caller, RoomId room, GateDecision answer, Done<EventPtr> done) override;
  void forget(Caller caller, RoomId room, ProjectId project, Done<EventPtr> done) override;
  void warn(RoomId room, Error what, Done<EventPtr> done) override;
  void bind(Caller caller, RoomId room, std::vector<Channel> channels,
            Done<std::vector<Bound>> done) override;
  void unbind(Caller caller, RoomId room, Channel channel, Done<EventPtr> done) override;
  void move_room(Caller caller, RoomId room, std::string folder,
                 Done<std::vector<RoomId>> done) override;
  void hand_over(Caller caller, RoomId room, HandOverRequest request,
                 Done<HandedOver> done) override;
  void rewind(Caller caller, RoomId room, RewindRequest request, Done<LaneHistory> done) override;

  std::optional<Error> failure() const override { return failure_; }
  std::shared_ptr<Watching> watch(const RoomId& room, RoomSeq after, Watcher& watcher) override;

 private:
  // May it be asked a second time, when nobody knows whether it was done?
  enum class Again { kNo, kYes };
  struct Call {
    std::string message;
    Again again = Again::kNo;
    int times = 0;  // that it was asked
    std::function<void(Result<Json>, int times)> answered;
  };

  void owner_here() override;
  void owner_said(std::string_view message) override;
  void owner_gone() override;
  void no_owner(const Error& why) override;

  void take_up_watches();
  void send(const JsonObject& message);

  void ask(std::string_view command, JsonObject message, Again again,
           std::function<void(Result<Json>, int times)> answered);
  void ask(Call& call);
  template <class T>
  void command(std::string_view name, const Caller& caller, const RoomId& room, JsonObject more,
               Again again, Done<T> done);
  void answered(std::int64_t id, ObjectRef message);
  void find_own_answer(const RoomId& room, const GateDecision& decision, const By& by,
                       const Error& error, const Done<EventPtr>& done);
  std::shared_ptr<RemoteWatch> watch_of(std::int64_t id) const;
  void heard(std::int64_t watch, std::string_view line);
  void told(std::int64_t watch, ObjectRef message);

  Loop& loop_;
  const std::function<Result<std::unique_ptr<Service>>()> look_;
  OwnerSearch owner_;
  bool was_here_ = false;  // an owner before this one
  std::function<void(Result<void>)> started_;
  std::optional<Error> failure_;

  std::int64_t last_ = 0;  // number of a call or watch
  std::map<std::int64_t, Call> calls_;
  std::map<std::int64_t, std::weak_ptr<RemoteWatch>> watches_;
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace fm::server
