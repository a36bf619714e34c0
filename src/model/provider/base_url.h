// The address of a provider as people write it, up to where the family's own path begins (P-20).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/provider/api_family.h"

namespace fm {

// "127.0.0.1:11434", ":11434", "0.0.0.0", "\"https://gpu.example/v1/chat/completions\"",
// "https://host/v1#x": quotes, the endpoint's own path, a fragment and slashes at the end are taken
// off; a scheme, and `port` unless it is 0, is added where none is named. Errors: url_invalid, with
// the address but for what may be secret in it; a query too, which has a setting of its own.
Result<std::string> clean_base_url(std::string_view text, ApiFamily api, int port = 0);

}  // namespace fm
