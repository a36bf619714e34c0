#include "app/wiring/service.h"

#include <utility>

namespace fm {
namespace {

std::unexpected<Error> only_looking() {
  return fail("store_in_use", "Nothing can be changed: the store is open for reading only.", "",
              "End the process that uses the store, then run this again.");
}

class StoreService final : public Service {
 public:
  StoreService(std::unique_ptr<OwnedStore> store, Loop& loop)
      : store_(std::move(store)), queries_(loop, store_->reader(), store_->views()) {}
  StoreService(std::unique_ptr<JournalReader> reader, Loop& loop)
      : reader_(std::move(reader)),
        views_(std::make_unique<RoomViews>(loop, *reader_)),
        queries_(loop, *reader_, *views_) {}

  void choose_model(std::function<void(ChosenModel)> done) override {
    if (!store_) return done({"rehearsal", "The store is open for reading only."});
    store_->choose_model(std::move(done));
  }
  void ideate(Caller caller, IdeateRequest request, Done<Started> done) override {
    if (may_change(done)) commands().ideate(std::move(caller), std::move(request), std::move(done));
  }
  void open_conversation(Caller caller, ConversationRequest request, Done<Started> done) override {
    if (may_change(done))
      commands().open_conversation(std::move(caller), std::move(request), std::move(done));
  }
  void resume(Caller caller, RoomId room, ResumeForce force, Done<Started> done) override {
    if (may_change(done))
      commands().resume(std::move(caller), std::move(room), force, std::move(done));
  }
  void begin_anew(Caller caller, RoomId room, ResumeForce force, Done<Started> done) override {
    if (may_change(done))
      commands().begin_anew(std::move(caller), std::move(room), force, std::move(done));
  }
  void say(Caller caller, RoomId room, Said words, Done<EventPtr> done) override {
    if (may_change(done))
      commands().say(std::move(caller), std::move(room), std::move(words), std::move(done));
  }
  Result<void> interrupt(const Caller&, const RoomId& room) override {
    if (!store_) return only_looking();
    return commands().interrupt(room);
  }
  void cancel(Caller caller, RoomId room, std::string why, Done<EventPtr> done) override {
    if (may_change(done))
      commands().cancel(std::move(caller), std::move(room), std::move(why), std::move(done));
  }
  void answer(Caller caller, RoomId room, GateDecision answer, Done<EventPtr> done) override {
    if (may_change(done))
      commands().answer(std::move(caller), std::move(room), std::move(answer), std::move(done));
  }
  void forget(Caller caller, RoomId room, ProjectId project, Done<EventPtr> done) override {
    if (may_change(done))
      commands().forget(std::move(caller), std::move(room), std::move(project), std::move(done));
  }
  void bind(Caller caller, RoomId room, std::vector<Channel> channels,
            Done<std::vector<Bound>> done) override {
    if (may_change(done))
      commands().bind(std::move(caller), std::move(room), std::move(channels), std::move(done));
  }
  void unbind(Caller caller, RoomId room, Channel channel, Done<EventPtr> done) override {
    if (may_change(done))
      commands().unbind(std::move(caller), std::move(room), std::move(channel), std::move(done));
  }

  void move_room(Caller caller, RoomId room, std::string folder,
                 Done<std::vector<RoomId>> done) override {
    if (may_change(done))
      commands().move_room(std::move(caller), std::move(room), std::move(folder), std::move(done));
  }

  std::optional<Error> failure() const override {
    return store_ ? store_->failure() : std::nullopt;
  }
  void rooms(RoomsQuery query, Done<Page<RoomSummary>> done) override {
    queries_.rooms(std::move(query), std::move(done));
  }
  void room(RoomId room, Done<RoomViewPtr> done) override {
    queries_.room(std::move(room), std::move(done));
  }
  void events(EventsQuery query, Done<Page<EventPtr>> done) override {
    queries_.events(std::move(query), std::move(done));
  }
  void exported(EventsQuery query, Done<Page<std::string>> done) override {
    queries_.exported(std::move(query), std::move(done));
  }
  void conversation_room(ConversationRoomQuery query, Done<std::optional<RoomId>> done) override {
    queries_.conversation_room(std::move(query), std::move(done));
  }
  void rooms_elsewhere(std::string folder, Done<std::vector<RoomElsewhere>> done) override {
    queries_.rooms_elsewhere(std::move(folder), std::move(done));
  }
  void projects(ProjectsQuery query, Done<Page<ProjectEntry>> done) override {
    queries_.projects(std::move(query), std::move(done));
  }
  void gates(GatesQuery query, Done<Page<WaitingGate>> done) override {
    queries_.gates(std::move(query), std::move(done));
  }
  void costs(CostsQuery query, Done<CostTables> done) override {
    queries_.costs(std::move(query), std::move(done));
  }
  void memory(MemoryQuery query, Done<Page<MemoryEntry>> done) override {
    queries_.memory(std::move(query), std::move(done));
  }
  void channels(PageWanted page, Done<Page<ChannelBinding>> done) override {
    queries_.channels(std::move(page), std::move(done));
  }

  std::shared_ptr<Watching> watch(const RoomId& room, RoomSeq after, Watcher& watcher) override {
    return store_ ? store_->watches().watch(room, after, watcher) : nullptr;
  }

 private:
  Commands& commands() { return store_->commands(); }

  template <class T>
  bool may_change(const Done<T>& done) const {
    if (!store_) done(only_looking());
    return store_ != nullptr;
  }

  std::unique_ptr<OwnedStore> store_;      // for doing
  std::unique_ptr<JournalReader> reader_;  // for looking
  std::unique_ptr<RoomViews> views_;       // the same
  StoreQueries queries_;
};

}  // namespace

std::unique_ptr<Service> make_service(std::unique_ptr<OwnedStore> store, Loop& loop) {
  return std::make_unique<StoreService>(std::move(store), loop);
}

std::unique_ptr<Service> make_service(std::unique_ptr<JournalReader> reader, Loop& loop) {
  return std::make_unique<StoreService>(std::move(reader), loop);
}

}  // namespace fm
