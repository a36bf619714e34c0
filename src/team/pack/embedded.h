// The files under packs/, as they were when the program was built.
//
// They are constant data of the binary: views into them stay valid for the life of the process and
// may be read from any thread. The definition is generated (cmake/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace fm {

struct EmbeddedFile {
  std::string_view path;  // below packs/, with forward slashes: "default/agents/leader.md"
  std::string_view bytes;
};

std::span<const EmbeddedFile> embedded_files();  // sorted by path, byte by byte

}  // namespace fm
