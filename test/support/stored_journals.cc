#include "test/support/stored_journals.h"

#include <zstd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace fm::testing {

std::filesystem::path journals_folder() {
  const char* source = std::getenv("FM_SOURCE_DIR");
  return std::filesystem::path(source ? source : ".") / "test/journals";
}

std::vector<std::filesystem::path> stored_stores() {
  std::vector<std::filesystem::path> stores;
  for (const auto& entry : std::filesystem::directory_iterator(journals_folder()))
    if (entry.path().extension() == ".zst") stores.push_back(entry.path());
  std::ranges::sort(stores);
  return stores;
}

std::string unpacked(const std::filesystem::path& store) {
  std::ifstream in(store, std::ios::binary);
  const std::string packed{std::istreambuf_iterator<char>(in), {}};
  const auto size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN)
    throw std::runtime_error(store.string() + " is no packed store");
  std::string bytes(size, '\0');
  if (ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size()) != size)
    throw std::runtime_error(store.string() + " is damaged");
  return bytes;
}

}  // namespace fm::testing
