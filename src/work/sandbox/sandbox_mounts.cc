#include "work/sandbox/sandbox_mounts.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <ranges>

#include "base/text.h"
#include "work/process/proc_file.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestSocketList = 4 << 20;

// In the order of their strictness.
enum class Mount { kWritable, kReadOnly, kEmptyWritable, kEmpty };

// By path; std::filesystem orders a folder before what is in it.
using Mounts = std::map<fs::path, Mount>;

constexpr std::array<std::string_view, 6> kHiddenFolders{"/home",  "/root",      "/run",
                                                         "/media", "/var/spool", "/boot"};
constexpr std::array<std::string_view, 2> kTemporary{"/tmp", "/var/tmp"};
// Readable to root only, and a sandbox may be root's.
constexpr std::array<std::string_view, 5> kSecretFiles{
    "/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/ssl/private"};

// What root may write to there without any capability: core_pattern alone is a way out, since the
// kernel runs what it names, outside. Bubblewrap covers less.
constexpr std::array<std::string_view, 8> kKernelControls{
    "/proc/sys", "/proc/sysrq-trigger", "/proc/irq",  "/proc/bus",
    "/proc/fs",  "/proc/mtrr",          "/proc/acpi", "/proc/scsi"};

// Links resolved; empty: there is no such thing.
fs::path real(const fs::path& path) {
  std::error_code error;
  fs::path found = fs::canonical(path, error);
  return error ? fs::path() : found;
}

void add(Mounts& mounts, const fs::path& path, Mount how) {
  const fs::path found = real(path);
  if (found.empty() || found == "/") return;
  const auto [at, is_new] = mounts.try_emplace(found, how);
  if (!is_new) at->second = std::max(at->second, how);
}

// How a path is seen: as the nearest folder above it that something is said of.
Mount seen_as(const Mounts& mounts, fs::path path) {
  for (;; path = path.parent_path()) {
    if (const auto at = mounts.find(path); at != mounts.end()) return at->second;
    if (path == path.root_path()) return Mount::kReadOnly;
  }
}

Result<fs::path> lane_of(const SandboxPlan& plan) {
  fs::path lane = real(plan.lane);
  std::error_code error;
  const bool is_usable = fs::is_directory(lane, error) && lane != lane.root_path();
  if (!is_usable)
    return fail("sandbox_unusable", "A command cannot be run in a sandbox: its lane is not there.",
                plan.lane + " is no folder that could be one.", "Begin the task again.");
  if (fs::is_symlink(lane / ".git", error))
    return fail("sandbox_unusable", "A command cannot be run in a sandbox: its lane was changed.",
                (lane / ".git").string() + " is a link now, which leads out of the lane.",
                "Remove the link, or begin the task again.");
  return lane;
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

Result<fs::path> part_of(const SandboxPlan& plan, const fs::path& lane) {
  fs::path part = real(plan.part);
  std::error_code error;
  if (fs::is_directory(part, error) && lies_in(part, lane)) return part;
  return fail("sandbox_unusable", "A command cannot be run in a sandbox: its folder is not there.",
              plan.part + " is no folder of the lane.", "Begin the task again.");
}

// Whether nothing of the lane is covered by it, and no link leads the place elsewhere.
bool can_be_placed(const PlacedFolder& placed, const fs::path& lane) {
  std::error_code error;
  const fs::path to(placed.to);
  return fs::is_directory(fs::symlink_status(placed.from, error)) &&
         fs::is_directory(fs::symlink_status(to, error)) && fs::is_empty(to, error) &&
         real(to) == to.lexically_normal() && lies_in(to.lexically_normal(), lane);
}

// Whoever may write to a socket may speak to its owner, on a read-only file system too.
void hide_sockets(Mounts& mounts) {
  for (const std::string& socket :
       bound_sockets(read_proc_file("/proc/net/unix", kLongestSocketList)))
    if (const fs::path path = real(socket); !path.empty())
      if (const Mount how = seen_as(mounts, path); how == Mount::kReadOnly)
        add(mounts, path, Mount::kEmpty);
}

Result<Mounts> plan_mounts(const SandboxPlan& plan) {
  const fs::path lane = TRY(lane_of(plan));
  Mounts mounts;
  for (const std::string_view path : kHiddenFolders) add(mounts, path, Mount::kEmpty);
  for (const std::string_view path : kSecretFiles) add(mounts, path, Mount::kEmpty);
  for (const std::string& path : plan.hidden) add(mounts, path, Mount::kEmpty);
  for (const std::string& path : plan.read_only) add(mounts, path, Mount::kReadOnly);
  for (const std::string& path : plan.writable) add(mounts, path, Mount::kWritable);
  // Names are looked up by a file that is often a link into /run.
  if (plan.network == Network::kAllowed) add(mounts, "/etc/resolv.conf", Mount::kReadOnly);
  // These are not as strict as the plan would have it, or would not be of use.
  for (const std::string_view path : kTemporary) mounts[real(path)] = Mount::kEmptyWritable;
  if (const fs::path home = real(plan.home); !home.empty()) mounts[home] = Mount::kEmptyWritable;
  mounts[lane] = plan.part.empty() ? Mount::kWritable : Mount::kReadOnly;
  if (!plan.part.empty()) mounts[TRY(part_of(plan, lane))] = Mount::kWritable;
  add(mounts, lane / ".git", Mount::kReadOnly);
  mounts.erase(fs::path());
  mounts.erase(fs::path("/"));
  hide_sockets(mounts);
  return mounts;
}

}  // namespace

std::vector<std::string> bound_sockets(std::string_view net_unix) {
  std::vector<std::string> paths;
  for (const std::string_view line : split_lines(net_unix)) {
    const std::size_t at = line.find(" /");  // abstract ones begin with @ and are of the network
    if (at != std::string_view::npos) paths.emplace_back(line.substr(at + 1));
  }
  return paths;
}

Result<std::vector<std::string>> sandbox_mounts(const SandboxPlan& plan) {
  const Mounts mounts = TRY(plan_mounts(plan));
  const std::string size = std::to_string(plan.temporary_bytes);
  std::vector<std::string> arguments{"--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"};
  const auto say = [&](std::initializer_list<std::string> words) {
    arguments.insert(arguments.end(), words);
  };
  say({"--size", size, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"});
  for (const std::string_view path : kKernelControls)
    say({"--ro-bind-try", std::string(path), std::string(path)});
  std::vector<std::string> closed;
  for (const auto& [path, how] : mounts) {
    std::error_code error;
    const bool is_folder = fs::is_directory(path, error);
    if (how == Mount::kWritable)
      say({"--bind", path, path});
    else if (how == Mount::kReadOnly)
      say({"--ro-bind", path, path});
    else if (!is_folder)
      say({"--ro-bind", "/dev/null", path});
    else
      say({"--size", size, "--tmpfs", path});
    if (how == Mount::kEmpty && is_folder) closed.push_back(path);
  }
  const fs::path lane = real(plan.lane);
  for (const PlacedFolder& one : plan.placed)
    if (can_be_placed(one, lane)) say({"--ro-bind", one.from, one.to});
  // Not before all are there that lie in them.
  for (const std::string& path : closed) say({"--remount-ro", path});
  return arguments;
}

}  // namespace fm
