// The body of a request, which is written when it is sent and not before.
//
// It is a sequence of its own bytes and of texts that others hold, which stand in a JSON string and
// are escaped only then: a prompt is the largest thing a call has, and while its answer is waited
// for it is there once, as the messages of a room. A value; copies share the texts.
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

 private:
  struct Part {
    SharedText::Owner owner;  // null: our own bytes, else a text to be escaped
    std::size_t begin = 0;
    std::size_t size = 0;
  };

  std::vector<Part> parts_;
  std::string own_;
  std::size_t size_ = 0;
  char last_ = 0;
};

}  // namespace fm
