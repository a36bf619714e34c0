// Scripted models as if behind an OpenAI server: every call is written as the request that would be
// sent, judged as the fake server judges it (test/fakes), answered as a stream of that server's
// bytes, and read as those are. All but the sockets, so that time can stand still.
#pragma once

#include <memory>

#include "loop/loop.h"
#include "model/model.h"

namespace fm::testing {

// `scripted` outlives it. A request that the server would refuse fails as the server says.
std::unique_ptr<ModelCatalog> over_openai_wire(Loop& loop, ModelCatalog& scripted);

}  // namespace fm::testing
