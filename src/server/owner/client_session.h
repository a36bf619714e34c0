// ClientSession: one client of another process at the owner of a store.
//
// Greets it, has it admitted, does its commands in its name, and sends it the rooms that it
// watches. A client that does not read is sent nothing more: its watches pause and hold nothing
// (app/service_answers.h). When the link closes the session ends, and what it had begun goes on.
// Owned by the owner's door. Loop thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "app/owner_service.h"
#include "server/link/link.h"
#include "server/wire/greeting.h"

namespace fm::server {

// Of one client: when so much waits to be read, nothing more of its rooms is sent.
inline constexpr std::size_t kMostWaiting = std::size_t{256} << 10;

class ClientSession final : private LinkEnd {
 public:
  // A service for a client that greets so. Errors: those of its settings.
  using Admit = std::function<Result<std::unique_ptr<OwnerService>>(const ClientsGreeting&)>;

  // `over` is called once, from the top of the loop or inside a message, when the session has
  // ended.
  // `refused`: what it is told whatever it wants done; it may look (P-63).
  ClientSession(std::unique_ptr<Link> link, const OwnersGreeting& greeting, Admit admit,
                std::function<void()> over, std::optional<Error> refused = {});
  ~ClientSession() override;
  ClientSession(const ClientSession&) = delete;

  bool watches(const RoomId& room) const;
  // The owner ends soon: nothing more is begun, and what comes is given back. Whoever is not in yet
  // hears of it when it is.
  void say_leaving();

 private:
  class Watch;

  void received(std::string_view message) override;
  void drained() override;
  void closed() override;

  void greeted(std::string_view message);
  void perform(std::int64_t id, std::string_view command, ObjectRef message);
  void watch(std::int64_t number, const RoomId& room, RoomSeq after);
  void expect_watch(const RoomId& room);
  void take_up(const RoomId& room);
  template <class T>
  Done<T> answering(std::int64_t id);
  void answer(std::int64_t id, JsonObject answer);
  void refuse(std::int64_t id, const RoomId& room);
  void tell_failure();
  void tell_leaving();
  bool is_behind() const { return link_->waiting() > kMostWaiting; }

  std::unique_ptr<Link> link_;
  const Admit admit_;
  const std::function<void()> over_;
  const std::optional<Error> refused_;
  std::set<RoomId> warned_;  // rooms that were told of it
  bool is_leaving_ = false;
  bool failure_told_ = false;
  std::unique_ptr<OwnerService> service_;  // null: not admitted yet
  std::map<std::int64_t, std::unique_ptr<Watch>> watches_;
  std::map<RoomId, std::unique_ptr<Watch>> expected_;  // begun with a command, not asked for yet
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace fm::server
