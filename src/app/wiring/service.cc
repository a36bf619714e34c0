#include "app/wiring/service.h"

#include <utility>

namespace fm {
namespace {

std::unexpected<Error> only_looking() {
  return fail("store_in_use", "Nothing can be changed: the store is open for reading only.", "",
              "End the process that uses the store, then run this again.");
}

// The queries are the same for all.
template <class Door>
class WithQueries : public Door {
 public:
  WithQueries(Loop& loop, JournalReader& reader, RoomViews& views)
      : queries_(std::make_unique<StoreQueries>(loop, reader, views)) {}

  void rooms(RoomsQuery query, Done<Page<RoomSummary>> done) override {
    queries_->rooms(std::move(query), std::move(done));
  }
  void room(RoomId room, Done<RoomViewPtr> done) override {
    queries_->room(std::move(room), std::move(done));
  }
  void events(EventsQuery query, Done<Page<EventPtr>> done) override {
    queries_->events(std::move(query), std::move(done));
  }
  void exported(EventsQuery query, Done<Page<std::string>> done) override {
    queries_->exported(std::move(query), std::move(done));
  }
  void conversation_room(ConversationRoomQuery query, Done<std::optional<RoomId>> done) override {
    queries_->conversation_room(std::move(query), std::move(done));
  }
  void rooms_elsewhere(std::string folder, Done<std::vector<RoomElsewhere>> done) override {
    queries_->rooms_elsewhere(std::move(folder), std::move(done));
  }
  void projects(ProjectsQuery query, Done<Page<ProjectEntry>> done) override {
    queries_->projects(std::move(query), std::move(done));
  }
  void gates(GatesQuery query, Done<Page<WaitingGate>> done) override {
    queries_->gates(std::move(query), std::move(done));
  }
  void costs(CostsQuery query, Done<CostTables> done) override {
    queries_->costs(std::move(query), std::move(done));
  }
  void memory(MemoryQuery query, Done<Page<MemoryEntry>> done) override {
    queries_->memory(std::move(query), std::move(done));
  }
  void channels(PageWanted page, Done<Page<ChannelBinding>> done) override {
    queries_->channels(std::move(page), std::move(done));
  }

 protected:
  // Waits for what reads the store just now, before that is gone; nothing may be asked after it.
  void close_queries() { queries_.reset(); }

 private:
  std::unique_ptr<StoreQueries> queries_;
};

// For whoever owns the store, and for clients that it admits.
class DoingService final : public WithQueries<OwnerService> {
 public:
  DoingService(std::unique_ptr<OwnedStore> owned, Loop& loop)
      : DoingService(*owned, owned->own(), loop) {
    owned_ = std::move(owned);
  }
  DoingService(OwnedStore& store, std::shared_ptr<ClientSettings> settings, Loop& loop)
      : WithQueries(loop, store.reader(), store.views()),
        loop_(loop),
        store_(store),
        settings_(std::move(settings)) {}
  ~DoingService() override {
    close_queries();
    if (!owned_) store_.leave(settings_);
  }

  void choose_model(std::function<void(ChosenModel)> done) override {
    settings_->choose_model(std::move(done));
  }
  void ideate(Caller caller, IdeateRequest request, Done<Started> done) override {
    commands().ideate(std::move(caller), std::move(request), std::move(done));
  }
  void open_conversation(Caller caller, ConversationRequest request, Done<Started> done) override {
    commands().open_conversation(std::move(caller), std::move(request), std::move(done));
  }
  void enter(Caller caller, RoomId room, Done<Started> done) override {
    commands().enter(std::move(caller), std::move(room), std::move(done));
  }
  void resume(Caller caller, RoomId room, ResumeForce force, Done<Started> done) override {
    commands().resume(std::move(caller), std::move(room), force, std::move(done));
  }
  void begin_anew(Caller caller, RoomId room, ResumeForce force, Done<Started> done) override {
    commands().begin_anew(std::move(caller), std::move(room), force, std::move(done));
  }
  void say(Caller caller, RoomId room, Said words, Done<EventPtr> done) override {
    commands().say(std::move(caller), std::move(room), std::move(words), std::move(done));
  }
  Result<void> interrupt(const Caller&, const RoomId& room) override {
    return commands().interrupt(room);
  }
  void cancel(Caller caller, RoomId room, std::string why, Done<EventPtr> done) override {
    commands().cancel(std::move(caller), std::move(room), std::move(why), std::move(done));
  }
  void answer(Caller caller, RoomId room, GateDecision answer, Done<EventPtr> done) override {
    commands().answer(std::move(caller), std::move(room), std::move(answer), std::move(done));
  }
  void forget(Caller caller, RoomId room, ProjectId project, Done<EventPtr> done) override {
    commands().forget(std::move(caller), std::move(room), std::move(project), std::move(done));
  }
  void bind(Caller caller, RoomId room, std::vector<Channel> channels,
            Done<std::vector<Bound>> done) override {
    commands().bind(std::move(caller), std::move(room), std::move(channels), std::move(done));
  }
  void unbind(Caller caller, RoomId room, Channel channel, Done<EventPtr> done) override {
    commands().unbind(std::move(caller), std::move(room), std::move(channel), std::move(done));
  }

