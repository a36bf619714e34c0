#include "engine/runtime/event_memory.h"

namespace fm {
namespace {

std::size_t memory_of(const Json& value) {
  std::size_t bytes = sizeof(Json);
  if (value.is_string()) {
    bytes += value.get_string().size();
  } else if (value.is_array()) {
    for (const Json& one : value.get_array()) bytes += memory_of(one);
  } else if (value.is_object()) {
    for (const auto& field : value.get_object())
      bytes += field.key().size() + memory_of(field.value());
  }
  return bytes;
}

}  // namespace

std::size_t memory_of(const Event& event) {
  std::size_t bytes = sizeof(Event) + event.kind.size() + event.place.value.size();
  for (const auto& field : event.body) bytes += field.key().size() + memory_of(field.value());
  return bytes;
}

}  // namespace fm
