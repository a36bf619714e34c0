// What may be said at all: something that can be seen, and not more than is ever read (P-53).
//
// Doors check before they open a store, so that what is refused leaves nothing behind; the service
// checks once more. Pure.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"

namespace fm {

inline constexpr std::size_t kMessageLimit = std::size_t{1} << 20;  // bytes
inline constexpr std::size_t kTopicLimit = std::size_t{64} << 10;   // bytes, of an ideation

// `what` was given and has more than `most` bytes.
std::unexpected<Error> text_too_long(std::string_view what, std::size_t most);

// Whether nothing of it can be seen: white space, what clean() takes away, and characters that
// fonts leave empty, such as soft hyphens, fillers and the blank Braille cell.
bool is_blank(std::string_view text);

// Errors: topic_empty, topic_too_long.
Result<void> check_topic(std::string_view topic);

// Errors: message_empty, text_too_large.
Result<void> check_message(std::string_view text);

}  // namespace fm
