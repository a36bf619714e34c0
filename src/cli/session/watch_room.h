// Showing a room that works: what `ideate`, `resume`, `say` and talking have in common.
//
// Chooses the view for the terminal, listens to the keyboard and to signals, and runs the session
// until it is over.
#pragma once

#include <string>

#include "cli/context/context.h"
#include "cli/session/yes_to.h"
#include "cli/terminal/line_source.h"
#include "cli/view/view.h"

namespace fm::cli {

struct WatchOptions {
  bool plain = false;    // --plain
  bool resumed = false;  // by name: that it goes on is no news
  Mode mode = Mode::kFlow;
  LineSource* lines = nullptr;  // of a conversation that nobody sits before; outlives the call
  Channel channel = {};         // that the words come by (C-51)
  const GateChoice* answer = nullptr;  // given first; outlives the call
  std::string first = {};              // said before anything else; empty: nothing
  bool rest_first = false;             // what was left goes on before a line is taken
  YesTo yes = YesTo::kNothing;         // said in advance (--yes)
};

// The exit status. `opened` outlives the call.
int watch_room(OpenedService& opened, const Started& started, WatchOptions options,
               Context& context);

}  // namespace fm::cli
