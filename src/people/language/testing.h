// The vocabulary of the repository's own language files. For tests only.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/result.h"
#include "people/language/vocabulary.h"

namespace fm {

inline Vocabulary load_test_vocabulary() {
  const char* root = std::getenv("FM_SOURCE_DIR");
  const auto folder =
      std::filesystem::path(root == nullptr ? "." : root) / "packs/default/language";
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  std::vector<std::string> texts;
  texts.reserve(paths.size());
  std::vector<LanguageFile> files;
  for (const std::string& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    files.push_back({path, texts.back()});
  }
  auto vocabulary = Vocabulary::open(files);
  FM_CHECK_FATAL(vocabulary.has_value(), "the language files are right");
  return std::move(*vocabulary);
}

inline const Vocabulary& test_vocabulary() {
  static const Vocabulary vocabulary = load_test_vocabulary();
  return vocabulary;
}

}  // namespace fm
