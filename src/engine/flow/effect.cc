#include "engine/flow/effect.h"

#include <array>

#include "base/sha256.h"

namespace fm {

std::string_view to_string(EffectClass effect_class) {
  constexpr std::array<std::string_view, 4> kNames = {"pure", "repeatable", "checkable", "once"};
  return kNames[static_cast<std::size_t>(effect_class)];
}

std::string EffectRequest::digest() const {
  // A version marker is matched by its place alone, so that its numbers may rise.
  JsonObject identity = kind == "version" ? JsonObject() : request;
  if (kind == "ask") identity.erase("option_ids");  // a question is the same by other names
  return to_base32(sha256(kind + " " + canonical(Json(std::move(identity)))), 26);
}

EffectDeadline Performer::deadline(const EffectCall&) const { return {}; }

Task<Probe> Performer::probe(EffectCall, Performed&) { co_return Probe::kUnknown; }

}  // namespace fm
