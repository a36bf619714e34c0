// How many descriptors this process may have open: each connection is one.
//
// Systems give a process few at first (often 1,024, some 256) and more if it asks. The program asks
// once, at its start; what it starts itself inherits that.
#pragma once

#include <cstddef>

namespace fm {

// Raises the limit as far as the system allows without privileges, and gives what it is then. Where
// nothing can be raised it stays as it was.
std::size_t raise_open_files_limit();

// Where the program was started without standard input, output or error, the next file it opens
// would take that number, and whatever is written to standard output would land in it: in the
// store. So /dev/null stands in for what is missing. First thing at start.
void fill_standard_descriptors();

// What it is now.
std::size_t open_files_limit();

}  // namespace fm
