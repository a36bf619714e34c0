#include "tool/files/seen_files.h"

#include "base/sha256.h"

namespace fm {

std::string file_hash(std::string_view bytes) { return to_hex(sha256(bytes)); }

}  // namespace fm
