// Run when the program is built: makes the image of a pack's languages (vocabulary_image.h).
//
//   make_vocabulary OUT language/ar.yaml language/de.yaml ...
//
// Writes OUT whole or not at all; what is wrong with a file is told with its place.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "people/language/vocabulary.h"

namespace {

int fail(const std::string& message) {
  std::fprintf(stderr, "make_vocabulary: %s\n", message.c_str());
  return 1;
}

}  // namespace

int main(int count, char** arguments) {
  const std::span<char*> given(arguments, static_cast<std::size_t>(count));
  if (given.size() < 3) return fail("expected OUT and the files of languages");
  std::vector<std::string> paths(given.begin() + 2, given.end());
  std::ranges::sort(paths);
  std::vector<std::string> texts;
  for (const std::string& path : paths) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return fail("cannot read " + path);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  std::vector<fm::LanguageFile> files;
  for (std::size_t at = 0; at < paths.size(); ++at) files.push_back({paths[at], texts[at]});
  const auto made = fm::Vocabulary::open(files);
  if (!made) return fail(made.error().message);

  const std::string unfinished = std::string(given[1]) + ".new";
  std::ofstream out(unfinished, std::ios::binary);
  out << made->image();
  out.close();
  if (!out) return fail("cannot write " + unfinished);
  std::error_code failure;
  std::filesystem::rename(unfinished, given[1], failure);
  return failure ? fail(failure.message()) : 0;
}
