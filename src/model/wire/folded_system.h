// Messages for a model that knows no system role: its template refuses it (P-20).
//
// What the system says stands at the front of the first message of the user, and messages of one
// role that then follow each other are one, since such templates want the roles to take turns.
// Pure.
#pragma once

#include <vector>

#include "model/model.h"

namespace fm {

std::vector<ModelMessage> folded_system(const std::vector<ModelMessage>& messages);

}  // namespace fm
