// JsonOut: writes JSON straight into a body, with the commas in their places.
//
// For requests, which can be megabytes: nothing is built first and copied then. Members stand in
// the order in which they are written. The caller opens and closes in pairs. Pure.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/shared_text.h"
#include "net/http_body.h"

namespace fm {

class JsonOut {
 public:
  explicit JsonOut(HttpBody& out) : out_(out) {}

  JsonOut& open(char bracket) {  // '{' or '['
    comma();
    out_.append({&bracket, 1});
    return *this;
  }
  JsonOut& close(char bracket) {  // '}' or ']'
    out_.append({&bracket, 1});
    return *this;
  }
  JsonOut& key(std::string_view name) {
    comma();
    out_.append(quoted(name) + ':');
    return *this;
  }
  JsonOut& text(std::string_view value) {
    comma();
    out_.append(quoted(value));
    return *this;
  }
  template <std::same_as<SharedText> Text>
  JsonOut& text(const Text& value) {  // which is escaped when it is sent
    comma();
    out_.append_json_string(value);
    return *this;
  }
  JsonOut& raw(std::string_view json) {  // JSON text as it is
    comma();
    out_.append(json);
    return *this;
  }
  JsonOut& value(const Json& value) { return raw(canonical(value)); }
  JsonOut& number(std::int64_t value) { return raw(std::to_string(value)); }
  JsonOut& hundredths(int value);  // 70 is 0.70
  JsonOut& flag(bool value) { return raw(value ? "true" : "false"); }

  // Members that are texts: {"type": "text", ...}.
  template <typename Text>
  JsonOut& member(std::string_view name, const Text& value) {
    return key(name).text(value);
  }

 private:
  static std::string quoted(std::string_view text) {
    std::string out;
    append_json_string(out, text);
    return out;
  }
  void comma() {
    const char last = out_.last();
    if (last != 0 && last != '{' && last != '[' && last != ':') out_.append(",");
  }

  HttpBody& out_;
};

}  // namespace fm
