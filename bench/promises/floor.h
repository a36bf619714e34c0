// The floor: the same calls and the same durability with bare libcurl and bare SQLite, and nothing
// else. What the program adds to it is what it costs.
#pragma once

#include <string>
#include <vector>

#include "bench/promises/measure.h"

namespace fm::bench {

std::string get(const std::string& url);

// Children; `bodies` is a file of write_bodies().
//   sequential_floor BASE_URL BODIES FOLDER   wall, calls (of the calls alone): one after another,
//                                             each with a commit of its own
//   concurrent_floor BASE_URL BODIES FOLDER N wall, cpu: N discussions, group commit
//   holding_floor BASE_URL BODIES N           never ends: N requests like the last one, held by the
//                                             server; each has its talk as a string
//   bare_appends FOLDER WRITERS               rate: commits of as many rows as there are writers
//   bare_rows FOLDER ROWS                     wall, cpu, peak: so many rows, 256 a commit
//   bare_start BASE_URL BODIES FOLDER         nothing but a store, one commit and one request
Figures sequential_floor(const Arguments& arguments);
Figures concurrent_floor(const Arguments& arguments);
Figures holding_floor(const Arguments& arguments);
Figures bare_appends(const Arguments& arguments);
Figures bare_rows(const Arguments& arguments);
Figures bare_start(const Arguments& arguments);

}  // namespace fm::bench
