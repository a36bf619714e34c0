#include "base/yaml/yaml_image.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <cstring>
#include <map>
#include <utility>

namespace fm {
namespace {

using Marks = std::map<std::string, YamlMark, std::less<>>;

// A pointer mostly begins as the one before it: only the rest of it is kept.
struct MarkHead {
  std::uint32_t shared = 0;
  std::uint32_t rest = 0;
  std::int32_t line = 0;
  std::int32_t column = 0;
};

template <typename T>
void put(std::string& out, const T& value) {
  const std::size_t at = out.size();
  out.resize(at + sizeof value);
  std::memcpy(out.data() + at, &value, sizeof value);
}

template <typename T>
T take(std::string_view& bytes) {
  T value{};
  if (bytes.size() >= sizeof value) std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(std::min(bytes.size(), sizeof value));
  return value;
}

std::string_view take(std::string_view& bytes, std::size_t size) {
  const std::string_view part = bytes.substr(0, size);
  bytes.remove_prefix(part.size());
  return part;
}

void put_marks(std::string& out, const Marks& marks) {
  put(out, static_cast<std::uint32_t>(marks.size()));
  std::string_view before;
  for (const auto& [pointer, mark] : marks) {
    const auto same = std::ranges::mismatch(pointer, before).in1 - pointer.begin();
    const auto shared = static_cast<std::size_t>(same);
    put(out, MarkHead{.shared = static_cast<std::uint32_t>(shared),
                      .rest = static_cast<std::uint32_t>(pointer.size() - shared),
                      .line = mark.line,
                      .column = mark.column});
    out += std::string_view(pointer).substr(shared);
    before = pointer;
  }
}

Marks take_marks(std::string_view& bytes) {
  Marks marks;
  std::string pointer;
  for (auto left = take<std::uint32_t>(bytes); left > 0 && !bytes.empty(); --left) {
    const auto head = take<MarkHead>(bytes);
    pointer.resize(std::min<std::size_t>(head.shared, pointer.size()));
    pointer += take(bytes, head.rest);
    marks.emplace_hint(marks.end(), pointer, YamlMark{head.line, head.column});
  }
  return marks;
}

}  // namespace

std::string yaml_image(const YamlDocument& document) {
  std::string out;
  // Not canonical(), which sorts keys: their order is the file's.
  const std::string value = boost::json::serialize(document.value);
  put(out, static_cast<std::uint32_t>(value.size()));
  out += value;
  put_marks(out, document.marks);
  put_marks(out, document.keys);
  return out;
}

Result<YamlDocument> read_yaml_image(std::string_view image, std::string_view path) {
  YamlDocument document;
  document.path = path;
  const auto size = take<std::uint32_t>(image);
  document.value = TRY(parse_json(take(image, size)));
  document.marks = take_marks(image);
  document.keys = take_marks(image);
  return document;
}

}  // namespace fm
