// promises [NAME...] [--whole | --patience=SECONDS]: measures what the program promises against its
// floor, and prints a table.
//
// NAME is one of turns, memory, streams, starts, prefix, reading, people, journal, talk, agency,
// loads, rooms, long; without one, all. The last three try growing sizes and stop where a step
// takes longer than the patience (3 seconds); --whole goes on to the end. Figures of one run on one
// machine are compared with each other; a benchmark reports and never fails for a figure.
// docs/performance.md says how each is measured and what came out.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "base/open_files.h"
#include "bench/promises/discussions.h"
#include "bench/promises/floor.h"
#include "bench/promises/promises.h"
#include "bench/promises/streams.h"

namespace {

using namespace fm::bench;

const std::map<std::string, ChildMain>& child_mains() {
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
                                                    {"talk", conversation},
                                                    {"talk_again", talk_again},
                                                    {"bare_rows", bare_rows},
                                                    {"branches", branches},
                                                    {"children", children},
                                                    {"many_rooms", many_rooms},
                                                    {"long_room", long_room}};
  return all;
}

struct Part {
  const char* name;
  std::function<void(Table&, Scratch&)> measure;
};

std::vector<Part> parts(const Effort& effort) {
  using std::placeholders::_1;
  using std::placeholders::_2;
  return {{"turns", measure_turns},
          {"memory", measure_memory},
          {"streams", measure_streams},
          {"starts", measure_starts},
          {"prefix", measure_prefix},
          {"reading", measure_reading},
          {"people", measure_people},
          {"journal", measure_journal},
          {"talk", measure_talk},
          {"agency", measure_agency},
          {"loads", std::bind(measure_loads, _1, _2, effort)},
          {"rooms", std::bind(measure_rooms, _1, _2, effort)},
          {"long", std::bind(measure_long_room, _1, _2, effort)}};
}

Effort effort_of(const Arguments& arguments) {
  Effort effort;
  constexpr std::string_view kPatience = "--patience=";
  for (const std::string& word : arguments) {
    if (word == "--whole") effort.patience = 1e9;
    if (word.starts_with(kPatience)) effort.patience = std::atof(word.c_str() + kPatience.size());
  }
  return effort;
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments(argv + 1, argv + argc);
  if (arguments.size() >= 2 && arguments[0] == "--child")
    return be_child(child_mains().at(arguments[1]), {arguments.begin() + 2, arguments.end()});
  fm::raise_open_files_limit();  // a thousand connections at once, here and in the children
  const auto wanted = [&](const char* name) {
    const auto named = [](const std::string& word) { return !word.starts_with('-'); };
    return std::ranges::none_of(arguments, named) ||
           std::ranges::find(arguments, name) != arguments.end();
  };
  Scratch scratch;
  Table table;
  for (const Part& part : parts(effort_of(arguments))) {
    if (!wanted(part.name)) continue;
    try {
      part.measure(table, scratch);
    } catch (const GaveUp& why) {
      std::printf("  not measured: %s\n", why.what());
    }
  }
}
