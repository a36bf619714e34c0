// JSON values and the canonical writer.
//
// Values are Boost.JSON's. What is hashed, digested or stored is written by canonical(): keys
// sorted by bytes, no white space, strings escaped one way only. Events hold integers (scores in
// hundredths, money in micro-USD, durations in milliseconds), because doubles do not round-trip.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace fm {

using Json = boost::json::value;
using JsonObject = boost::json::object;
using JsonArray = boost::json::array;

// Strict JSON text to a value. Depth at most 64. Integers stay integers: int64, above it uint64,
// beyond that double. Doubles are read exactly. Of a doubled key the last one wins, as in browsers.
// Errors: json_invalid with the byte offset.
Result<Json> parse_json(std::string_view text);

// The one byte form of a value; parse_json() gives the value back. A double is written as its
// shortest round-trip form, with ".0" where it would look like an integer. JSON has no NaN and no
// infinity: they become null. Invalid UTF-8 becomes U+FFFD.
std::string canonical(const Json& value);

// True when a double is anywhere in the value; such a value must not enter an event (E-5).
bool contains_double(const Json& value);

// Appends `text` as a JSON string, quotes included. Invalid UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);

// An object to look into, whatever holds it: no copy is made, so that views and pointers are into
// what the caller has. A value that is no object is an empty one.
class ObjectRef {
 public:
  ObjectRef(const JsonObject& object) : object_(&object) {}     // NOLINT(*-explicit-*)
  ObjectRef(const Json& value) : object_(value.if_object()) {}  // NOLINT(*-explicit-*)
  const JsonObject* object() const { return object_; }          // null: there is none

 private:
  const JsonObject* object_;
};

// Lenient look-ups: an absent key or another type gives the fallback.
std::string_view text_at(ObjectRef object, std::string_view key, std::string_view fallback = {});
std::int64_t int_at(ObjectRef object, std::string_view key, std::int64_t fallback = 0);
bool bool_at(ObjectRef object, std::string_view key, bool fallback = false);
const Json* find_at(ObjectRef object, std::string_view key);  // null when absent; not owned
std::vector<std::string> texts_at(ObjectRef object, std::string_view key);  // skips what is no text

// The members of an object that are texts; anything else gives none.
std::map<std::string, std::string> text_map_at(ObjectRef object, std::string_view key);

JsonArray to_json(const std::vector<std::string>& texts);
JsonObject to_json(const std::map<std::string, std::string>& texts);
JsonObject to_json(const Error& error);  // {code, message, cause, cure}
Error error_from_json(ObjectRef object);

}  // namespace fm
