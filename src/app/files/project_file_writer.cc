#include "app/files/project_file_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/files/folder_files.h"
#include "app/files/written_record.h"

namespace fm {
namespace {

constexpr std::size_t kMostBytes = 16 << 20;  // no file of ours is longer
constexpr std::string_view kIgnored = ".folkmoot/.gitignore";
// What is made from the log is nobody's to commit; what people write beside it is theirs.
constexpr std::string_view kIgnore =
    "# Written by folkmoot. It makes these files anew from its log; the others here are yours.\n"
    "/.gitignore\n"
    "/project_states/\n"
    "/projects/\n";

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
          fmt::format("{} {}, and is made again from the log.", file,
                      damaged ? "cannot be read any more" : "was changed by somebody else"),
          "These files are written, never read: the log says where a project is.",
          "What was in it is kept in " + folder + "/" + to +
              ". To change the project, say it: folkmoot say \"...\""};
}

std::pair<std::string_view, std::string_view> parts_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {{}, path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

// What is somebody else's to decide, such as a link there, is left as it is.
void write_ignore_file(const FolderFiles& folder) {
  const auto there = folder.read(kIgnored, kMostBytes);
  if (there && !there->has_value()) (void)folder.write(kIgnored, kIgnore);
}

// What stands at a file's place, and whether it may be replaced.
struct Present {
  bool exists = false;
  bool same = false;
  bool damaged = false;
  bool edited = false;
};

Result<Present> look_at(const FolderFiles& folder, const ProjectFile& file,
                        const WrittenRecord& record) {
  const auto read = folder.read(file.path, kMostBytes);
  if (!read && read.error().code == "file_too_large")
    return Present{.exists = true, .damaged = true};
  if (!read) return std::unexpected(read.error());
  if (!read->has_value()) return Present{};
  const std::string& bytes = **read;
  Present present{.exists = true, .same = bytes == file.bytes};
  if (present.same) return present;
  present.damaged = is_damaged(file.path, bytes);
  present.edited = !record.knows(parts_of(file.path).second, bytes);
  return present;
}

}  // namespace

Result<void> ProjectFileWriter::write_file(const FolderFiles& folder, const ProjectFileJob& job,
                                           const ProjectFile& file,
                                           ProjectFilesWritten& written) const {
  const auto [place, name] = parts_of(file.path);
  WrittenRecord record = WrittenRecord::read(folder, place);
  const Present present = TRY(look_at(folder, file, record));
  if (record.add(name, file.bytes)) TRY(record.write(folder));
  if (present.same) return {};
  if (present.damaged || present.edited) {
    const std::string ending = present.damaged ? ".damaged-" : ".edited-";
    const std::string to = TRY(folder.set_aside(file.path, ending + time_in_name(job.now)));
    written.notices.push_back(put_aside(job.folder, file.path, to, present.damaged));
  }
  return folder.write(file.path, file.bytes);
}

ProjectFilesWritten ProjectFileWriter::write(const ProjectFileJob& job) {
  const std::scoped_lock lock(mutex_);
  ProjectFilesWritten written;
  const auto folder = FolderFiles::open(job.folder);
  if (!folder) {
    written.trouble = folder.error();
    return written;
  }
  write_ignore_file(*folder);
  for (const ProjectFile& file : job.files) {
    std::uint64_t& newest = newest_[job.folder + "/" + file.path];
    if (newest > job.number) continue;
    newest = job.number;
    const Result<void> done = write_file(*folder, job, file, written);
    if (!done && !written.trouble) written.trouble = done.error();
  }
  return written;
}

std::vector<Error> keep_edits(const std::string& folder, const std::vector<std::string>& places,
                              UtcMs now) {
  std::vector<Error> notices;
  const auto files = FolderFiles::open(folder);
  if (!files) return notices;  // that is told where files are written
  for (const std::string& place : places) {
    WrittenRecord record = WrittenRecord::read(*files, place);
    for (const std::string& name : record.names()) {
      const std::string path = place + "/" + name;
      const auto bytes = files->read(path, kMostBytes);
      if (!bytes || !bytes->has_value() || record.knows(name, **bytes)) continue;
      // Only that it was edited is known by now: it stays as it is until the log has news.
      const auto to = files->set_aside(path, ".edited-" + time_in_name(now));
      if (to) (void)files->write(path, **bytes);
      if (record.add(name, **bytes)) (void)record.write(*files);
      notices.push_back(to ? put_aside(folder, path, *to, false) : to.error());
    }
  }
  return notices;
}

std::string time_in_name(UtcMs at) {
  constexpr std::size_t kSeconds = 19;  // 2026-05-01T12:00:00
  std::string text = to_rfc3339(at).substr(0, kSeconds) + "Z";
  std::erase(text, '-');
  std::erase(text, ':');
  return text;
}

}  // namespace fm
