// JsonOut: writes JSON straight into one string, with the commas in their places.
//
// For request bodies, which can be megabytes: nothing is built first and copied then. Members stand
// in the order in which they are written. The caller opens and closes in pairs. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"

namespace fm {

class JsonOut {
 public:
  explicit JsonOut(std::string& out) : out_(out) {}

  JsonOut& open(char bracket) {  // '{' or '['
    comma();
    out_ += bracket;
    return *this;
  }
  JsonOut& close(char bracket) {  // '}' or ']'
    out_ += bracket;
    return *this;
  }
  JsonOut& key(std::string_view name) {
    comma();
    append_json_string(out_, name);
    out_ += ':';
    return *this;
  }
  JsonOut& text(std::string_view value) {
    comma();
    append_json_string(out_, value);
    return *this;
  }
  JsonOut& raw(std::string_view json) {  // JSON text as it is
    comma();
    out_ += json;
    return *this;
  }
  JsonOut& value(const Json& value) { return raw(canonical(value)); }
  JsonOut& number(std::int64_t value) { return raw(std::to_string(value)); }
  JsonOut& hundredths(int value);  // 70 is 0.70
  JsonOut& flag(bool value) { return raw(value ? "true" : "false"); }

  // Members that are texts: {"type": "text", ...}.
  JsonOut& member(std::string_view name, std::string_view value) { return key(name).text(value); }

 private:
  void comma() {
    if (!out_.empty() && out_.back() != '{' && out_.back() != '[' && out_.back() != ':')
      out_ += ',';
  }

  std::string& out_;
};

}  // namespace fm
