// Two links inside one process, each the other's other side: for a client that has become the
// owner itself, and for tests.
#pragma once

#include <memory>
#include <utility>

#include "loop/loop.h"
#include "server/link/link.h"

namespace fm::server {

std::pair<std::unique_ptr<Link>, std::unique_ptr<Link>> make_local_links(Loop& loop);

}  // namespace fm::server
