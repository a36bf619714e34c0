// Repinner: what a conversation is pinned to from its next run on (design idea 11).
//
// The program's own texts follow the program: prompts and screenplays at once, the team and its
// cards as soon as no project is under way. What a person wrote stays as it was pinned until the
// conversation is opened anew (conversation_opener.h); hosts change only when a person says so. It
// looks at each manifest once. On the loop; owned by the service.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "engine/flow/pins.h"
#include "engine/runtime/engine.h"

namespace fm {

class Repinner {
 public:
  explicit Repinner(Journal& journal) : journal_(journal) {}

  // For EngineOptions::repin. Nothing: all of it stands as it is.
  std::optional<Repinned> repin(const FlowStart& ended, const Fold& seen);

 private:
  std::optional<Repinned> look(const FlowStart& ended, bool under_way);

  Journal& journal_;
  std::map<std::pair<std::string, bool>, std::optional<Repinned>> looked_;
};

}  // namespace fm
