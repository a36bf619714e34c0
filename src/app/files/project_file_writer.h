// Writing the files of projects, in the pool and at the end on the loop's thread (C-49, L-3).
//
// A job is what is to be written for one room; of two jobs the later one's files stay, whichever is
// run first. A file is written only where its content differs. What somebody else changed is never
// lost: a file that is damaged, or that is not as this program left it in this run or before
// (written_record.h), is put aside under another name and told of. With the first of them
// stands a .gitignore for them, unless there is one. Thread-safe; owned by whoever gives the
// jobs.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "app/files/folder_files.h"
#include "app/files/project_documents.h"
#include "base/clock.h"
#include "base/result.h"

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
  Result<void> write_file(const FolderFiles& folder, const ProjectFileJob& job,
                          const ProjectFile& file, ProjectFilesWritten& written) const;

  std::mutex mutex_;
  std::map<std::string, std::uint64_t> newest_;  // the job that dealt with it last, by whole path
};

// Copies of what somebody edited in these folders below `folder` since this program wrote it, each
// with the notice that tells of it: for the beginning of a run, when somebody listens. Blocking.
std::vector<Error> keep_edits(const std::string& folder, const std::vector<std::string>& places,
                              UtcMs now);

// "20260501T120000Z", for a file's name.
std::string time_in_name(UtcMs at);

}  // namespace fm
