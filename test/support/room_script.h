// A room told event by event, for tests of what is folded from a room or shown of it.
//
// Events get their numbers and times as a journal would give them: dense from 1, each a second
// after the one before unless the script lets time pass. The view holds what was told so far.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/log/event.h"
#include "team/room/room.h"

namespace fm::testing {

class RoomScript {
 public:
  explicit RoomScript(std::string room = "a-room-2k7f", UtcMs start = {1'777'636'800'000});

  // Any event. `body` is JSON text; a text that is none is a bug in the test.
  RoomScript& tell(std::string_view kind, std::string_view body, std::string_view flow = "f-main");
  RoomScript& tell(std::string_view kind, JsonObject body, std::string_view flow = "f-main");
  RoomScript& tell(const NewEvent& event, std::string_view flow = {});  // as it was made
  RoomScript& by(By who);                                               // of the next event only
  RoomScript& in(std::string_view project);                             // the same
  RoomScript& wait(Millis span);

  // The common ones in short.
  RoomScript& create(std::string_view title);
  RoomScript& start(JsonObject args);
  RoomScript& say(std::string_view from, std::string_view kind, std::string_view text);
  RoomScript& turn(std::string_view agent, std::string_view task, Usage usage, MicroUsd cost,
                   Millis span);
  RoomScript& propose(std::string_view id, std::string_view title, std::string_view description,
                      int round = 1);
  // Five criteria and the overall score, in hundredths.
  RoomScript& score(std::string_view id, std::vector<int> criteria, int overall,
                    std::vector<std::string> pros = {}, std::vector<std::string> cons = {},
                    std::string_view feedback = {});
  RoomScript& select(std::string_view id, std::string_view by_rule,
                     std::vector<std::string> flags = {}, std::string_view leader_choice = {});
  RoomScript& finish(std::string_view completion = "success");

  RoomView view;
  std::vector<Event> events;

 private:
  std::string room_;
  UtcMs now_;
  By by_;
  ProjectId project_;
  StepPath place_;
};

}  // namespace fm::testing
