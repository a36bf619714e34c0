// WebSessions: who is signed in at the server, and the links by which one gets there (P-70).
//
// Kept in one file beside the store, 0600, so that sessions outlive a restart and another process
// (`folkmoot serve link`) can make a link. It holds hashes of secrets, never a secret. Whatever
// changes it reads it anew under a lock, writes it whole and syncs it. Those functions block: they
// are called in the pool, or where nothing else waits; find() is for the loop and only remembers.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/json.h"
#include "base/result.h"

namespace fm::server {

struct WebSession {
  std::string id;    // not the secret: by which it is listed and revoked
  std::string hash;  // of the secret
  std::string name;  // in which the person speaks
  UtcMs since;
  UtcMs used;  // to the hour
};

struct NewSession {
  std::string secret;
  WebSession session;
};

class WebSessions {
 public:
  static constexpr Millis kLinkLasts{3'600'000};                 // an hour, and once
  static constexpr Millis kSessionLasts{90LL * 24 * 3'600'000};  // since it was used

  // The file is made by the first change. `clock` outlives it.
  WebSessions(std::string path, const Clock& clock) : path_(std::move(path)), clock_(clock) {}

  // Errors: sessions_unreadable, sessions_unwritten.
  Result<void> load();

  // Of this store, made up once: by it a browser knows that all it has is of another store.
  std::string epoch() const;

  // Where a server listens, for links that another process makes.
  Result<void> set_address(const std::string& address);
  Result<void> drop_address(const std::string& address);
  // A link's key, for a session in that name. Errors: also serve_absent where no server listens.
  struct Link {
    std::string url;
    UtcMs ends_at;
  };
  Result<Link> new_link(const std::string& name);
  // Errors: also link_used for a key that nobody gave out, or that is used or too old.
  Result<NewSession> enter(std::string_view key);
  // False: there is none of that id.
  Result<bool> revoke(std::string_view id);

  // Of the secret of a cookie or of a bearer; from any thread.
  std::optional<WebSession> find(std::string_view secret);
  std::vector<WebSession> all() const;

 private:
  struct State {
    std::string epoch;
    std::string address;
    std::map<std::string, WebSession, std::less<>> sessions;  // by hash
    struct OpenLink {
      std::string name;
      UtcMs ends_at;
    };
    std::map<std::string, OpenLink, std::less<>> links;  // by the key's hash
  };
  static Json to_json(const State& state);
  static Result<State> read(const std::string& path);
  template <class Change>
  auto change(Change change_state) -> Result<decltype(change_state(std::declval<State&>()))>;

  const std::string path_;
  const Clock& clock_;
  mutable std::mutex mutex_;  // of state_
  State state_;
};

// Compared in the same time whatever differs.
bool is_same_secret(std::string_view a, std::string_view b);

// A name that people can sign in with: printable, 1 to 64 characters.
Result<void> check_person_name(std::string_view name);

}  // namespace fm::server
