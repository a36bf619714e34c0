#include "base/sha256.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

TEST_CASE("SHA-256 gives the values of FIPS 180-4") {
  CHECK(to_hex(sha256("")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(to_hex(sha256("abc")) ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(to_hex(sha256(std::string(1'000'000, 'a'))) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a chained hash is that of the previous hash's bytes and the new ones") {
  const Sha256 previous = sha256("abc");
  const std::string bytes = std::string(previous.begin(), previous.end()) + "next";
  CHECK(sha256(previous, "next") == sha256(bytes));
  CHECK(sha256(previous, "") != previous);
}

TEST_CASE("base32 takes five bits a character from the left, modulo the alphabet") {
  CHECK(to_base32(Sha256{}, 4) == "aaaa");
  // 00001 00010 00011 00100 00101 ...
  const Sha256 counting{0x08, 0x86, 0x42, 0x80};
  CHECK(to_base32(counting, 5) == "bcdef");
  Sha256 ones{};
  ones.fill(0xFF);
  CHECK(to_base32(ones, 2) == "bb");  // 31 is one more than the alphabet has
  CHECK(to_base32(ones, 51).size() == 51);
  CHECK(to_base32(ones, 0).empty());
}

TEST_CASE("what is easily misread is not in the alphabet of ids") {
  CHECK(kIdAlphabet.size() == 30);
  CHECK(kIdAlphabet.find_first_of("ilou01") == std::string_view::npos);
}

}  // namespace
}  // namespace fm
