// How much of what happens is printed as JSON (E-1).
#pragma once

namespace fm::cli {

enum class JsonMode { kNo, kEvents, kLive };

}  // namespace fm::cli
