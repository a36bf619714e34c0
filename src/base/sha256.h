// SHA-256, for the log's chain, digests and content addresses.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace fm {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);
Sha256 sha256(const Sha256& previous, std::string_view bytes);  // of previous || bytes

std::string to_hex(const Sha256& hash);

// The alphabet of E-4: what is easily misread is not in it. It has 30 characters.
inline constexpr std::string_view kIdAlphabet = "abcdefghjkmnpqrstvwxyz23456789";

// The first `characters` (at most 51) of the hash in the alphabet of E-4, five bits each, modulo
// the alphabet's size.
std::string to_base32(const Sha256& hash, std::size_t characters);

}  // namespace fm
