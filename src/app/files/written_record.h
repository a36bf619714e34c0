// WrittenRecord: what this program wrote into one of its folders, by hashes of content.
//
// It lies in that folder as `.written.json` and goes along when the folder moves, so that a later
// run knows its own files from those that somebody edited. A new content is noted before it is
// written: after a crash either content is known. What is damaged or missing reads as nothing
// known. A value; reading and writing block.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/folder_files.h"
#include "base/json.h"

namespace fm {

class WrittenRecord {
 public:
  static WrittenRecord read(const FolderFiles& files, std::string_view folder);

  std::vector<std::string> names() const;  // of the files that it knows
  bool knows(std::string_view name, std::string_view bytes) const;
  // From now on `bytes` under this name are the program's own. True where that was not known as
  // the newest yet, and the record has to be written.
  bool add(std::string_view name, std::string_view bytes);
  Result<void> write(const FolderFiles& files) const;  // errors: folder_file_failed

 private:
  std::string path_;
  std::map<std::string, std::vector<std::string>, std::less<>> hashes_;  // newest first
};

}  // namespace fm
