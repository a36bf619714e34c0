// The families of coding agents' streams: what each one's lines mean, and how each one ends. Pure.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "coding/stream/coding_event.h"

namespace fm {

// One family's lines, taken up one by one.
class FamilyReader {
 public:
  virtual ~FamilyReader() = default;
  virtual void take(const JsonObject& line, std::vector<CodingEvent>& events) = 0;
  // Of a line that is too long to be read, its beginning.
  virtual void take_cut(std::string_view) {}
  virtual CodingEnd end() const = 0;
};

std::unique_ptr<FamilyReader> family_reader(StreamFamily family);  // null: kPlain

}  // namespace fm
