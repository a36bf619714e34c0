// The files in what agents handed in (C-44, C-53): each fence whose first line names a path, or
// that a line above names ("`index.html`:", "File: css/site.css"), is a file; the newest whole text
// of a path counts, in the order in which the work was handed in. Fences without a name are part of
// the text. Pure.
//
// Files are kept under the project's own folder, whatever the path is: relative, without "..", no
// dot-folder, no device name, at most 200 bytes and 100 files; others are told as refused.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

struct HandedIn {
  std::string agent;
  std::string text;  // of the message
};

struct WorkFile {
  std::string path;  // with "/"; safe as it is
  std::string text;
  std::vector<std::string> agents;  // who wrote it, or parts of it before
};

struct WorkFiles {
  std::vector<WorkFile> files;       // by path
  std::vector<std::string> refused;  // "../x: a path outside the project", for the review
};

WorkFiles files_of(const std::vector<HandedIn>& work);

// Whether words speak of the file: by its path, its name, or its name without the ending where that
// is no everyday word ("the how-to", "crontab").
bool names_file(std::string_view text, std::string_view path);

}  // namespace fm