  void move_room(Caller caller, RoomId room, std::string folder,
                 Done<std::vector<RoomId>> done) override {
    commands().move_room(std::move(caller), std::move(room), std::move(folder), std::move(done));
  }

  void warn(RoomId room, Error what, Done<EventPtr> done) override {
    commands().warn(std::move(room), std::move(what), std::move(done));
  }
  void hand_over(Caller caller, RoomId room, HandOverRequest request,
                 Done<HandedOver> done) override {
    commands().hand_over(std::move(caller), std::move(room), std::move(request), std::move(done));
  }
  void rewind(Caller caller, RoomId room, RewindRequest request, Done<LaneHistory> done) override {
    commands().rewind(std::move(caller), std::move(room), std::move(request), std::move(done));
  }

  std::optional<Error> failure() const override {
    return settings_->failure() ? settings_->failure() : store_.failure();
  }
  std::shared_ptr<Watching> watch(const RoomId& room, RoomSeq after, Watcher& watcher) override {
    return store_.watches().watch(room, after, watcher);
  }

  Result<std::unique_ptr<OwnerService>> admit(ClientOptions options) override {
    auto settings = TRY(store_.admit(std::move(options)));
    return std::make_unique<DoingService>(store_, std::move(settings), loop_);
  }
  void take_up(RoomId room, std::function<void()> rests) override {
    commands().take_up(std::move(room), [rests = std::move(rests)](const Result<void>& woken) {
      if (!woken) rests();
    });
  }
  void finish(std::function<bool(const RoomId&)> counts, std::function<void()> done) override {
    store_.finish(std::move(counts), std::move(done));
  }

 private:
  Commands& commands() { return settings_->commands(); }

  std::unique_ptr<OwnedStore> owned_;  // null: the owner's, which outlives this
  Loop& loop_;
  OwnedStore& store_;
  std::shared_ptr<ClientSettings> settings_;
};

struct Looked {
  std::unique_ptr<JournalReader> reader;
  std::unique_ptr<RoomViews> views;
};

// Beside whoever owns the store.
class LookingService final : private Looked, public WithQueries<Service> {
 public:
  LookingService(Looked looked, Loop& loop)
      : Looked(std::move(looked)), WithQueries(loop, *reader, *views) {}

  void choose_model(std::function<void(ChosenModel)> done) override {
    done({"rehearsal", "The store is open for reading only."});
  }
  void ideate(Caller, IdeateRequest, Done<Started> done) override { done(only_looking()); }
  void open_conversation(Caller, ConversationRequest, Done<Started> done) override {
    done(only_looking());
  }
  void enter(Caller, RoomId, Done<Started> done) override { done(only_looking()); }
  void resume(Caller, RoomId, ResumeForce, Done<Started> done) override { done(only_looking()); }
  void begin_anew(Caller, RoomId, ResumeForce, Done<Started> done) override {
    done(only_looking());
  }
  void say(Caller, RoomId, Said, Done<EventPtr> done) override { done(only_looking()); }
  void cancel(Caller, RoomId, std::string, Done<EventPtr> done) override { done(only_looking()); }
  void answer(Caller, RoomId, GateDecision, Done<EventPtr> done) override { done(only_looking()); }
  void forget(Caller, RoomId, ProjectId, Done<EventPtr> done) override { done(only_looking()); }
  void bind(Caller, RoomId, std::vector<Channel>, Done<std::vector<Bound>> done) override {
    done(only_looking());
  }
  void unbind(Caller, RoomId, Channel, Done<EventPtr> done) override { done(only_looking()); }
  void move_room(Caller, RoomId, std::string, Done<std::vector<RoomId>> done) override {
    done(only_looking());
  }
  void warn(RoomId, Error, Done<EventPtr> done) override { done(only_looking()); }
  void hand_over(Caller, RoomId, HandOverRequest, Done<HandedOver> done) override {
    done(only_looking());
  }
  void rewind(Caller, RoomId, RewindRequest, Done<LaneHistory> done) override {
    done(only_looking());
  }
  Result<void> interrupt(const Caller&, const RoomId&) override { return only_looking(); }

  std::optional<Error> failure() const override { return std::nullopt; }
  std::shared_ptr<Watching> watch(const RoomId&, RoomSeq, Watcher&) override { return nullptr; }
};

}  // namespace

std::unique_ptr<OwnerService> make_service(std::unique_ptr<OwnedStore> store, Loop& loop) {
  return std::make_unique<DoingService>(std::move(store), loop);
}

std::unique_ptr<Service> make_service(std::unique_ptr<JournalReader> reader, Loop& loop) {
  auto views = std::make_unique<RoomViews>(loop, *reader);
  return std::make_unique<LookingService>(Looked{std::move(reader), std::move(views)}, loop);
}

}  // namespace fm
