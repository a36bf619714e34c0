#include "team/pack/documents.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "base/yaml/yaml_image.h"
#include "team/pack/embedded.h"

namespace fm {
namespace {

std::uint32_t length_at(std::string_view bytes, std::size_t at) {
  std::uint32_t length = 0;
  FM_CHECK_FATAL(bytes.size() >= at + sizeof length, "the documents are whole");
  std::memcpy(&length, bytes.data() + at, sizeof length);
  return length;
}

// Empty when there is none.
std::string_view image_of(std::string_view path) {
  constexpr std::size_t kHead = 2 * sizeof(std::uint32_t);
  std::string_view rest = embedded_documents();
  while (!rest.empty()) {
    const std::size_t name = length_at(rest, 0);
    const std::size_t image = length_at(rest, sizeof(std::uint32_t));
    if (rest.substr(kHead, name) == path) return rest.substr(kHead + name, image);
    rest.remove_prefix(kHead + name + image);
  }
  return {};
}

}  // namespace

std::optional<YamlDocument> built_in_document(std::string_view text, std::string_view path) {
  const auto file = std::ranges::find(embedded_files(), text, &EmbeddedFile::bytes);
  if (file == embedded_files().end()) return std::nullopt;
  const std::string_view image = image_of(file->path);
  if (image.empty()) return std::nullopt;
  auto document = read_yaml_image(image, path);
  FM_CHECK_FATAL(document.has_value(), "the documents are those of this build");
  return std::move(*document);
}

Result<YamlDocument> pack_document(std::string_view text, std::string_view path) {
  if (auto known = built_in_document(text, path)) return std::move(*known);
  return parse_yaml(text, path);
}

std::optional<YamlDocument> read_pack_document(std::string_view text, std::string_view path,
                                               std::vector<Error>& faults) {
  auto document = pack_document(text, path);
  if (document) return std::move(*document);
  faults.push_back(std::move(document.error()));
  return std::nullopt;
}

}  // namespace fm
