// What stands in the body of an event, read without failing.
//
// Bodies come from the log, but also from imports and from other versions of the program. A key
// that is absent, or whose value is of another type, reads as empty, so that a fold of a room goes
// on whatever the log holds.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/log/event.h"

namespace fm::body {

const Json* field(const Event& event, std::string_view key);  // null when absent; the event owns it
std::string text(const Event& event, std::string_view key);
std::vector<std::string> texts(const Event& event, std::string_view key);
std::map<std::string, std::string> text_map(const Event& event, std::string_view key);
bool flag(const Event& event, std::string_view key);

// Numbers are cut to a million either way, so that sums of a few of them fit an int.
std::optional<int> integer(const Json* value);  // empty when it is no integer
int integer(const Event& event, std::string_view key, int fallback);

std::optional<Error> error(const Event& event);  // of the key "error"

}  // namespace fm::body
