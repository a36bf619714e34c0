// What a client and the owner of a store say to each other, after their greetings.
//
//   client  {"id":7,"do":"say","as":"ana",...}      a command, answered once; `interrupt` is not
//           {"watch":1,"room":"tea-x1y2","after":0} and {"pause":1} {"resume":1} {"unwatch":1}
//           {"take_up":"tea-x1y2"}                  the owner that worked there is gone
//   owner   {"id":7,"answer":...}                   or {"id":7,"error":{...}}
//           e1 {"v":1,"seq":...}                    an event of watch 1, as the line of E-1
//           {"of":1,"delta":{...}}                  and notice, idle, lost
//           {"failure":{...}}                       the store can no longer be written
//           {"leaving":true}                        it ends soon; say nothing more to it
//
// A message is one line of JSON, but for events, which are handed on as they are stored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/service_answers.h"
#include "base/json.h"

namespace fm::server {

std::string event_message(std::int64_t watch, const Event& event);

struct EventLine {
  std::int64_t watch = 0;
  std::string_view line;
};
// Nothing where the message is another one.
std::optional<EventLine> read_event_message(std::string_view message);

}  // namespace fm::server
