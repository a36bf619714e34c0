// Which addresses a fetch may go to: http and https, and nobody in the house (P-63).
//
// A page that an agent reads can name an address that only this machine can reach: the owner's
// socket, a router, the cloud's metadata. So a name is looked up first, and every address that it
// has must be a public one; the address that is connected to is checked once more. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

struct sockaddr;

namespace fm {

// "10.0.0.7", "::1", "fe80::1%eth0". Not public: loopback, private, link-local, shared, multicast,
// reserved, documentation, and IPv4 inside IPv6 that is any of these.
bool is_public_address(std::string_view address);
bool is_public_address(const sockaddr& address);

// The scheme, host and port of what an agent wants to fetch. Errors: url_invalid,
// web_address_refused.
struct WebAddress {
  std::string url;   // without a fragment
  std::string host;  // lower case
};
Result<WebAddress> read_web_address(std::string_view url);

// For people and the log: without a login, and without what is asked for, which may be private.
std::string shown_address(std::string_view url);

}  // namespace fm
