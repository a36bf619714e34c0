// Which files an agent has seen in its task, and what they were then (by a hash of their bytes).
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

class SeenFiles {
 public:
  void saw(std::string path, std::string hash) { seen_[std::move(path)] = std::move(hash); }
  // Empty: it was never seen.
  std::string hash_of(const std::string& path) const {
    const auto found = seen_.find(path);
    return found == seen_.end() ? std::string() : found->second;
  }
  const std::map<std::string, std::string>& entries() const { return seen_; }

 private:
  std::map<std::string, std::string> seen_;
};

}  // namespace fm
