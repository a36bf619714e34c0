// Identifiers as types of their own, and how they are made (E-4).
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace fm {

template <class Tag>
struct StrongString {
  std::string value;

  auto operator<=>(const StrongString&) const = default;
  bool empty() const { return value.empty(); }
};

template <class Tag>
struct StrongInt {
  std::int64_t value = 0;

  auto operator<=>(const StrongInt&) const = default;
};

using RoomId = StrongString<struct RoomTag>;
using FlowId = StrongString<struct FlowTag>;
using GateId = StrongString<struct GateTag>;
using ProjectId = StrongString<struct ProjectTag>;
using StepPath =
    StrongString<struct StepPathTag>;  // "/segment(/segment)*", unique in its flow's run

using Seq = StrongInt<struct SeqTag>;          // position in the store
using RoomSeq = StrongInt<struct RoomSeqTag>;  // position in the room, dense from 1
using MicroUsd = StrongInt<struct MicroUsdTag>;

// An id that came from outside: 1 to 64 of [a-z0-9-], else id_invalid.
Result<void> check_id(std::string_view id);

// "t-", "m-", "g-", "f-" and ten characters of sha256(flow, place): the same on every replay.
std::string derived_id(char prefix, const FlowId& flow, std::string_view place);

// `<slug up to 24>-<4>` from a title and 32 random bits; locale-free, never empty.
std::string room_id(std::string_view title, std::uint32_t random);

// Lower-case ASCII letters, digits and single hyphens, at most `limit`; empty for e.g. emoji only.
std::string slug(std::string_view text, std::size_t limit);

}  // namespace fm

template <class Tag>
struct std::hash<fm::StrongString<Tag>> {
  std::size_t operator()(const fm::StrongString<Tag>& id) const noexcept {
    return std::hash<std::string>{}(id.value);
  }
};
