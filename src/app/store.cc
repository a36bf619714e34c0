#include "app/store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/json.h"
#include "engine/log/store_files.h"

namespace fm {
namespace {

// Advisory locks and shared memory do not hold across machines.
bool is_network_folder(const std::string& folder) {
  constexpr long kNfs = 0x6969;
  constexpr long kSmb = 0x517b;
  constexpr long kSmb2 = static_cast<long>(0xfe534d42);
  constexpr long kCifs = static_cast<long>(0xff534d42);
  struct statfs facts{};
  if (::statfs(folder.c_str(), &facts) != 0) return false;
  const long type = static_cast<long>(facts.f_type);
  return type == kNfs || type == kSmb || type == kSmb2 || type == kCifs;
}

std::unexpected<Error> unusable(const std::string& folder, const std::string& why) {
  return fail("store_unreadable", "The store " + folder + " cannot be used.", why,
              "Check that the folder belongs to you and can be written, or name another with "
              "--store.");
}

std::string read_owner(int fd) {
  char buffer[512];
  const ssize_t size = ::pread(fd, buffer, sizeof buffer, 0);
  return size > 0 ? std::string(buffer, static_cast<std::size_t>(size)) : std::string();
}

std::unexpected<Error> in_use(const std::string& folder, int fd) {
  std::string who = "Another process owns " + folder + ".";
  if (const auto owner = parse_json(read_owner(fd)); owner)
    who = "Process " + std::to_string(int_at(*owner, "pid")) +
          " owns it: " + std::string(text_at(*owner, "command"));
  return fail("store_in_use", "The store is in use.", who,
              "Wait until it is done or end it; or use another store with --store. Looking "
              "(`folkmoot room list`, `room show`) works all the same.");
}

}  // namespace

Result<std::string> store_folder(const std::string& given) {
  std::error_code error;
  if (!given.empty()) {
    const auto absolute = std::filesystem::absolute(given, error);
    return error ? given : absolute.lexically_normal().string();
  }
  // A relative XDG_STATE_HOME is to be ignored, by its specification.
  if (const char* state = std::getenv("XDG_STATE_HOME"); state && *state == '/')
    return std::string(state) + "/folkmoot";
  if (const char* home = std::getenv("HOME"); home && *home == '/')
    return std::string(home) + "/.local/state/folkmoot";
  return fail("store_no_home", "There is no place for the store.",
              "Neither XDG_STATE_HOME nor HOME is set.", "Name a folder with --store.");
}

std::string store_database(const std::string& folder) { return folder + "/store.db"; }

std::string store_learned(const std::string& folder) { return folder + "/learned.json"; }
std::string store_high_water(const std::string& folder) { return folder + "/high-water"; }

Result<void> check_store_is_there(const std::string& folder) {
  std::error_code unknown;
  if (std::filesystem::exists(folder, unknown) && !std::filesystem::is_directory(folder, unknown))
    return unusable(folder, "It is no folder.");
  const std::string database = store_database(folder);
  TRY(check_store_files(database, HighWater::read(store_high_water(folder))));
  std::error_code error;  // of a place that may not be looked at, which opening it tells
  if (std::filesystem::exists(database, error) || error) return {};
  return fail("store_empty", "There is no store here yet.", database + " does not exist.",
              "Start something first, for example: folkmoot ideate \"a tool library\"");
}

Result<StoreLock> StoreLock::take(const std::string& folder, const std::string& command) {
  std::error_code error;
  const bool existed = std::filesystem::exists(folder, error);
  std::filesystem::create_directories(folder, error);
  if (error) return unusable(folder, error.message() + ".");
  if (!existed) ::chmod(folder.c_str(), 0700);
  if (is_network_folder(folder))
    return unusable(folder, "It is on a network file system, where locks do not hold.");
  const int itself = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::string path = folder + "/owner";
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  const int reason = errno;
  StoreLock lock(itself, fd);
  if (itself < 0 || fd < 0) return unusable(folder, std::string(std::strerror(reason)) + ".");
  for (const int locked : {itself, fd}) {
    if (::flock(locked, LOCK_EX | LOCK_NB) == 0) continue;
    if (errno == EWOULDBLOCK) return in_use(folder, fd);
    return unusable(folder, std::string(std::strerror(errno)) + ".");
  }
  JsonObject owner;
  owner["pid"] = static_cast<std::int64_t>(::getpid());
  owner["command"] = command;
  const std::string text = canonical(owner);
  // Only a message hangs on this text, so a disk that is full does not stop the lock.
  if (::ftruncate(fd, 0) == 0 && ::pwrite(fd, text.data(), text.size(), 0) < 0) return lock;
  return lock;
}

StoreLock::StoreLock(StoreLock&& other) noexcept
    : folder_(std::exchange(other.folder_, -1)), owner_(std::exchange(other.owner_, -1)) {}

StoreLock& StoreLock::operator=(StoreLock&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(owner_, other.owner_);
  return *this;
}

StoreLock::~StoreLock() {
  if (owner_ >= 0) ::close(owner_);
  if (folder_ >= 0) ::close(folder_);
}

}  // namespace fm
