// HTTP requests and answers as values (P-70). Names of headers are in lower case.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace fm::server {

// The ends of the connection that a request came by; empty: not known.
struct WebPeer {
  std::string address;  // as a number
  std::uint16_t port = 0;
  std::uint16_t our_port = 0;
};

struct WebRequest {
  std::string method;                                       // "GET"
  std::string path;                                         // decoded: "/api/rooms"
  std::vector<std::pair<std::string, std::string>> query;   // decoded, in order
  std::map<std::string, std::string, std::less<>> headers;  // one that comes twice: joined by ", "
  std::string body;
  WebPeer peer = {};

  // The first of that name; empty: it is not there.
  std::string_view parameter(std::string_view name) const;
  std::string_view header(std::string_view name) const;
  // All of that name: a page of another port may have set one, too.
  std::vector<std::string_view> cookies(std::string_view name) const;

  bool reads() const { return method == "GET" || method == "HEAD"; }
};

struct HttpAnswer {
  int status = 200;
  std::map<std::string, std::string, std::less<>> headers = {};
  std::string body = {};
};

HttpAnswer json_answer(int status, const Json& value);
HttpAnswer text_answer(int status, std::string text);

// An error as RFC 9457 has it: {type, title, status, code, detail?, cure?}.
HttpAnswer problem(int status, const Error& error);

std::string ascii_lower(std::string_view text);

// "%C3%A9" -> "é"; what is no escape stays. `plus` is a space, as in a query.
enum class Plus { kItself, kSpace };
std::string url_decoded(std::string_view text, Plus plus);

// Path and query of a request's target; false where the target is no path, or its path holds
// controls or is no UTF-8.
bool read_target(std::string_view target, WebRequest& request);

}  // namespace fm::server
