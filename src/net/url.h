// The parts of an http or https URL that the program looks at.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace fm {

struct Url {
  std::string scheme;  // http or https
  std::string host;    // lower case; an IPv6 address in brackets
  int port = 0;        // never 0: the scheme's own when the URL names none

  std::string authority() const;  // host, and ":port" unless it is the scheme's own
  bool is_loopback() const;       // localhost, 127.0.0.0/8 or [::1]
};

// A name and password in an address, "ana:secret" in https://ana:secret@host/; empty: there is
// none.
std::string login_in(std::string_view url);
std::string without_login(std::string_view url);  // what may be shown of it

std::string lower_ascii(std::string_view text);  // hosts and header names ignore case

Result<Url> parse_url(const std::string& text);  // errors: url_invalid

}  // namespace fm
