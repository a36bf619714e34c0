// HttpReader: requests out of the bytes of one connection, within limits (P-75).
//
// Over Beast's parser, whose headers are in the source alone. Pure.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "server/http/http_message.h"

namespace fm::server {

inline constexpr std::size_t kMostHeaderBytes = std::size_t{16} << 10;
inline constexpr std::size_t kMostBodyBytes = std::size_t{2} << 20;

class HttpReader {
 public:
  HttpReader();
  ~HttpReader();
  HttpReader(const HttpReader&) = delete;

  // Nothing: more bytes are needed. Errors, after which nothing is read any more: http_bad (400),
  // http_header_long (431), http_body_long (413).
  Result<std::optional<WebRequest>> feed(std::string_view bytes);
  // The next of what has been fed already.
  Result<std::optional<WebRequest>> next() { return feed({}); }

  // Bytes that wait for next(), without reading them.
  void keep(std::string_view bytes) { left_.append(bytes); }
  std::size_t kept() const { return left_.size(); }

  bool keeps_alive() const { return keeps_alive_; }  // as the last request said
  bool is_inside() const;                            // of a request that is not whole yet
  bool waits_to_go_on() const;                       // the client sent Expect: 100-continue

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;  // made with the first byte: idle connections are cheap
  std::string left_;
  bool keeps_alive_ = true;
};

// The answer's bytes. HEAD gets none of the body; a stream has no length and no end.
enum class AnswerBody { kWhole, kNone, kStream };
std::string http_bytes(const HttpAnswer& answer, bool keeps_alive, AnswerBody body);

// 413 for http_body_long, and so on; 400 for whatever else.
int http_status_of(const Error& error);

}  // namespace fm::server
