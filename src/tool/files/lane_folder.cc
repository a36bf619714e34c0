#include "tool/files/lane_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <deque>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "tool/files/lane_path.h"
#include "tool/tool_result.h"

namespace fm {
namespace {

constexpr int kWalk = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int kMostLinks = 40;  // on one path, as the system has it
constexpr std::string_view kLeftoverBegin = ".folkmoot-";
constexpr std::string_view kLeftoverEnd = ".part";

std::string reason(int number) { return std::generic_category().message(number) + "."; }

std::unexpected<Error> unreadable(std::string_view path, int number) {
  return fail("file_unreadable", fmt::format("{} cannot be read.", shown_name(path)),
              reason(number), "Check its permissions with list_files or run_command.");
}

std::unexpected<Error> unwritable(std::string_view path, int number) {
  return fail("file_write_failed", fmt::format("{} cannot be written.", shown_name(path)),
              reason(number),
              "Nothing was changed. Check the folder's permissions and free space.");
}

std::unexpected<Error> off_limits(std::string_view path) {
  return fail("path_off_limits", fmt::format("{} is off limits.", shown_name(path)),
              "What git and Folkmoot keep for themselves is neither read nor written by tools.",
              "git_diff and git_log tell what git knows.");
}

std::unexpected<Error> kept_back(std::string_view path, const std::string& why) {
  return fail("path_kept_back", fmt::format("{} is not shown to agents.", shown_name(path)),
              why.empty() ? why : why + ".",
              "Go on without it. The person can tell what is in it, if that is needed.");
}

std::string kind_of_file(mode_t mode) {
  if (S_ISFIFO(mode)) return "a named pipe";
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "no regular file";
}

std::optional<std::string> link_target(int folder, const std::string& name) {
  std::string target(PATH_MAX, '\0');
  const ssize_t size = ::readlinkat(folder, name.c_str(), target.data(), target.size());
  if (size < 0) return std::nullopt;
  target.resize(static_cast<std::size_t>(size));
  return target;
}

// Walks the names of one path. Its folders are open from the lane down to where it stands, so that
// going up is going back, and never beyond the lane.
class Walk {
 public:
  Walk(int root, std::string_view shown_root, std::string_view real_root, std::string_view folder,
       std::string_view asked)
      : root_(root),
        shown_root_(shown_root),
        real_root_(real_root),
        folder_(folder),
        asked_(asked) {}

