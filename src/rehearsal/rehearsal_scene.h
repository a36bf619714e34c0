// Which scene of a screenplay is played, and what it says.
#pragma once

#include <cstddef>
#include <string>

#include "model/model.h"
#include "rehearsal/rehearsal_topic.h"
#include "rehearsal/screenplay.h"

namespace fm {

// The words of the first scene with words that fits, and the behaviour of it and of all scenes
// without words before it, the first that says something about a part deciding that part.
struct Staged {
  const Scene* scene = nullptr;  // null: no scene has words for this
  Behaviour behaviour;
};
Staged stage(const Screenplay& play, const Topic& topic, const Purpose& purpose);

struct SpokenTurn {
  std::string text;  // the whole, spoiled when the behaviour says so; empty only for `empty: true`
  std::string reasoning;
  std::size_t words =
      0;  // bytes of the text that are spoken; calls and an answer stand behind them
};
SpokenTurn perform(const Screenplay& play, const Topic& topic, const Purpose& purpose,
                   const Staged& staged);

}  // namespace fm
