// How much of what happens is printed as JSON (E-1).
#pragma once

namespace fm::cli {

// kTalk: what is said and asked, for chat bridges; commands that tell of no room take it for
// kEvents.
enum class JsonMode { kNo, kEvents, kLive, kTalk };

}  // namespace fm::cli
