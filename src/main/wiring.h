// The program put together: configuration and service, as the command line wants them.
#pragma once

#include "cli/context/context.h"

namespace fm {

cli::Backend make_backend();

}  // namespace fm
