#include "cli/session/folder_paths.h"

#include <utility>

#include "team/folder/folder_files.h"

namespace fm::cli {

FolderPaths::FolderPaths(Loop& loop, std::string folder) : folder_(std::move(folder)), pool_(loop) {
  read();
}

const std::vector<std::string>& FolderPaths::known() {
  read();
  return paths_;
}

void FolderPaths::read() {
  if (folder_.empty() || std::exchange(is_reading_, true)) return;
  auto found = std::make_shared<std::vector<std::string>>();
  pool_.run(
      [found, folder = folder_] {
        GitIgnore ignored(folder);
        for (FolderFile& file : list_folder(folder, ignored).files)
          found->push_back(std::move(file.path));
      },
      [this, found] {
        is_reading_ = false;
        paths_ = std::move(*found);
      });
}

}  // namespace fm::cli
