// The description of the API, openapi.yaml, as it is built in.
#pragma once

#include <string_view>

namespace fm::server {

std::string_view openapi_description();

}  // namespace fm::server
