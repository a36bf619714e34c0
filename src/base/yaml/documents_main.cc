// Run when the program is built: parses YAML files of the packs, so that no start has to.
//
//   make_documents OUT FOLDER default/screenplays/ideation.yaml ...    paths below FOLDER
//
// Writes OUT: for each file the lengths of its path and of its image (yaml_image.h) and then both.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "base/yaml/yaml_image.h"

namespace {

int fail(const std::string& message) {
  std::fprintf(stderr, "make_documents: %s\n", message.c_str());
  return 1;
}

void put(std::string& out, std::size_t length) {
  const auto value = static_cast<std::uint32_t>(length);
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

int main(int count, char** arguments) {
  const std::span<char*> given(arguments, static_cast<std::size_t>(count));
  if (given.size() < 3) return fail("expected OUT, FOLDER and files");
  std::string all;
  for (const char* name : given.subspan(3)) {
    const std::string path = std::string(given[2]) + "/" + name;
    std::ifstream file(path, std::ios::binary);
    if (!file) return fail("cannot read " + path);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto document = fm::parse_yaml(text, path);
    if (!document) return fail(document.error().message);
    const std::string image = fm::yaml_image(*document);
    put(all, std::strlen(name));
    put(all, image.size());
    all += name;
    all += image;
  }
  std::ofstream out(given[1], std::ios::binary);
  out << all;
  out.close();
  return out ? 0 : fail("cannot write " + std::string(given[1]));
}