  Result<LanePlace> to(const std::vector<std::string>& names) {
    pending_.assign(names.begin(), names.end());
    LanePlace place;
    while (!pending_.empty()) {
      const std::string name = std::move(pending_.front());
      pending_.pop_front();
      if (name == "..") {
        if (folders_.empty()) return leads_out();
        folders_.pop_back(), names_.pop_back();
        continue;
      }
      if (is_off_limits(name, names_.empty() || joined({}).empty())) return off_limits(asked_);
      struct stat status = {};
      if (::fstatat(here(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENAMETOOLONG)
          return fail("path_invalid", "A name in the path is too long.", shown_name(name),
                      "Give a shorter one.");
        if (errno != ENOENT) return unreadable(asked_, errno);
        return nothing_at(name);
      }
      if (S_ISLNK(status.st_mode)) {
        TRY(follow(name));
        continue;
      }
      if (S_ISDIR(status.st_mode)) {
        Descriptor next(::openat(here(), name.c_str(), kWalk));
        if (next.get() < 0) return unreadable(asked_, errno);
        folders_.push_back(std::move(next)), names_.push_back(name);
        continue;
      }
      if (!pending_.empty())
        return fail("path_no_folder",
                    fmt::format("{} is a file, not a folder.", shown_name(joined(name))),
                    fmt::format("The path goes on behind it: {}.", shown_name(asked_)),
                    "Look with list_files.");
      if (!S_ISREG(status.st_mode))
        return fail(
            "path_no_file",
            fmt::format("{} is {}.", shown_name(asked_), kind_of_file(status.st_mode)),
            "Opening one can wait for ever or do something, so tools open regular files only.",
            "Take another path.");
      place.path = joined(name);
      place.name = name;
      place.what = LanePlace::What::kFile;
      return with_folder(std::move(place), here());
    }
    place.what = LanePlace::What::kFolder;
    place.path = joined({});
    if (names_.empty()) return with_folder(std::move(place), root_);
    place.name = names_.back();
    folders_.pop_back();
    return with_folder(std::move(place), here());
  }

 private:
  int here() const { return folders_.empty() ? root_ : folders_.back().get(); }

  std::string joined(std::string_view last) const {
    std::vector<std::string> names = names_;
    for (std::string& name : split_path(last)) names.push_back(std::move(name));
    return path_from(names, folder_);
  }

  Result<LanePlace> with_folder(LanePlace place, int folder) const {
    place.folder = Descriptor(::fcntl(folder, F_DUPFD_CLOEXEC, 0));
    if (place.folder.get() < 0) return unreadable(asked_, errno);
    return place;
  }

  // There is no `name` here: where it would be, with all that is still to come behind it.
  Result<LanePlace> nothing_at(const std::string& name) {
    std::string rest = name;
    for (const std::string& next : pending_) {
      if (next == "..") return leads_out();
      if (is_off_limits(next, false)) return off_limits(asked_);
      rest += "/" + next;
    }
    LanePlace place;
    place.path = joined(rest);
    place.name = rest;
    place.parent_missing = !pending_.empty();
    return with_folder(std::move(place), here());
  }

  Result<void> follow(const std::string& name) {
    const auto target = link_target(here(), name);
    if (!target) return unreadable(asked_, errno);
    link_ = joined(name) + " is a link to " + *target + ".";
    if (++links_ > kMostLinks)
      return fail("path_invalid", fmt::format("{} has too many links in it.", shown_name(asked_)),
                  shown_name(link_), "Give the path of the file itself.");
    std::string_view path = *target;
    if (path.starts_with('/')) {
      auto inside = below(path, real_root_);
      if (!inside) inside = below(path, shown_root_);
      if (!inside) return leads_out();
      path = *inside;
      folders_.clear(), names_.clear();
    }
    const std::vector<std::string> names = split_path(path);
    pending_.insert(pending_.begin(), names.begin(), names.end());
    return {};
  }

  std::unexpected<Error> leads_out() const {
    return fail("path_link_outside", fmt::format("{} leads out of the lane.", shown_name(asked_)),
                shown_name(link_),
                "Tools see the lane's folder only. Ask the person if the work needs that file.");
  }

  int root_;
  std::string_view shown_root_;
  std::string_view real_root_;
  std::string_view folder_;
  std::string_view asked_;
  std::deque<std::string> pending_;
  std::vector<Descriptor> folders_;  // below the lane
  std::vector<std::string> names_;   // theirs
  std::string link_;                 // the last one that was followed
  int links_ = 0;
};

std::string leftover_name() {
  std::uint64_t number = 0;
  // Cannot fail for so few bytes; the name is opened exclusively whatever it is.
  if (::getrandom(&number, sizeof number, 0) < 0) number = static_cast<std::uint64_t>(::getpid());
  return fmt::format("{}{:016x}{}", kLeftoverBegin, number, kLeftoverEnd);
}

// Zero, or the system's reason.
int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

// The folder that the last of `names` is to lie in, those that are missing made.
Result<Descriptor> make_folders(const LanePlace& place, const std::vector<std::string>& names) {
  Descriptor folder(::fcntl(place.folder.get(), F_DUPFD_CLOEXEC, 0));
  for (std::size_t i = 0; folder.get() >= 0 && i + 1 < names.size(); ++i) {
    if (::mkdirat(folder.get(), names[i].c_str(), 0777) != 0 && errno != EEXIST) break;
    folder = Descriptor(::openat(folder.get(), names[i].c_str(), kWalk));
    if (i + 2 == names.size() && folder.get() >= 0) return folder;
  }
  if (names.size() == 1 && folder.get() >= 0) return folder;
  return unwritable(place.path, errno);
}

// A file that is replaced stays whose it was and as open to others as it was.
int keep_mode(int file, const struct stat& old) {
  if (::fchmod(file, old.st_mode & 07777) != 0) return errno;
  struct stat made = {};
  if (::fstat(file, &made) != 0) return errno;
  if (made.st_uid == old.st_uid && made.st_gid == old.st_gid) return 0;
  // Only root may give a file away; for anybody else the new file is theirs, as with any editor.
  if (::fchown(file, old.st_uid, old.st_gid) != 0 && errno != EPERM) return errno;
  return 0;
}

}  // namespace

bool is_leftover(std::string_view name) {
  return name.starts_with(kLeftoverBegin) && name.ends_with(kLeftoverEnd);
}

LaneFolder::LaneFolder(const LaneView& lane, Descriptor root)
    : access_(lane.access),
      shown_root_(lane.root.string()),
      folder_(lane.folder),
      writes_anywhere_(lane.writes_anywhere),
      root_(std::move(root)) {}

Result<LaneFolder> LaneFolder::open(const LaneView& lane) {
  std::error_code failed;
  const std::string real = std::filesystem::canonical(lane.root, failed).string();
  Descriptor root(failed ? -1 : ::open(real.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (root.get() < 0)
    return fail("lane_missing",
                fmt::format("The lane's folder {} is not there.", shown_name(lane.root.string())),
                failed ? failed.message() + "." : reason(errno),
                "Nothing can be done in it. Tell the person.");
  LaneFolder folder(lane, std::move(root));
  folder.real_root_ = real;
  if (lane.kept_back) folder.kept_ = lane.kept_back(real);
  return folder;
}

Result<LanePlace> LaneFolder::find(std::string_view path) const {
  const auto names = TRY(lane_names(path, {shown_root_, real_root_}, folder_));
  return Walk(root_.get(), shown_root_, real_root_, folder_, path).to(names);
}

bool LaneFolder::is_kept(const std::string& path, KeptBack::What what) const {
  return kept_ != nullptr && !kept_->by_path(path, what).empty();
}

Result<void> LaneFolder::may_show(const LanePlace& place, std::string_view bytes) const {
  if (kept_ == nullptr) return {};
  if (std::string why = kept_->by_text(place.path, bytes); !why.empty())
    return kept_back(place.path, why);
  return {};
}

Result<std::string> LaneFolder::read(const LanePlace& place) const {
  std::string bytes = TRY(read_to_search(place));
  TRY(may_show(place, bytes));
  return bytes;
}

Result<std::string> LaneFolder::read_to_search(const LanePlace& place) const {
  if (place.what == LanePlace::What::kFolder)
    return fail("path_is_folder", fmt::format("{} is a folder.", shown_name(place.path)), {},
                "list_files shows what is in it.");
  if (place.what == LanePlace::What::kNothing)
    return fail("path_not_found", fmt::format("There is no {}.", shown_name(place.path)), {},
                "Look with list_files or search_text.");
  if (kept_ != nullptr)
    if (std::string why = kept_->by_path(place.path, KeptBack::What::kFile); !why.empty())
      return kept_back(place.path, why);
  const Descriptor file(::openat(place.folder.get(), place.name.c_str(),
                                 O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status = {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) return unreadable(place.path, errno);
  if (!S_ISREG(status.st_mode)) return unreadable(place.path, EINVAL);
  const auto too_large = [&] {
    return fail("file_too_large", fmt::format("{} is larger than 8 MB.", shown_name(place.path)),
                "Tools read and edit files as a whole.",
                "search_text leaves such files out; run_command can look into them (head, grep).");
  };
  if (status.st_size > static_cast<off_t>(kFileBytes)) return too_large();
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(status.st_size) + 1);
  char buffer[64 << 10];
  while (bytes.size() <= kFileBytes) {
    const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return unreadable(place.path, errno);
    if (count == 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(count));
  }
  return too_large();
}

Result<void> LaneFolder::write(const LanePlace& place, std::string_view bytes) const {
  if (access_ != LaneAccess::kWrite)
    return fail("lane_read_only", "This folder is only looked at.",
                "Files are written in the worktree of a task, not here.",
                "Say what should be changed instead.");
  if (!writes_anywhere_ && (place.path + "/").starts_with("../"))
    return fail("path_outside", fmt::format("{} lies beside your folder.", shown_name(place.path)),
                "What lies there is only read, since the plan has this task change no file of it.",
                "Change files below your folder, or say that the plan has to name this one.");
  if (place.what == LanePlace::What::kFolder)
    return fail("path_is_folder", fmt::format("{} is a folder.", shown_name(place.path)), {},
                "Give the path of a file in it.");
  if (bytes.size() > kFileBytes)
    return fail("file_too_large",
                fmt::format("{} would be larger than 8 MB.", shown_name(place.path)),
                "Tools write files as a whole.", "Let a command make it, or split it.");
  struct stat old = {};
  const bool is_old =
      place.what == LanePlace::What::kFile &&
      ::fstatat(place.folder.get(), place.name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
  if (!is_old && has_control(place.path))
    return fail("path_invalid", "The new file's name has a control character in it.",
                shown_name(place.path), "Choose a name without.");
  if (is_old && (old.st_mode & 0222) == 0)
    return fail("file_write_failed", fmt::format("{} is read-only.", shown_name(place.path)),
                "Somebody took all write permissions off it.",
                "If it must change, chmod it with run_command first.");

  const std::vector<std::string> names = split_path(place.name);
  const Descriptor folder = TRY(make_folders(place, names));
  const std::string part = leftover_name();
  Descriptor file(::openat(folder.get(), part.c_str(),
                           O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (file.get() < 0) return unwritable(place.path, errno);
  int failed = write_all(file.get(), bytes);
  if (failed == 0 && is_old) failed = keep_mode(file.get(), old);
  if (failed == 0 && ::close(file.release()) != 0) failed = errno;
  if (failed == 0 &&
      ::renameat(folder.get(), part.c_str(), folder.get(), names.back().c_str()) != 0)
    failed = errno;
  if (failed == 0) return {};
  ::unlinkat(folder.get(), part.c_str(), 0);
  return unwritable(place.path, failed);
}

Result<std::vector<LaneEntry>> LaneFolder::list(const LanePlace& place, std::size_t most) const {
  const std::string name = place.name.empty() ? "." : place.name;
  if (kept_ != nullptr && !place.path.empty())
    if (std::string why = kept_->by_path(place.path, KeptBack::What::kFolder); !why.empty())
      return kept_back(place.path, why);
  Descriptor folder(
      ::openat(place.folder.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder.get() < 0) return unreadable(place.path, errno);
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(folder.get()), &::closedir);
  if (stream == nullptr) return unreadable(place.path, errno);
  const int open = folder.release();  // the stream's now
  std::vector<LaneEntry> entries;
  errno = 0;
  while (const dirent* next = ::readdir(stream.get())) {
    const std::string_view each = next->d_name;
    if (each == "." || each == ".." || is_off_limits(each, place.path.empty()) || is_leftover(each))
      continue;
    struct stat status = {};
    if (::fstatat(open, next->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;  // gone again
    LaneEntry entry{.name = std::string(each)};
    using What = LaneEntry::What;
    entry.what = S_ISREG(status.st_mode)   ? What::kFile
                 : S_ISDIR(status.st_mode) ? What::kFolder
                 : S_ISLNK(status.st_mode) ? What::kLink
                                           : What::kOther;
    entry.bytes = entry.what == What::kFile ? status.st_size : 0;
    const std::string path = place.path.empty() ? entry.name : place.path + "/" + entry.name;
    if (is_kept(path,
                entry.what == What::kFolder ? KeptBack::What::kFolder : KeptBack::What::kFile)) {
      errno = 0;
      continue;
    }
    entries.push_back(std::move(entry));
    errno = 0;
  }
  if (errno != 0) return unreadable(place.path, errno);
  std::ranges::sort(entries, {}, &LaneEntry::name);
  if (entries.size() > most) entries.resize(most);
  return entries;
}

}  // namespace fm
