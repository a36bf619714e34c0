// Values as bytes and back, for what the program keeps for itself and can make again (folds).
//
// A struct is written by its fields in order; fields_of(), one line a struct, lists them and does
// not compile when one is missing. Numbers are variable-length, texts have their length before
// them. Nothing here is for others to read: what is to last longer than a release, or is read by
// other programs, is JSON. decode() never trusts: what is cut or overlong is nothing.
#pragma once

#include <array>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/json.h"
#include "base/shared_vector.h"

namespace fm::binary {

template <class T>
concept Fielded = requires(T& value) { fields_of(value); };

template <class T>
struct IsPointer : std::false_type {};
template <class T>
struct IsPointer<std::shared_ptr<const T>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsArray : std::false_type {};
template <class T, std::size_t kSize>
struct IsArray<std::array<T, kSize>> : std::true_type {};
template <class T>
concept Sequence = requires(T& list, typename T::value_type one) {
  list.push_back(std::move(one));
  list.size();
} && !std::same_as<T, std::string>;
template <class T>
concept Strong = std::is_aggregate_v<T> && requires(T& strong) { strong.value; } && !Fielded<T>;

class Writer {
 public:
  std::string take() { return std::move(out_); }

  template <class T>
  void write(const T& value) {
    if constexpr (std::same_as<T, bool> || std::integral<T>) {
      number(static_cast<std::int64_t>(value));
    } else if constexpr (std::is_enum_v<T>) {
      number(static_cast<std::int64_t>(value));
    } else if constexpr (std::same_as<T, std::string>) {
      text(value);
    } else if constexpr (std::same_as<T, Json>) {
      text(canonical(value));
    } else if constexpr (std::same_as<T, std::chrono::milliseconds>) {
      number(value.count());
    } else if constexpr (IsPointer<T>::value) {
      number(value ? 1 : 0);
      if (value) write(*value);
    } else if constexpr (IsOptional<T>::value) {
      number(value ? 1 : 0);
      if (value) write(*value);
    } else if constexpr (IsArray<T>::value) {
      for (const auto& one : value) write(one);
    } else if constexpr (requires { typename T::mapped_type; }) {
      number(static_cast<std::int64_t>(value.size()));
      for (const auto& [key, one] : value) {
        write(key);
        write(one);
      }
    } else if constexpr (Sequence<T>) {
      number(static_cast<std::int64_t>(value.size()));
      for (const auto& one : value) write(one);
    } else if constexpr (Fielded<const T>) {
      std::apply([&](const auto&... field) { (this->write(field), ...); }, fields_of(value));
    } else {
      static_assert(Strong<T>, "list its fields with fields_of()");
      write(value.value);
    }
  }

 private:
  void number(std::int64_t value) {
    auto bits = static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
    while (bits >= 0x80) {
      out_.push_back(static_cast<char>(bits | 0x80));
      bits >>= 7;
    }
    out_.push_back(static_cast<char>(bits));
  }
  void text(std::string_view value) {
    number(static_cast<std::int64_t>(value.size()));
    out_ += value;
  }

  std::string out_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  bool is_good() const { return good_; }
  bool is_at_end() const { return good_ && left_.empty(); }

  template <class T>
  void read(T& value) {
    if constexpr (std::same_as<T, bool>) {
      value = number() != 0;
    } else if constexpr (std::integral<T> || std::is_enum_v<T>) {
      value = static_cast<T>(number());
    } else if constexpr (std::same_as<T, std::string>) {
      value = text();
    } else if constexpr (std::same_as<T, Json>) {
      auto parsed = parse_json(text());
      good_ = good_ && parsed.has_value();
      if (good_) value = std::move(*parsed);
    } else if constexpr (std::same_as<T, std::chrono::milliseconds>) {
      value = std::chrono::milliseconds(number());
    } else if constexpr (IsPointer<T>::value) {
      if (number() == 0) return;
      auto made = std::make_shared<std::remove_const_t<typename T::element_type>>();
      read(*made);
      value = std::move(made);
    } else if constexpr (IsOptional<T>::value) {
      if (number() != 0) read(value.emplace());
    } else if constexpr (IsArray<T>::value) {
      for (auto& one : value) read(one);
    } else if constexpr (requires { typename T::mapped_type; }) {
      for (std::int64_t left = count(); left > 0 && good_; --left) {
        typename T::key_type key{};
        read(key);
        read(value[std::move(key)]);
      }
    } else if constexpr (Sequence<T>) {
      for (std::int64_t left = count(); left > 0 && good_; --left) {
        typename T::value_type one{};
        read(one);
        value.push_back(std::move(one));
      }
    } else if constexpr (Fielded<T>) {
      std::apply([&](auto&... field) { (this->read(field), ...); }, fields_of(value));
    } else {
      static_assert(Strong<T>, "list its fields with fields_of()");
      read(value.value);
    }
  }

 private:
  std::int64_t number() {
    std::uint64_t bits = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (left_.empty()) break;
      const auto byte = static_cast<unsigned char>(left_.front());
      left_.remove_prefix(1);
      bits |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80)
        return static_cast<std::int64_t>(bits >> 1) ^ -static_cast<std::int64_t>(bits & 1);
    }
    good_ = false;
    return 0;
  }
  // Of things that take a byte at least: no more than there are bytes.
  std::int64_t count() {
    const std::int64_t size = number();
    good_ = good_ && size >= 0 && size <= static_cast<std::int64_t>(left_.size());
    return good_ ? size : 0;
  }
  std::string text() {
    const auto size = static_cast<std::size_t>(count());
    std::string value(left_.substr(0, size));
    left_.remove_prefix(size);
    return value;
  }

  std::string_view left_;
  bool good_ = true;
};

template <class T>
std::string encode(const T& value) {
  Writer writer;
  writer.write(value);
  return writer.take();
}

// Nothing unless the bytes are one value, whole, and nothing else.
template <std::default_initializable T>
std::optional<T> decode(std::string_view bytes) {
  T value;
  Reader reader(bytes);
  reader.read(value);
  if (!reader.is_at_end()) return std::nullopt;
  return value;
}

}  // namespace fm::binary
