// The seed of a random test: FM_SEED, else a new one each time. Tests show it with CAPTURE, so that
// a failure prints it.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>

namespace fm {

inline std::uint64_t test_seed() {
  if (const char* given = std::getenv("FM_SEED")) return std::strtoull(given, nullptr, 10);
  return std::random_device{}();
}

class TestRandom {
 public:
  explicit TestRandom(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(bits() % limit); }

  // Up to `count` picks in a row from `pieces`, joined.
  template <class Pieces>
  std::string text_of(const Pieces& pieces, std::size_t count) {
    std::string text;
    for (std::size_t left = below(count + 1); left > 0; --left)
      text += pieces[below(pieces.size())];
    return text;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace fm
