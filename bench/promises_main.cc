// promises [NAME...]: measures what the program promises against its floor, and prints a table.
//
// NAME is one of turns, memory, streams, starts, prefix, reading, people, journal, talk; without
// one, all. Figures of one run on one machine are compared with each other; a benchmark reports and
// never fails for a figure. docs/performance.md says how each is measured and what came out.
#include <algorithm>
#include <cstdio>

#include "base/open_files.h"
#include "bench/promises/discussions.h"
#include "bench/promises/floor.h"
#include "bench/promises/promises.h"
#include "bench/promises/streams.h"

namespace {

using namespace fm::bench;

const std::map<std::string, ChildMain>& children() {
  static const std::map<std::string, ChildMain> all{{"sequential_floor", sequential_floor},
                                                    {"concurrent_floor", concurrent_floor},
                                                    {"holding_floor", holding_floor},
                                                    {"bare_start", bare_start},
                                                    {"bare_appends", bare_appends},
                                                    {"discussions", discussions},
                                                    {"streams", streams},
                                                    {"curl_streams", curl_streams},
                                                    {"raw_streams", raw_streams},
                                                    {"parked", parked},
                                                    {"parked_again", parked_again},
                                                    {"replay", replay},
                                                    {"appends", appends},
                                                    {"talk", talk},
                                                    {"talk_again", talk_again}};
  return all;
}

struct Part {
  const char* name;
  void (*measure)(Table&, Scratch&);
};
constexpr Part kParts[] = {
    {"turns", measure_turns},   {"memory", measure_memory},   {"streams", measure_streams},
    {"starts", measure_starts}, {"prefix", measure_prefix},   {"reading", measure_reading},
    {"people", measure_people}, {"journal", measure_journal}, {"talk", measure_talk}};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments(argv + 1, argv + argc);
  if (arguments.size() >= 2 && arguments[0] == "--child")
    return be_child(children().at(arguments[1]), {arguments.begin() + 2, arguments.end()});
  fm::raise_open_files_limit();  // a thousand connections at once, here and in the children
  const auto wanted = [&](const char* name) {
    const auto named = [](const std::string& word) { return !word.starts_with('-'); };
    return std::ranges::none_of(arguments, named) ||
           std::ranges::find(arguments, name) != arguments.end();
  };
  Scratch scratch;
  Table table;
  for (const Part& part : kParts) {
    if (!wanted(part.name)) continue;
    try {
      part.measure(table, scratch);
    } catch (const GaveUp& why) {
      std::printf("  not measured: %s\n", why.what());
    }
  }
}
