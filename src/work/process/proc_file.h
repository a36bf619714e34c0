// One file of /proc, as text. Blocking, but nothing there waits for a disk.
#pragma once

#include <cstddef>
#include <string>

namespace fm {

std::string read_proc_file(const std::string& path, std::size_t at_most);  // unreadable: empty

}  // namespace fm
