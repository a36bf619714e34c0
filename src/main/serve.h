// `folkmoot serve`: the HTTP door, wired to the store that this process works on.
#pragma once

#include "cli/context/context.h"
#include "loop/loop.h"

namespace fm {

Result<std::unique_ptr<cli::Serving>> serve(const cli::ServeRequest& request,
                                            const cli::OpenedService& opened, Loop& loop);

// A further link for the server of that store. Blocks for a moment. Errors: serve_absent, those of
// the store's folder.
Result<cli::ServeLink> serve_link(const cli::Globals& globals, const std::string& folder);

}  // namespace fm
