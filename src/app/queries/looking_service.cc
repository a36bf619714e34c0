#include "app/queries/looking_service.h"

#include <algorithm>
#include <utility>

#include "app/queries/rooms.h"

namespace fm {
namespace {

std::unexpected<Error> only_looking() {
  return fail("store_in_use", "Nothing can be changed: the store was opened for looking.", "",
              "Run the command again without another process owning the store.");
}

class LookingService final : public Service {
 public:
  explicit LookingService(std::unique_ptr<JournalReader> reader) : reader_(std::move(reader)) {}

  void choose_model(std::function<void(ChosenModel)> done) override {
    done({"rehearsal", "The store was opened for looking."});
  }
  Result<Started> ideate(IdeateRequest) override { return only_looking(); }
  Result<Started> converse(ConverseRequest) override { return only_looking(); }
  Result<Started> resume(const RoomId&, ResumeForce) override { return only_looking(); }
  Result<Started> begin_anew(const RoomId&, ResumeForce) override { return only_looking(); }
  void say(const RoomId&, Said, std::function<void(Result<EventPtr>)> acknowledged) override {
    acknowledged(only_looking());
  }
  Result<void> interrupt(const RoomId&) override { return only_looking(); }
  void answer(const RoomId&, const std::string&, const std::string&, const std::string&,
              const std::string&, std::function<void(Result<EventPtr>)> acknowledged) override {
    acknowledged(only_looking());
  }
  void forget(const RoomId&, const ProjectId&,
              std::function<void(Result<EventPtr>)> acknowledged) override {
    acknowledged(only_looking());
  }
  void bind(const RoomId&, const std::vector<Channel>&, Acknowledged acknowledged) override {
    acknowledged(only_looking());
  }
  void unbind(const RoomId&, const Channel&,
              std::function<void(Result<EventPtr>)> acknowledged) override {
    acknowledged(only_looking());
  }
  std::optional<Error> failure() const override { return std::nullopt; }

  Result<std::vector<RoomSummary>> rooms() override {
    std::vector<RoomSummary> rooms;
    for (const RoomRow& row : TRY(reader_->rooms())) rooms.push_back(summary_of(row));
    return rooms;
  }
  Result<RoomView> view(const RoomId& room) override { return fold_room(*reader_, room); }
  Result<std::vector<EventPtr>> events(const RoomId& room, RoomSeq after,
                                       std::size_t limit) override {
    return reader_->read(room, after, limit);
  }
  std::shared_ptr<void> watch(const RoomId&, RoomSeq, Watcher&) override { return nullptr; }

 private:
  std::unique_ptr<JournalReader> reader_;
};

}  // namespace

std::unique_ptr<Service> looking_service(std::unique_ptr<JournalReader> reader) {
  return std::make_unique<LookingService>(std::move(reader));
}

}  // namespace fm
