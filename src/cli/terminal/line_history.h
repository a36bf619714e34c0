// What a person has typed before, for the up arrow and Ctrl-R: kept in a file of the store.
//
// At most kMost lines, oldest first, each as a JSON string in a line of its own; mode 0600. Lines
// that begin with a space are never kept, nor keys that the configuration knows (P-64). Keeping is
// a convenience: what cannot be read or written is left alone without a word. Whoever has the
// store's lock makes one; loop thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/redact.h"

namespace fm::cli {

class LineHistory {
 public:
  static constexpr std::size_t kMost = 1000;
  static constexpr std::size_t kLongest = std::size_t{8} << 10;  // bytes; longer ones are not kept

  // An empty path keeps nothing.
  explicit LineHistory(std::string path = {}, Redactor redactor = {});

  void add(std::string_view line);
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  void load();
  void append(const std::string& line);
  void rewrite();

  std::string path_;
  Redactor redactor_;
  std::vector<std::string> lines_;
};

}  // namespace fm::cli
