// A value's JSON, both ways, from one list of its fields.
//
//   template <>
//   inline constexpr auto kJsonFields<Point> =
//       json_fields<Point>(always("x", &Point::x), if_unusual("label", &Point::label));
//
//   fields_to_json(point)              {"x":1} or {"x":1,"label":"home"}
//   fields_from_json<Point>(object)
//
// `always` writes a field whatever it holds. `if_unusual` leaves it out while it is as in a new
// value, so that a field can be added without changing the bytes (and digests) of what is stored.
// Reading never fails: a field that is absent or of another type stays as in a new value, and keys
// that are not in the list are ignored. A list that lacks a member of its value does not compile.
//
// Texts, whole numbers, truth values, durations and times (as their count), ids (as their value),
// lists, maps by text, optionals, what is shared, JSON, and values with a list of their own are
// known. An enumeration is written by its to_string() and read by a function that is named in the
// list. The list stands in the one source that needs it.
#pragma once

#include <algorithm>
#include <array>
#include <boost/pfr/tuple_size.hpp>
#include <chrono>
#include <concepts>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/json.h"
#include "base/shared_vector.h"

namespace fm {

template <class Value>
inline constexpr std::nullptr_t kJsonFields = nullptr;

template <class Value>
JsonObject fields_to_json(const Value& value);
template <class Value>
Value fields_from_json(ObjectRef object);

namespace json_fields_detail {

// The parts that a value may have. Overloads of one struct, so that each may call each.
struct Parts {
  template <class Part>
  static Json written(const std::optional<Part>& part) {
    return part ? written(*part) : Json();
  }
  template <class Rep, class Period>
  static Json written(const std::chrono::duration<Rep, Period>& span) {
    return static_cast<std::int64_t>(span.count());
  }
  template <class Tag>
  static Json written(const StrongString<Tag>& id) {
    return Json(id.value);
  }
  template <class Tag>
  static Json written(const StrongInt<Tag>& number) {
    return number.value;
  }
  static Json written(const UtcMs& at) { return at.value; }
  template <class Part>
  static Json written(const std::shared_ptr<const Part>& part) {
    return part ? written(*part) : Json();
  }
  template <class Part>
  static Json written(const SharedVector<Part>& parts) {
    return written_list(parts);
  }
  template <class Part>
  static Json written(const std::map<std::string, Part>& parts) {
    JsonObject object;
    for (const auto& [key, part] : parts) object[key] = written(part);
    return object;
  }
  template <class Part>
  static Json written_list(const Part& parts) {
    JsonArray list;
    list.reserve(parts.size());
    for (const auto& part : parts) list.push_back(written(part));
    return list;
  }
  template <class Part>
  static Json written(const std::vector<Part>& parts) {
    return written_list(parts);
  }
  template <class Part, std::size_t kSize>
  static Json written(const std::array<Part, kSize>& parts) {
    return written_list(parts);
  }
  template <class Part>
  static Json written(const Part& part) {
    if constexpr (std::is_enum_v<Part>) {
      return Json(to_string(part));
    } else if constexpr (std::same_as<Part, std::string> || std::same_as<Part, Json> ||
                         std::same_as<Part, JsonObject> || std::same_as<Part, bool>) {
      return Json(part);
    } else if constexpr (std::integral<Part>) {
      return static_cast<std::int64_t>(part);
    } else {
      return fields_to_json(part);
    }
  }

