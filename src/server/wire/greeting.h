// What the owner of a store and a client say to each other first.
//
// The owner greets whoever connects with its version. A client of another version leaves with an
// error that says what to do; nothing of its environment has been said by then. Else it tells who
// it is and hands over what its commands need: its folder, the folder of its settings, and those
// variables of its environment that the settings name (keys, proxies, CA files). The owner
// keeps them in memory only.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace fm::server {

inline constexpr int kWireVersion = 1;

struct OwnersGreeting {
  int wire = kWireVersion;
  std::string program;  // its version
  std::int64_t pid = 0;
  std::string command;
};

// In whose name a client speaks (P-63). A person's terminal does what that person says. Whatever an
// agent of ours started is no person: it is not let in, since nothing that it says may decide.
struct Principal {
  std::string kind = "person";  // or "agent"
  std::string name = {};
};

struct ClientsGreeting {
  Principal principal;
  std::string folder;                              // absolute
  std::string user_folder;                         // of its settings, or empty
  std::map<std::string, std::string> flags;        // settings that were given as arguments
  std::map<std::string, std::string> environment;  // variables that its settings name
  int rehearsal_words_per_second = 0;
  std::string record, replay;  // cassettes (P-35), or empty
};

std::string to_message(const OwnersGreeting& greeting);
std::string to_message(const ClientsGreeting& greeting);
std::string refusal(const Error& why);

// Errors: link_broken for what is no greeting; owner_version for one of another version;
// clients_many where the owner lets nobody else in just now.
Result<OwnersGreeting> read_owners_greeting(std::string_view message);
// Errors: link_broken; principal_refused where no person speaks.
Result<ClientsGreeting> read_clients_greeting(std::string_view message);

// The owner's answer to a client: nothing, or why it is refused.
std::string admission();
Result<void> read_admission(std::string_view message);

}  // namespace fm::server
