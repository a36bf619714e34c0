// The files of the web page, as they were when the program was built; none where it was built
// without. "index.html", "assets/x-1a2b.js", and beside each text its gzip: "assets/x-1a2b.js.gz".
#pragma once

#include <span>

#include "team/pack/embedded.h"

namespace fm::server {

std::span<const EmbeddedFile> embedded_page();

}  // namespace fm::server