  // Each `read` tells whether `json` was of the type, and leaves `part` as it is where it was not.
  template <class Part>
  static bool read(const Json& json, std::optional<Part>& part) {
    Part found{};
    if (!read(json, found)) return false;
    part = std::move(found);
    return true;
  }
  template <class Rep, class Period>
  static bool read(const Json& json, std::chrono::duration<Rep, Period>& span) {
    if (!json.is_int64()) return false;
    span = std::chrono::duration<Rep, Period>(json.get_int64());
    return true;
  }
  template <class Tag>
  static bool read(const Json& json, StrongString<Tag>& id) {
    return read(json, id.value);
  }
  template <class Tag>
  static bool read(const Json& json, StrongInt<Tag>& number) {
    return read(json, number.value);
  }
  static bool read(const Json& json, UtcMs& at) { return read(json, at.value); }
  template <class Part>
  static bool read(const Json& json, std::shared_ptr<const Part>& part) {
    Part found{};
    if (!read(json, found)) return false;
    part = std::make_shared<const Part>(std::move(found));
    return true;
  }
  template <class Part>
  static bool read(const Json& json, SharedVector<Part>& parts) {
    if (!json.is_array()) return false;
    parts.clear();
    for (const Json& item : json.get_array())
      if (Part part{}; read(item, part)) parts.push_back(std::move(part));
    return true;
  }
  template <class Part>
  static bool read(const Json& json, std::map<std::string, Part>& parts) {
    if (!json.is_object()) return false;
    parts.clear();
    for (const auto& member : json.get_object())
      if (Part part{}; read(member.value(), part)) parts.emplace(member.key(), std::move(part));
    return true;
  }
  template <class Part>
  static bool read(const Json& json, std::vector<Part>& parts) {
    if (!json.is_array()) return false;
    parts.clear();
    for (const Json& item : json.get_array())
      if (Part part{}; read(item, part)) parts.push_back(std::move(part));
    return true;
  }
  template <class Part, std::size_t kSize>
  static bool read(const Json& json, std::array<Part, kSize>& parts) {
    if (!json.is_array()) return false;
    for (std::size_t i = 0; i < std::min(kSize, json.get_array().size()); ++i)
      read(json.get_array()[i], parts[i]);
    return true;
  }
  template <class Part>
  static bool read(const Json& json, Part& part) {
    if constexpr (std::same_as<Part, std::string>) {
      if (json.is_string()) part = json.get_string();
      return json.is_string();
    } else if constexpr (std::same_as<Part, bool>) {
      if (json.is_bool()) part = json.get_bool();
      return json.is_bool();
    } else if constexpr (std::same_as<Part, Json>) {
      part = json;
      return true;
    } else if constexpr (std::same_as<Part, JsonObject>) {
      if (json.is_object()) part = json.get_object();
      return json.is_object();
    } else if constexpr (std::integral<Part>) {
      const bool fits = json.is_int64() && std::in_range<Part>(json.get_int64());
      if (fits) part = static_cast<Part>(json.get_int64());
      return fits;
    } else {
      static_assert(!std::is_enum_v<Part>, "name the function that reads this enumeration");
      if (json.is_object()) part = fields_from_json<Part>(json);
      return json.is_object();
    }
  }
};

struct Writes {
  template <class Part>
  Json operator()(const Part& part) const {
    return Parts::written(part);
  }
};
struct Reads {
  template <class Part>
  void operator()(const Json& json, Part& part) const {
    Parts::read(json, part);
  }
};

// An enumeration's name; an unknown one changes nothing.
template <class Named>
struct ReadsName {
  template <class Part>
  void operator()(const Json& json, Part& part) const {
    if (!json.is_string()) return;
    if (std::optional<typename Named::value_type> found = from(json.get_string())) part = *found;
  }
  Named (*from)(std::string_view name);
};

enum class When { kAlways, kUnusual };

template <class Value, class Part, class To = Writes, class From = Reads>
struct Field {
  std::string_view key;
  Part Value::* member;
  When when;
  To to = {};
  From from = {};
};

}  // namespace json_fields_detail

template <class Value, class Part>
constexpr auto always(std::string_view key, Part Value::* member) {
  using namespace json_fields_detail;
  return Field<Value, Part>{key, member, When::kAlways};
}
template <class Value, class Part>
constexpr auto if_unusual(std::string_view key, Part Value::* member) {
  using namespace json_fields_detail;
  return Field<Value, Part>{key, member, When::kUnusual};
}

// An enumeration or an optional one; `from` gives what has this name, if anything.
template <class Value, class Part, class Named>
constexpr auto always(std::string_view key, Part Value::* member,
                      std::optional<Named> (*from)(std::string_view)) {
  using namespace json_fields_detail;
  return Field<Value, Part, Writes, ReadsName<std::optional<Named>>>{
      key, member, When::kAlways, {}, {from}};
}
template <class Value, class Part, class Named>
constexpr auto if_unusual(std::string_view key, Part Value::* member,
                          std::optional<Named> (*from)(std::string_view)) {
  using namespace json_fields_detail;
  return Field<Value, Part, Writes, ReadsName<std::optional<Named>>>{
      key, member, When::kUnusual, {}, {from}};
}

// That one of `kValues` whose to_string() is `name`.
template <auto kFirst, decltype(kFirst)... kOthers>
std::optional<decltype(kFirst)> one_of(std::string_view name) {
  for (const auto value : {kFirst, kOthers...})
    if (to_string(value) == name) return value;
  return std::nullopt;
}

template <class Value, class... Fields>
constexpr auto json_fields(Fields... fields) {
  static_assert(sizeof...(Fields) == boost::pfr::tuple_size_v<Value>,
                "each member of the value has one entry in its list");
  return std::tuple(fields...);
}

template <class Value>
JsonObject fields_to_json(const Value& value) {
  const Value usual{};
  JsonObject object;
  const auto write = [&](const auto& field) {
    Json json = field.to(value.*field.member);
    if (field.when == json_fields_detail::When::kAlways || json != field.to(usual.*field.member))
      object[field.key] = std::move(json);
  };
  std::apply([&](const auto&... fields) { (write(fields), ...); }, kJsonFields<Value>);
  return object;
}

template <class Value>
Value fields_from_json(ObjectRef object) {
  Value value{};
  const auto read = [&](const auto& field) {
    if (const Json* json = find_at(object, field.key)) field.from(*json, value.*field.member);
  };
  std::apply([&](const auto&... fields) { (read(fields), ...); }, kJsonFields<Value>);
  return value;
}

}  // namespace fm
