// What the program told with --json, read strictly: one event a line, in the shape of E-1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "test/e2e/program.h"

namespace fm::e2e {

using Events = std::vector<Json>;

// Fails the test for a line that is no JSON or has other fields, or the same in another order,
// than E-1, and for a room_seq that leaves a gap. `more` are fields that follow (prev, hash).
Events events_of(const Words& lines, const Words& more = {});

Events of_kind(const Events& events, std::string_view kind);
const Json& body(const Json& event);
std::string_view text(const Json& event, std::string_view key);  // of the body
std::string room_of(const Events& events);

// The ideas with their last words, the scores and the choice: what must not depend on crashes.
std::string outcome(const Events& events);

// What was wrapped, with single spaces.
std::string in_one_line(std::string_view text);

// One error, told well: a message, more lines that say why or what to do, nothing of the program's
// insides, under 2,000 bytes.
void check_told(const Ran& ran, int status, std::string_view words);
// The same with --json: one line with the code and what helps.
void check_told_json(const Ran& ran, int status, std::string_view code);

}  // namespace fm::e2e
