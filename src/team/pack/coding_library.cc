#include "team/pack/coding_library.h"

#include <string>
#include <utility>

#include "base/yaml/fields.h"
#include "team/pack/documents.h"

namespace fm {
namespace {

constexpr std::string_view kFolder = "coding/";

std::optional<CodingProfile> read(const PackFile& file, std::vector<Error>& faults) {
  const auto document = read_pack_document(file.text, file.path, faults);
  if (!document) return std::nullopt;
  auto profile = read_coding_profile(*document, faults);
  if (profile) profile->from_folder = file.origin == Origin::kFolder;
  return profile;
}

}  // namespace

CodingLibrary coding_library(const Library& library) {
  CodingLibrary all;
  for (const auto& [name, file] : library.files_in(kFolder))
    if (auto profile = read(*file, all.faults)) all.profiles[profile->id] = std::move(*profile);
  return all;
}

Result<CodingProfile> coding_profile(const Library& library, std::string_view id) {
  if (const PackFile* file = library.file(std::string(kFolder) + std::string(id) + ".yaml")) {
    std::vector<Error> faults;
    if (auto profile = read(*file, faults)) return std::move(*profile);
    return std::unexpected(std::move(faults.front()));
  }
  std::vector<std::string> known;
  for (const auto& [name, file] : library.files_in(kFolder)) known.push_back(file_stem(name));
  return fail("coding_profile_unknown", "There is no coding agent \"" + std::string(id) + "\".",
              "No file coding/" + std::string(id) + ".yaml was found.",
              suggest(std::string(id), known));
}

}  // namespace fm
