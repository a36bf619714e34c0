// Choices that look random and are not: each is a hash of the topic and a label (P-34).
//
// The same topic and label give the same number on every machine and in every version, so that a
// rehearsal can be repeated byte by byte. A value type; not for anything that needs secrecy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fm {

class Dice {
 public:
  explicit Dice(std::string_view topic) : seed_(mixed(topic, 0x9e3779b97f4a7c15U)) {}

  std::uint64_t roll(std::string_view label, std::uint64_t number = 0) const {
    return mixed(label, seed_ + number * 0x9e3779b97f4a7c15U);
  }

  // 0 to limit - 1; `limit` is at least one.
  std::size_t below(std::size_t limit, std::string_view label, std::uint64_t number = 0) const {
    return static_cast<std::size_t>(roll(label, number) % limit);
  }

  // The numbers 0 to count - 1 in an order that the label decides.
  std::vector<std::size_t> shuffled(std::size_t count, std::string_view label) const {
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = below(i + 1, label, i);
      order[i] = order[at];
      order[at] = i;
    }
    return order;
  }

 private:
  static std::uint64_t mixed(std::string_view bytes, std::uint64_t seed) {
    std::uint64_t hash = 0xcbf29ce484222325U ^ seed;  // FNV-1a, then the finish of splitmix64
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebU;
    return hash ^ (hash >> 31);
  }

  std::uint64_t seed_;
};

}  // namespace fm
