// Answers that are small on the wire and huge when they are unpacked.
#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "test/fakes/fake_http.h"
#include "test/support/http_model_testing.h"

namespace fm {
namespace {

constexpr std::size_t kUnpacked = std::size_t{1} << 30;

// gzip of `start` and then 1 GiB of one character, as one deflate block with the fixed codes of
// RFC 1951: 13 bits are 258 characters more. Without an end.
class Bomb {
 public:
  Bomb(std::string_view start, char filler) : bytes_("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10) {
    put(0b011, 3);  // the last block, fixed codes
    for (const char c : start) literal(c);
    literal(filler);
    const std::size_t from = bytes_.size();
    for (int i = 0; i < 8; ++i) {
      code(0b11000101, 8);  // 258 characters
      code(0b00000, 5);     // as the one before
    }
    const std::string again = bytes_.substr(from);  // eight times 13 bits are whole bytes
    for (std::size_t size = 0; size < kUnpacked; size += std::size_t{8} * 258) bytes_ += again;
  }

  std::vector<std::string> pieces() const {
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < bytes_.size(); at += kPiece)
      pieces.push_back(bytes_.substr(at, kPiece));
    return pieces;
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{64} << 10;

  void literal(char c) {
    REQUIRE(static_cast<unsigned char>(c) < 144);  // those above have longer codes
    code(0x30u + static_cast<unsigned char>(c), 8);
  }
  void code(std::uint32_t value, int bits) {  // codes begin with their highest bit
    for (int bit = bits - 1; bit >= 0; --bit) put(value >> bit & 1, 1);
  }
  void put(std::uint32_t value, int bits) {
    held_ |= value << held_bits_;
    held_bits_ += bits;
    for (; held_bits_ >= 8; held_bits_ -= 8, held_ >>= 8) bytes_ += static_cast<char>(held_);
  }

  std::string bytes_;
  std::uint32_t held_ = 0;
  int held_bits_ = 0;
};

// Of this process, in MiB: "VmRSS:" is now, "VmHWM:" the most since forget_peak().
std::size_t memory(std::string_view which) {
  std::size_t kibibytes = 0;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(which)) std::istringstream(line.substr(which.size())) >> kibibytes;
  return kibibytes >> 10;
}
void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

TEST_CASE_FIXTURE(HttpModelFixture, "an answer that unpacks to a gibibyte takes no such memory") {
  struct Shape {
    std::string_view name;
    std::string_view start;
    char filler;
    int status = 200;
    bool is_read_on = false;  // to its end, and only the start is kept
  };
  constexpr Shape kShapes[] = {
      {"nothing but zeros", "", '\0'},
      {"a line without an end", "data: ", 'x'},
      {"a text without an end", "data: {\"choices\":[{\"delta\":{\"content\":\"", 'x'},
      {"a document without an end", "{\"choices\":[{\"message\":{\"content\":\"", 'x'},
      {"lists in lists", "", '['},
      {"a failure", "", 'x', 500, true},
  };
  for (const Shape& shape : kShapes) {
    CAPTURE(shape.name);
    const auto packed =
        std::make_shared<const std::vector<std::string>>(Bomb(shape.start, shape.filler).pieces());
    FakeHttp bomber([&](const FakeRequest&) {
      return FakeReply{
          .status = shape.status, .headers = {{"content-encoding", "gzip"}}, .pieces = packed};
    });
    model = std::move(*HttpModel::open(*loop, *client, {.name = "fake", .base_url = bomber.url()}));
    forget_peak();
    const std::size_t before = memory("VmRSS:");
    const ModelOutcome outcome = call();
    CHECK(memory("VmHWM:") <= before + 256);
    REQUIRE(!outcome.has_value());
    CHECK(outcome.error().message.size() <= 1'000);
    CHECK(outcome.error().text_so_far.empty());
    if (!shape.is_read_on)
      CHECK(bomber.wait_for([](const auto& counts) { return counts.open == 0; }));
  }
}

}  // namespace
}  // namespace fm
