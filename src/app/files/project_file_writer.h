// Writing the files of projects, in the pool and at the end on the loop's thread (C-49, L-3).
//
// A job is what is to be written for one room; of two jobs the later one's files stay, whichever is
// run first. A file is written only where its content differs. What somebody else changed is never
// lost: a file that is damaged, or that is not as this program left it, is put aside under another
// name and told of. Thread-safe; owned by whoever gives the jobs.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "app/files/project_documents.h"
#include "base/clock.h"
#include "base/result.h"
#include "base/sha256.h"

namespace fm {

struct ProjectFileJob {
  std::uint64_t number = 0;  // rising
  RoomId room;
  std::string folder;
  std::vector<ProjectFile> files;
  UtcMs now;  // for the names of what is put aside
};

struct ProjectFilesWritten {
  std::vector<Error> notices;    // what was put aside
  std::optional<Error> trouble;  // the first file that could not be written; the rest was tried
};

class ProjectFileWriter {
 public:
  ProjectFilesWritten write(const ProjectFileJob& job);  // blocking

 private:
  struct Known {
    std::uint64_t number = 0;  // of the job that dealt with it last
    Sha256 hash{};             // of what it left there
    bool written = false;
  };

  std::mutex mutex_;
  std::map<std::string, Known> known_;  // by the whole path
};

// "20260501T120000Z", for a file's name.
std::string time_in_name(UtcMs at);

}  // namespace fm
