// The body of a request, written while it is sent.
//
// It is a sequence of its own bytes and of texts that others hold, which stand in a JSON string and
// are escaped only when they are sent: a prompt is the largest thing a call has, and so it is never
// there twice. A value; copies share the texts. A Reader walks it from its beginning; a request may
// have to be sent again, by another one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/shared_text.h"

namespace fm {

class HttpBody {
 public:
  HttpBody() = default;
  HttpBody(std::string_view bytes) { append(bytes); }               // NOLINT(*-explicit-*)
  HttpBody(const std::string& bytes) { append(bytes); }             // NOLINT(*-explicit-*)
  HttpBody(const char* bytes) { append(std::string_view(bytes)); }  // NOLINT(*-explicit-*)

  void append(std::string_view bytes);
  // As a JSON string, quotes included. Invalid UTF-8 becomes U+FFFD.
  void append_json_string(const SharedText& text);

  std::size_t size() const { return size_; }  // in bytes, as it is sent
  bool empty() const { return size_ == 0; }
  char last() const { return last_; }  // byte; 0 in an empty body
  std::string str() const;

  class Reader;

 private:
  struct Part {
    SharedText::Owner owner;  // null: our own bytes, else a text to be escaped
    std::size_t begin = 0;
    std::size_t size = 0;
  };
  std::string_view bytes(const Part& part) const {
    return std::string_view(part.owner ? *part.owner : own_).substr(part.begin, part.size);
  }

  std::vector<Part> parts_;
  std::string own_;
  std::size_t size_ = 0;
  char last_ = 0;
};

// The body outlives it.
class HttpBody::Reader {
 public:
  explicit Reader(const HttpBody& body) : body_(&body) {}

  // Writes at most `most` bytes; 0 at the end.
  std::size_t read(char* to, std::size_t most);

 private:
  const HttpBody* body_;
  std::size_t part_ = 0;
  std::size_t at_ = 0;   // in the part
  std::string escaped_;  // of the part, what was not taken yet
  std::size_t taken_ = 0;
};

}  // namespace fm
