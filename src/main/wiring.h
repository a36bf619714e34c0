// The program put together: configuration and service, as the command line wants them.
#pragma once

#include "cli/context/context.h"

namespace fm {

cli::Backend make_backend();

Result<Config> load_config(const cli::Globals& globals, const std::string& folder);

// As which a person speaks who set no name.
std::string login_name();

}  // namespace fm
