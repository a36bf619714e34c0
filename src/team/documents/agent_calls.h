// Whether words call an agent, or only hold a word that is its id, too (C-44): "it should ask for
// the name" calls nobody, "@ask", "ask: ..." and "ask has to ..." do.
//
// Ids are everyday words (ask, creative, market, social), so an id alone says nothing; what stands
// beside it does. English words beside it; an @ in any language. Pure; linear.
#pragma once

#include <string_view>

namespace fm {

// "@id"; the id first in a sentence and before a comma or colon; behind let, tell, ask or have;
// before has to, should, must or needs to; where something is its part or belongs to it.
bool calls(std::string_view text, std::string_view agent);

// Something is left open for the agent to do: "@id", "until id does it", "id has to".
bool waits_for(std::string_view text, std::string_view agent);

}  // namespace fm
