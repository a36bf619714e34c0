// A link over a connected socket. It owns the descriptor.
#pragma once

#include <memory>

#include "loop/loop.h"
#include "server/link/link.h"

namespace fm::server {

// `fd` is made non-blocking. The loop outlives the link.
std::unique_ptr<Link> make_socket_link(Loop& loop, int fd);

}  // namespace fm::server
