// The file that a cassette is kept in (P-35).
//
// Recording begins a new file, which only its owner can read, and never adds to an old one. What
// belongs together is written with one plain write(), in order, on the caller's thread: it goes to
// the page cache in microseconds, and whatever kills the program afterwards, the exchange is in the
// file before anything depends on it. A queue in the pool would not be quicker, and a kill could
// lose what is queued. A write that fails is taken back, so that the file ends with a whole line.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/cassette/cassette.h"

namespace fm {

class CassetteFile {
 public:
  // Errors: cassette_exists (there is something in it, or another process records into it),
  // cassette_write_failed.
  static Result<std::unique_ptr<CassetteFile>> create(const std::string& path);
  CassetteFile(const CassetteFile&) = delete;
  CassetteFile& operator=(const CassetteFile&) = delete;
  ~CassetteFile();

  // Errors: cassette_write_failed; nothing of `lines` is in the file then.
  Result<void> append(std::string_view lines);
  void clear();  // nothing worth keeping was written; another recording may take the file

 private:
  CassetteFile(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}

  std::string path_;
  int fd_;
  std::int64_t size_ = 0;
};

// Errors: cassette_unreadable, cassette_invalid, cassette_version.
Result<Cassette> read_cassette_file(const std::string& path);

}  // namespace fm
