#include "work/process/control_group.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>

#include "base/sha256.h"
#include "base/text.h"
#include "work/process/proc_file.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMounted = "/sys/fs/cgroup";
constexpr std::string_view kPrefix = "folkmoot-";
constexpr std::size_t kHash = 16;             // letters of a name's hash
constexpr std::chrono::minutes kStarting{1};  // by then a command has joined its own

bool write_to(const std::string& path, std::string_view text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.is_open() &&
         ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::string parent_folder() {
  return control_group_parent(read_proc_file("/proc/self/cgroup", 65536));
}

std::string folder_of(std::string_view name) {
  const std::string parent = parent_folder();
  return parent.empty() ? "" : parent + "/" + std::string(kPrefix) + to_base32(sha256(name), kHash);
}

}  // namespace

std::string control_group_parent(std::string_view own_groups) {
  std::string beside;
  for (const std::string_view line : split_lines(own_groups)) {  // number:controllers:/path
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    std::string path(line.substr(second + 1));
    if (path.contains("/..")) continue;  // above what we may see
    if (path == "/") path.clear();
    if (("," + std::string(controllers) + ",").contains(",pids,"))
      return std::string(kMounted) + "/" + std::string(controllers) + path;
    if (controllers.empty())
      beside = std::string(kMounted) + path.substr(0, path.empty() ? 0 : path.rfind('/'));
  }
  return beside;
}

std::optional<ControlGroup> ControlGroup::make(std::string_view name, std::int64_t processes) {
  if (::geteuid() != 0) return {};
  const std::string folder = folder_of(name);
  if (folder.empty()) return {};
  std::error_code error;
  fs::create_directory(folder, error);
  if (error) return {};
  Descriptor entrance(::open((folder + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
  // A group without the count has no such file, and a folder of another file system has neither.
  if (!entrance.is_open() || !write_to(folder + "/pids.max", std::to_string(processes))) {
    ::rmdir(folder.c_str());
    return {};
  }
  return ControlGroup(folder, std::move(entrance));
}

void ControlGroup::close(std::string_view name) {
  if (::geteuid() != 0) return;
  if (const std::string folder = folder_of(name); !folder.empty())
    write_to(folder + "/pids.max", "0");
}

bool ControlGroup::remove(std::string_view name) {
  if (::geteuid() != 0) return true;
  const std::string folder = folder_of(name);
  return folder.empty() || ::rmdir(folder.c_str()) == 0 || errno == ENOENT;
}

void ControlGroup::remove_old() {
  const std::string parent = parent_folder();
  if (::geteuid() != 0 || parent.empty()) return;
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator at(parent, error), end; !error && at != end; at.increment(error)) {
    if (!at->path().filename().string().starts_with(kPrefix)) continue;
    const auto made = fs::last_write_time(at->path(), error);
    if (!error && now - made > kStarting) ::rmdir(at->path().c_str());
    error.clear();
  }
}

std::string command_group_in(std::string_view groups) {
  for (const std::string_view line : split_lines(groups)) {
    const std::size_t path = line.find('/');
    std::string_view rest = path == std::string_view::npos ? std::string_view() : line.substr(path);
    while (!rest.empty()) {
      rest.remove_prefix(1);
      const std::string_view name = rest.substr(0, rest.find('/'));
      // Of its hash: a service may be called folkmoot-something too.
      if (name.starts_with(kPrefix) && name.size() == kPrefix.size() + kHash)
        return std::string(name);
      rest.remove_prefix(std::min(rest.find('/'), rest.size()));
    }
  }
  return {};
}

bool can_hold_processes() {
  return ::getuid() != 0 ||
         ControlGroup::make("probe-" + std::to_string(::getpid()), 1).has_value();
}

ControlGroup::ControlGroup(std::string folder, Descriptor entrance)
    : folder_(std::move(folder)), entrance_(std::move(entrance)) {}

ControlGroup::~ControlGroup() {
  if (entrance_.is_open()) ::rmdir(folder_.c_str());
}

}  // namespace fm
