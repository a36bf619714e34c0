// Whole discussions through the whole stack: service, engine, journal, openai:any over HTTP.
#pragma once

#include "bench/promises/measure.h"

namespace fm::bench {

// A child: `discussions BASE_URL STORE COUNT ROUNDS` holds COUNT discussions at once in one service
// and gives wall and cpu, both from the first request to the end of the last discussion. If the
// server holds an answer for ever, so does it.
Figures discussions(const Arguments& arguments);

// What they are about, each with its number before it.
inline constexpr const char* kTopic = "a neighbourhood tool library";

}  // namespace fm::bench
