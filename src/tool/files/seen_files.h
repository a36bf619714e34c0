// Which files an agent has seen in its task, how much of them, and what they were then (by a hash
// of their bytes).
//
// Whoever runs the agent keeps it, from its first call to its last; after a restart it is made
// again from entries() in the log. A value.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace fm {

std::string file_hash(std::string_view bytes);

struct SeenFile {
  std::string hash;
  int read_to = 0;        // lines, from the first on without a gap
  bool is_whole = false;  // to its end
};

class SeenFiles {
 public:
  void saw(const std::string& path, SeenFile file) { seen_[path] = std::move(file); }
  // Null: it was never seen.
  const SeenFile* find(const std::string& path) const {
    const auto found = seen_.find(path);
    return found == seen_.end() ? nullptr : &found->second;
  }
  const std::map<std::string, SeenFile>& entries() const { return seen_; }

 private:
  std::map<std::string, SeenFile> seen_;
};

}  // namespace fm
