#include "team/pack/built_in.h"

#include <algorithm>

#include "base/sha256.h"
#include "team/pack/embedded.h"

namespace fm {
namespace {

constexpr std::string_view kPack = "default/";

using PromptsByName = std::map<std::string, Prompts, std::less<>>;

PromptsByName read_all_prompts() {
  PromptsByName all;
  constexpr std::string_view kFolder = "default/prompts/";
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.path.starts_with(kFolder)) continue;
    const std::string_view name = file.path.substr(kFolder.size());
    if (auto prompts = parse_prompts(file.bytes, file.path.substr(kPack.size())))
      all.emplace(name.substr(0, name.rfind('.')), std::move(*prompts));
  }
  return all;
}

}  // namespace

std::optional<std::string_view> built_in_file(std::string_view name) {
  const std::string path = std::string(kPack) + std::string(name);
  const auto files = embedded_files();
  const auto found =
      std::ranges::lower_bound(files, std::string_view(path), {}, &EmbeddedFile::path);
  if (found == files.end() || found->path != path) return std::nullopt;
  return found->bytes;
}

const Prompts* built_in_prompts(std::string_view name) {
  static const PromptsByName all = read_all_prompts();
  const auto found = all.find(name);
  return found == all.end() ? nullptr : &found->second;
}

const std::map<std::string, std::string, std::less<>>& built_in_hashes() {
  static const auto all = [] {
    std::map<std::string, std::string, std::less<>> hashes;
    for (const EmbeddedFile& file : embedded_files())
      if (file.path.starts_with(kPack))
        hashes.emplace(file.path.substr(kPack.size()), to_hex(sha256(file.bytes)));
    return hashes;
  }();
  return all;
}

}  // namespace fm
