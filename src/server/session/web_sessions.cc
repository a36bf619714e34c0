#include "server/session/web_sessions.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "app/files/file_output.h"
#include "base/sha256.h"
#include "base/text.h"
#include "server/session/random_hex.h"

namespace fm::server {
namespace {

constexpr Millis kHour{3'600'000};
constexpr std::size_t kMostName = 64;
constexpr std::size_t kId = 10;

constexpr std::size_t kSecretBytes = 32;
constexpr std::size_t kEpochBytes = 6;

std::string hash_of(std::string_view secret) { return to_hex(sha256(secret)); }

std::unexpected<Error> unreadable(const std::string& path, std::string why) {
  return fail("sessions_unreadable", "Who is signed in cannot be read.",
              path + ": " + std::move(why),
              "Remove that file: everybody signs in again, by links of `folkmoot serve`.");
}

std::unexpected<Error> link_used() {
  return fail("link_used", "This link opens nothing any more.",
              "A link is good once, and for an hour.", "Get another one: folkmoot serve link");
}

// Other processes change the file too; the lock is on a file that stays.
class FileLock {
 public:
  explicit FileLock(const std::string& path)
      : fd_(::open((path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    while (fd_ >= 0 && ::flock(fd_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FileLock() {
    if (fd_ >= 0) ::close(fd_);
  }
  FileLock(const FileLock&) = delete;
  bool is_held() const { return fd_ >= 0; }

 private:
  const int fd_;
};

JsonArray array_at(const Json& json, std::string_view key) {
  const Json* value = find_at(json, key);
  return value != nullptr && value->is_array() ? value->get_array() : JsonArray();
}

UtcMs time_at(const Json& json, std::string_view key) {
  return from_rfc3339(text_at(json, key)).value_or(UtcMs{});
}

}  // namespace

bool is_same_secret(std::string_view a, std::string_view b) { return sha256(a) == sha256(b); }

Result<void> check_person_name(std::string_view name) {
  const bool is_printable = std::ranges::none_of(
      name, [](unsigned char c) { return c < 0x20 || c == 0x7f || c == '[' || c == ']'; });
  if (trim(name) == name && !name.empty() && name.size() <= kMostName && is_utf8(name) &&
      is_printable && clean(name).text == name)
    return {};
  return fail("name_invalid", "That is no name to speak in.",
              "A name has 1 to 64 bytes, no control characters and no brackets.",
              "Name somebody: --as ada");
}

Json WebSessions::to_json(const State& state) {
  JsonArray sessions;
  for (const auto& [hash, one] : state.sessions)
    sessions.push_back(JsonObject{{"id", one.id},
                                  {"hash", hash},
                                  {"name", one.name},
                                  {"since", to_rfc3339(one.since)},
                                  {"used", to_rfc3339(one.used)}});
  JsonArray links;
  for (const auto& [hash, one] : state.links)
    links.push_back(
        JsonObject{{"hash", hash}, {"name", one.name}, {"ends_at", to_rfc3339(one.ends_at)}});
  return JsonObject{{"v", 1},
                    {"epoch", state.epoch},
                    {"address", state.address},
                    {"sessions", std::move(sessions)},
                    {"links", std::move(links)}};
}

Result<WebSessions::State> WebSessions::read(const std::string& path) {
  State state;
  std::ifstream file(path, std::ios::binary);
  if (!file && ::access(path.c_str(), F_OK) != 0 && errno == ENOENT) return state;
  if (!file) return unreadable(path, std::string(std::strerror(errno)) + ".");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto json = parse_json(text);
  if (!json) return unreadable(path, json.error().message);
  state.epoch = text_at(*json, "epoch");
  state.address = text_at(*json, "address");
  for (const Json& one : array_at(*json, "sessions"))
    state.sessions[std::string(text_at(one, "hash"))] = {.id = std::string(text_at(one, "id")),
                                                         .hash = std::string(text_at(one, "hash")),
                                                         .name = std::string(text_at(one, "name")),
                                                         .since = time_at(one, "since"),
                                                         .used = time_at(one, "used")};
  for (const Json& one : array_at(*json, "links"))
    state.links[std::string(text_at(one, "hash"))] = {.name = std::string(text_at(one, "name")),
                                                      .ends_at = time_at(one, "ends_at")};
  return state;
}

// What is too old goes with each change.
template <class Change>
auto WebSessions::change(Change change_state)
    -> Result<decltype(change_state(std::declval<State&>()))> {
  const FileLock lock(path_);
  if (!lock.is_held()) return unreadable(path_ + ".lock", std::string(std::strerror(errno)) + ".");
  State next = TRY(read(path_));
  {
    const std::scoped_lock held(mutex_);
    for (auto& [hash, one] : next.sessions)  // find() notes when a session was used
      if (const auto known = state_.sessions.find(hash); known != state_.sessions.end())
        one.used = std::max(one.used, known->second.used);
  }
  if (next.epoch.empty()) next.epoch = random_hex(kEpochBytes);
  auto changed = change_state(next);
  const UtcMs now = clock_.now();
  std::erase_if(next.links, [&](const auto& one) { return one.second.ends_at < now; });
  std::erase_if(next.sessions,
                [&](const auto& one) { return one.second.used + kSessionLasts < now; });
  if (const auto written = write_file(path_, canonical(to_json(next)) + "\n"); !written)
    return fail("sessions_unwritten", "Who is signed in cannot be noted.", written.error().cause,
                written.error().cure);
  ::chmod(path_.c_str(), 0600);
  const std::scoped_lock held(mutex_);
  state_ = std::move(next);
  return changed;
}

std::string WebSessions::epoch() const {
  const std::scoped_lock held(mutex_);
  return state_.epoch;
}

Result<void> WebSessions::load() {
  State state = TRY(read(path_));
  const std::scoped_lock held(mutex_);
  state_ = std::move(state);
  return {};
}

Result<void> WebSessions::set_address(const std::string& address) {
  TRY(change([&](State& state) {
    state.address = address;
    return true;
  }));
  return {};
}

// Another server of the store may have come since; then it is that one's.
Result<void> WebSessions::drop_address(const std::string& address) {
  TRY(change([&](State& state) {
    if (state.address == address) state.address.clear();
    return true;
  }));
  return {};
}

Result<WebSessions::Link> WebSessions::new_link(const std::string& name) {
  TRY(check_person_name(name));
  const std::string key = random_hex(kSecretBytes);
  const UtcMs ends_at = clock_.now() + kLinkLasts;
  const std::string address = TRY(change([&](State& state) {
    if (!state.address.empty()) state.links[hash_of(key)] = {.name = name, .ends_at = ends_at};
    return state.address;
  }));
  if (address.empty())
    return fail("serve_absent", "No server listens for this store.", "",
                "Start one with: folkmoot serve");
  return Link{.url = address + "/enter?key=" + key, .ends_at = ends_at};
}

Result<NewSession> WebSessions::enter(std::string_view key) {
  // Looked for before anything is locked or written: strangers try keys, too.
  if (!TRY(read(path_)).links.contains(hash_of(key))) return link_used();
  NewSession made{.secret = random_hex(kSecretBytes), .session = {}};
  const bool is_known = TRY(change([&](State& state) {
    const auto link = state.links.find(hash_of(key));
    const UtcMs now = clock_.now();
    if (link == state.links.end() || link->second.ends_at < now) return false;
    const std::string hash = hash_of(made.secret);
    made.session = {.id = "s-" + hash_of(hash).substr(0, kId),
                    .hash = hash,
                    .name = link->second.name,
                    .since = now,
                    .used = now};
    state.links.erase(link);
    state.sessions[hash] = made.session;
    return true;
  }));
  if (!is_known) return link_used();
  return made;
}

Result<bool> WebSessions::revoke(std::string_view id) {
  return change([&](State& state) {
    return std::erase_if(state.sessions, [&](const auto& one) { return one.second.id == id; }) > 0;
  });
}

std::optional<WebSession> WebSessions::find(std::string_view secret) {
  const std::string hash = hash_of(secret);
  const std::scoped_lock held(mutex_);
  const auto found = state_.sessions.find(hash);
  const UtcMs now = clock_.now();
  if (found == state_.sessions.end() || found->second.used + kSessionLasts < now)
    return std::nullopt;
  if (found->second.used + kHour < now) found->second.used = now;
  return found->second;
}

std::vector<WebSession> WebSessions::all() const {
  const std::scoped_lock held(mutex_);
  std::vector<WebSession> sessions;
  for (const auto& [hash, one] : state_.sessions) sessions.push_back(one);
  std::ranges::sort(sessions, {}, &WebSession::since);
  return sessions;
}

}  // namespace fm::server
