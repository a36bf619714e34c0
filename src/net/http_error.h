// What libcurl says when a request fails, in words for the person.
#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace fm {

// `code` is a CURLcode; `host` who was asked; `detail` libcurl's own words, may be empty.
Error http_error(int code, std::string_view host, std::string_view detail);

// `host` was silent for `span`.
Error http_timeout(std::string_view host, Millis span);

// There was no descriptor left for a socket.
Error http_no_descriptor(std::string_view host);

}  // namespace fm
