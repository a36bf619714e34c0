// NamedFile: a file of the room's folder as it is shown to agents, pinned by its content (P-24).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace fm {

struct NamedFile {
  std::string path;                         // below the folder, with "/"
  std::shared_ptr<const std::string> text;  // its head, if it is long; null: it is not shown
  std::int64_t bytes = 0;                   // of all of it
  std::string why;                          // why it is not shown
};

// The file in a fence that nothing in it can close, with its path above; the end says if it was
// cut. The same bytes for the same file, wherever it stands in a prompt.
std::string file_block(std::string_view path, std::string_view text, std::int64_t bytes);

}  // namespace fm
