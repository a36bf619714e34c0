#include "app/files/project_file_writer.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "app/files/folder_files.h"

namespace fm {
namespace {

constexpr std::size_t kMostBytes = 16 << 20;  // no file of ours is longer

// The state is read by programs, so it must be what it says.
bool is_damaged(const std::string& path, std::string_view bytes) {
  if (!path.starts_with(kProjectStates)) return false;
  const auto value = parse_json(bytes);
  return !value || int_at(*value, "schema") < 1;
}

Error put_aside(const std::string& folder, const std::string& path, const std::string& to,
                bool damaged) {
  const std::string file = folder + "/" + path;
  return {damaged ? "project_file_damaged" : "project_file_edited",
          fmt::format("{} {}, and was written again.", file,
                      damaged ? "could not be read any more" : "was changed by somebody else"),
          "The log says where a project stands; the file is made from it.",
          "What was in it is kept in " + folder + "/" + to + "."};
}

}  // namespace

ProjectFilesWritten ProjectFileWriter::write(const ProjectFileJob& job) {
  const std::scoped_lock lock(mutex_);
  ProjectFilesWritten written;
  const auto folder = FolderFiles::open(job.folder);
  if (!folder) {
    written.trouble = folder.error();
    return written;
  }
  const auto one = [&](const ProjectFile& file, Known& known) -> Result<void> {
    const auto read = folder->read(file.path, kMostBytes);
    const bool too_large = !read && read.error().code == "file_too_large";
    if (!read && !too_large) return std::unexpected(read.error());
    const bool exists = too_large || read->has_value();
    const bool same = exists && !too_large && **read == file.bytes;
    if (exists && !same) {
      const bool damaged = too_large || is_damaged(file.path, **read);
      const bool edited = known.written && (too_large || sha256(**read) != known.hash);
      if (damaged || edited) {
        const std::string to = TRY(folder->set_aside(
            file.path, (damaged ? ".damaged-" : ".edited-") + time_in_name(job.now)));
        written.notices.push_back(put_aside(job.folder, file.path, to, damaged));
      }
    }
    if (!same) TRY(folder->write(file.path, file.bytes));
    known.hash = sha256(file.bytes);
    known.written = true;
    return {};
  };
  for (const ProjectFile& file : job.files) {
    Known& known = known_[job.folder + "/" + file.path];
    if (known.number > job.number) continue;
    known.number = job.number;
    const Result<void> done = one(file, known);
    if (!done && !written.trouble) written.trouble = done.error();
  }
  return written;
}

std::string time_in_name(UtcMs at) {
  constexpr std::size_t kSeconds = 19;  // 2026-05-01T12:00:00
  std::string text = to_rfc3339(at).substr(0, kSeconds) + "Z";
  std::erase(text, '-');
  std::erase(text, ':');
  return text;
}

}  // namespace fm
