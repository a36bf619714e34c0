// Which scene of a screenplay is played, and what it says.
#pragma once

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

// The whole text, spoiled when the behaviour says so. Never empty but for `empty: true`.
std::string perform(const Screenplay& play, const Topic& topic, const Purpose& purpose,
                    const Staged& staged, std::string& reasoning);

}  // namespace fm
