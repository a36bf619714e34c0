// What every command gets, and the seam between the command line and the rest of the program.
//
// main.cc makes one Context and lends it to the command that runs. For what needs the program
// assembled the commands have Backend, which main fills (main/wiring.cc) and tests make up. Loop
// thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.h"
#include "app/service.h"
#include "cli/args/args.h"
#include "cli/terminal/output.h"
#include "cli/terminal/terminal.h"
#include "loop/loop.h"

namespace fm::cli {

struct OpenRequest {
  Globals globals;
  std::string folder;                    // absolute: the folder the person is in
  std::string command;                   // what others are told who want the store too
  std::string record = {}, replay = {};  // cassettes, as absolute paths (P-35)
  bool paced = false;  // somebody watches: a rehearsal speaks at the pace of speech (P-34)
};

// A service, and what the configuration says of the person who uses it.
struct OpenedService {
  std::shared_ptr<Service> service;
  std::string me = {};  // `by` of what this person says
  // What is configured for a new discussion; empty: the usual.
  std::string team = {};
  std::string preset = {};
  std::string model = {};
  std::string history = {};               // the file of what was typed before; empty: none
  std::vector<std::string> secrets = {};  // the values of all keys, to be blotted out of it
};

// The name in which everything is asked.
inline Caller caller_of(const OpenedService& opened) {
  return {.who = {Actor::kPerson, opened.me}, .channel = {}};
}

struct ServeRequest {
  Globals globals;
  std::string folder;  // absolute: the folder the person is in
  std::string host;
  int port = 0;
  std::string public_url;
};

struct ServeLink {
  std::string url;
  UtcMs ends_at;
};

// The HTTP door of the store, while it is listened at.
class Serving {
 public:
  virtual ~Serving() = default;
  virtual std::string url() const = 0;
  virtual bool has_page() const = 0;
  virtual Result<ServeLink> link() = 0;
  virtual void leave() = 0;  // nobody else is let in; who is there is told that it ends
};

struct Backend {
  // For doing: owns the store, or is a client of the process that does (G-44). Errors: store_in_use
  // where that one does not answer, and those of config and service.
  std::function<Result<OpenedService>(const OpenRequest&, Loop&)> open;
  // For looking: read-only, beside whoever owns the store. Errors: store_empty where there is none
  // yet, and those of config and store.
  std::function<Result<OpenedService>(const OpenRequest&, Loop&)> look;
  std::function<Result<Config>(const Globals&, const std::string& folder)> config;
  // The command is done. What this process does for others is finished; `waits` is called where
  // that takes a moment. Null: it does nothing for others.
  std::function<void(const std::function<void()>& waits)> finish = {};
  // The loop outlives what is given. Errors: port_in_use, serve_open, ...
  std::function<Result<std::unique_ptr<Serving>>(const ServeRequest&, const OpenedService&, Loop&)>
      serve = {};
  // A further link for a server that listens already. Errors: serve_absent.
  std::function<Result<ServeLink>(const Globals&, const std::string& folder)> serve_link = {};
};

struct Context {
  Globals globals;
  Environment env;
  Terminal terminal;
  std::string folder;
  Output& out;
  Output& err;
  Loop& loop;
  Backend backend;

  bool json() const { return globals.json != JsonMode::kNo; }
  OpenRequest to_open(std::string_view command) const;
  std::string absolute(const std::string& path) const;  // of the folder; empty stays empty
  std::size_t columns() const;  // for text: the terminal's, at most 100; 100 in a pipe
};

// The store that counts here, opened for looking. Errors: those of Backend::look.
Result<OpenedService> look_at_store(const Context& context);
bool is_no_store(const Error& error);

// Says an error on stderr, as JSON where that was asked for; gives its exit status.
int report(const Error& error, const Context& context);
// The same for what is worth knowing and stops nothing.
void report_notice(const Error& notice, const Context& context);

// To standard output; in colour where that is wanted. False when nobody reads any more.
bool print(const Lines& lines, Context& context);
bool print_json(const JsonObject& object, Context& context);

}  // namespace fm::cli
