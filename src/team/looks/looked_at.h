// What an agent looked at in a turn, as `turn.finished` keeps it: looked [{tool, what, failed?}].
//
// Short: which tool, and which path, words or address; never what was in it. Values; pure.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"

namespace fm {

struct Look {
  std::string tool;
  std::string what;     // "shop/app.py"; empty: the folder as a whole
  bool failed = false;  // or refused: nothing was seen

  bool operator==(const Look&) const = default;
};

inline constexpr std::size_t kMostLooksKept = 40;  // of a turn

JsonArray to_json(const std::vector<Look>& looks);
std::vector<Look> looks_from_json(const JsonObject& body);  // of turn.finished

// "shop/app.py, tests/ and 3 more", what was seen alone, each once; empty: nothing was.
std::string looked_words(const std::vector<Look>& looks);

}  // namespace fm
