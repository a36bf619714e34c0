// The program put together: configuration and service, as the command line wants them.
#pragma once

#include <functional>

#include "cli/context/context.h"

namespace fm {

// `notice` hears what hinders nobody here, while a store is opened.
cli::Backend make_backend(std::function<void(const Error&)> notice);

Result<Config> load_config(const cli::Globals& globals, const std::string& folder);

// As which a person speaks who set no name.
std::string login_name();

}  // namespace fm
