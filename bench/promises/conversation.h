// Conversations with the rehearsal, which answers at once, through the whole service.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "app/wiring/open.h"
#include "bench/promises/measure.h"

namespace fm::bench {

class Conversations {
 public:
  explicit Conversations(const std::string& store);
  ~Conversations();
  Conversations(const Conversations&) = delete;

  // The folder's own conversation, or one of that title.
  RoomId open(const std::string& title = {});
  // Until the team has answered so often and waits again; gives microseconds.
  double say(const RoomId& room, const std::string& words, int replies = 1);
  std::int64_t events() const;  // that were told of, in all rooms

 private:
  class Rest;

  const Caller ana_{.who = {Actor::kPerson, "ana"}, .channel = {}};
  const SystemClock clock_;
  std::string store_;
  std::unique_ptr<Loop> loop_;
  std::map<RoomId, std::unique_ptr<Rest>> rests_;
  std::unique_ptr<Service> service_;
  std::map<RoomId, std::shared_ptr<void>> watches_;
  int said_ = 0;
};

// What a conversation begins with, so that a project is under way, and how often that is answered.
inline constexpr const char* kWish = "I want to build a booking page for a small barber shop";
inline constexpr int kWishReplies = 3;  // the questions of the demonstration that it begins

}  // namespace fm::bench
