#include "app/queries/pages.h"

#include <charconv>
#include <cstdint>

namespace fm {

std::string NewestFirst::cursor() const { return std::to_string(at.value) + "/" + id; }

bool NewestFirst::comes_after(std::string_view cursor) const {
  if (cursor.empty()) return true;
  const auto slash = std::min(cursor.find('/'), cursor.size());
  std::int64_t time = 0;
  std::from_chars(cursor.data(), cursor.data() + slash, time);
  if (at.value != time) return at.value < time;
  return id < cursor.substr(std::min(slash + 1, cursor.size()));
}

}  // namespace fm
