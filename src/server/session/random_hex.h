// So many random bytes of the system, as hex. Good for secrets.
#pragma once

#include <cstddef>
#include <string>

namespace fm::server {

std::string random_hex(std::size_t bytes);

}  // namespace fm::server
